/** The draft's choices, and what of it comes back after a reload. */
import { describe, expect, it, vi } from 'vitest';
import { type Draft, EMPTY_DRAFT, keepDraft, readDraft, toggle, withClients, withPartners } from './draft.ts';

const draft: Draft = { messageBody: 'Hi', partners: [2], clients: [21], offices: [210], phones: [1, 4] };

describe('choosing', () => {
  it('CREATE-12 collapses any choice that holds all to just all, and back to nothing', () => {
    expect(toggle([1, 2], 'all')).toBe('all');
    expect(toggle('all', 'all')).toEqual([]);
    expect(toggle('all', 3)).toBe('all');
  });

  it('adds and takes away single entries in the order of picking', () => {
    expect(toggle([2], 1)).toEqual([2, 1]);
    expect(toggle([2, 1], 2)).toEqual([1]);
  });

  it('CREATE-13 clears clients and offices with another partner, offices with another client', () => {
    expect(withPartners(draft, [3])).toEqual({ ...draft, partners: [3], clients: [], offices: [] });
    expect(withClients(draft, [22])).toEqual({ ...draft, clients: [22], offices: [] });
  });

  it('CREATE-14 chooses all clients and offices with all partners', () => {
    expect(withPartners(draft, 'all')).toEqual({
      ...draft,
      partners: 'all',
      clients: 'all',
      offices: 'all',
    });
  });
});

describe('keeping', () => {
  function storage(text: string | null = null) {
    let kept = text;
    return {
      getItem: () => kept,
      setItem: (_key: string, value: string) => {
        kept = value;
      },
    };
  }

  it('CREATE-19 gives back what was typed and chosen', () => {
    const store = storage();
    const all = withPartners(draft, 'all');
    keepDraft(store, all);
    expect(readDraft(store)).toEqual(all);
  });

  it.each([
    null,
    '',
    '{',
    '7',
    'null',
    '[]',
    '{"messageBody":7,"partners":"some","phones":[0,-1,1.5,"2",null]}',
  ])('takes nothing from %s', (text) => {
    expect(readDraft(storage(text))).toEqual(EMPTY_DRAFT);
  });

  it('goes on without a place to keep it', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const full = {
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    expect(() => keepDraft(full, draft)).not.toThrow();
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });
});
