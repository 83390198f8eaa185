/** Which parts of a draft are restored after a reload. */
import { expect, it, vi } from 'vitest';
import { type Draft, EMPTY_DRAFT } from './draft.ts';
import { keepDraft, readDraft } from './draft-storage.ts';

const KEY = 'a-draft';

function storage(text: string | null = null) {
  let kept = text;
  return {
    getItem: (key: string) => (key === KEY ? kept : null),
    setItem: (_key: string, value: string) => {
      kept = value;
    },
  };
}

const file = { url: '/api/media/1', name: 'cat.png', type: 'image/png', size: 3, width: 1, height: 1 };
const draft: Draft = {
  messageType: 'MMS',
  messageBody: 'Hi',
  kept: [{ ...file, originalUrl: null }],
  links: ['https://pictures.example/dog.png'],
  partners: 'all',
  clients: [21],
  offices: [],
  phones: [1, 4],
  pairs: [{ officeID: 2, phoneID: 3 }],
  testType: 'RECURRING',
  scheduledAt: '2026-11-21T10:00',
  recurrence: {
    interval: '2',
    frequency: 'months',
    weekOfMonth: 5,
    daysOfWeek: ['MONDAY'],
    daysOfMonth: [15, 31],
    startDate: '2026-11-22',
    time: '10:30',
    endDate: '2027-02-22',
  },
  overlap: 'wait',
};

it('CREATE-19 restores all that was typed and chosen, and the names of the files', () => {
  const store = storage();
  const kept = { draft, fileNames: ['cat.png'], version: 'sent' };
  keepDraft(store, KEY, kept);
  expect(readDraft(store, KEY)).toEqual(kept);
});

it.each([null, '', '{', '7', 'null', '[]'])('reads nothing from %s', (text) => {
  expect(readDraft(storage(text), KEY)).toBeNull();
});

it('keeps the valid fields of a damaged draft', () => {
  const pair = { officeID: 1, phoneID: 3 };
  const text = JSON.stringify({
    messageType: 'FAX',
    messageBody: 7,
    kept: [null, { url: 1 }],
    links: 'https://',
    partners: 'some',
    phones: [0, -1, 1.5, '2', null, 3],
    pairs: [{ officeID: 1 }, null, { officeID: 1, phoneID: 0 }, pair],
    testType: 'NEVER',
    recurrence: {
      frequency: 'hours',
      daysOfWeek: ['NODAY', 'FRIDAY'],
      daysOfMonth: [31, 32],
      weekOfMonth: 9,
    },
    overlap: 'both',
  });
  const recurrence = {
    ...EMPTY_DRAFT.recurrence,
    interval: '',
    time: '',
    daysOfWeek: ['FRIDAY'],
    daysOfMonth: [31],
  };
  expect(readDraft(storage(text), KEY)?.draft).toEqual({
    ...EMPTY_DRAFT,
    phones: [3],
    pairs: [pair],
    recurrence,
  });
});

it('works without storage', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const full = {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  expect(() => keepDraft(full, KEY, { draft, fileNames: [], version: '' })).not.toThrow();
  expect(warn).toHaveBeenCalledTimes(1);
  warn.mockRestore();
});
