/** How the choices of a draft affect each other. */
import { expect, it } from 'vitest';
import { toggle } from '../../../ui/choice.ts';
import { sameDraft } from '../../../ui/unsent-drafts.ts';
import { type Draft, EMPTY_DRAFT, withClients, withPartners } from './draft.ts';

const draft: Draft = {
  ...EMPTY_DRAFT,
  messageBody: 'Hi',
  partners: [2],
  clients: [21],
  offices: [210],
  phones: [1],
};

it('CREATE-12 collapses any choice that holds all to just all, and back to nothing', () => {
  expect(toggle([1, 2], 'all')).toBe('all');
  expect(toggle('all', 'all')).toEqual([]);
  expect(toggle('all', 3)).toBe('all');
});

it('adds and removes single entries in the order of picking', () => {
  expect(toggle([2], 1)).toEqual([2, 1]);
  expect(toggle([2, 1], 2)).toEqual([1]);
});

it('CREATE-13, UPDATE-6 clears clients and offices when the partner changes, offices when the client changes', () => {
  expect(withPartners(draft, [3])).toEqual({ ...draft, partners: [3], clients: [], offices: [] });
  expect(withClients(draft, [22])).toEqual({ ...draft, clients: [22], offices: [] });
});

it('CREATE-14 selects all clients and offices when all partners are selected', () => {
  const all = { ...draft, partners: 'all', clients: 'all', offices: 'all' };
  expect(withPartners(draft, 'all')).toEqual(all);
});

it('CREATE-16, CREATE-17 defaults to SMS, Immediate and no recipients', () => {
  expect(EMPTY_DRAFT).toMatchObject({ messageType: 'SMS', testType: 'IMMEDIATE', messageBody: '' });
  expect([EMPTY_DRAFT.partners, EMPTY_DRAFT.clients, EMPTY_DRAFT.offices, EMPTY_DRAFT.phones].flat()).toEqual(
    [],
  );
});

it('compares drafts by content', () => {
  expect(sameDraft(draft, { ...draft, partners: [2] })).toBe(true);
  expect(sameDraft(draft, { ...draft, links: ['https://pictures.example/cat.png'] })).toBe(false);
});
