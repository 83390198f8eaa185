/** The form of an entry: its body, the next entry, and another person's change. */
import { expect, test } from 'vitest';
import { bodyOf, draftOf, EMPTY_DRAFT, hasOtherParent, mergedDraft, nextDraft } from './entry-draft.ts';

const entry = {
  id: 3,
  name: 'Main',
  retired: false,
  parents: [
    { id: 2, name: 'Acorn North', retired: false },
    { id: 1, name: 'Acorn', retired: false },
  ],
  clientId: 2,
  phoneNumber: '+12135550142',
  managerFirstName: 'Ada',
  managerLastName: '',
  gatewayId: null,
};
const office = draftOf('offices', entry);

test('DIR-1: an office that is opened and saved is sent as it was', () => {
  expect(bodyOf('offices', office)).toEqual({
    name: 'Main',
    clientId: 2,
    phoneNumber: '+12135550142',
    managerFirstName: 'Ada',
    managerLastName: '',
    gatewayId: null,
  });
  expect(bodyOf('offices', { ...office, gatewayId: '7' })).toMatchObject({ gatewayId: 7 });
});

test('DIR-1: a phone without a partner belongs to all, a client without one and an unreadable limit are refused by the server', () => {
  expect(bodyOf('phones', { ...EMPTY_DRAFT, name: 'Pixel' })).toMatchObject({
    name: 'Pixel',
    partnerId: null,
  });
  expect(bodyOf('clients', { ...EMPTY_DRAFT, name: 'North' })).toEqual({ name: 'North', partnerId: 0 });
  const partner = { ...EMPTY_DRAFT, name: 'Acorn' };
  expect(bodyOf('partners', partner)).toEqual({ name: 'Acorn', limitPerDay: null });
  expect(bodyOf('partners', { ...partner, limitPerDay: '1,500' })).toMatchObject({ limitPerDay: 1500 });
  expect(bodyOf('partners', { ...partner, limitPerDay: 'many' })).toMatchObject({ limitPerDay: -1 });
});

test('DIR-1: parent, carrier, evidence and gateway stay for the next entry', () => {
  const typed = { ...office, carrier: 'Verizon', evidence: 'receipt', gatewayId: '7' } as const;
  expect(nextDraft(typed)).toEqual({
    ...EMPTY_DRAFT,
    parent: { value: '2', label: 'Acorn North' },
    carrier: 'Verizon',
    evidence: 'receipt',
    gatewayId: '7',
  });
});

test('DIR-1: loading the newest version keeps what was typed, not what was only shown', () => {
  const typed = { ...office, name: 'Main Street', managerLastName: 'King' };
  const newest = { ...office, managerLastName: 'King', managerFirstName: 'Grace', name: 'High Street' };
  expect(mergedDraft(office, typed, newest)).toEqual({
    draft: { ...newest, name: 'Main Street' },
    kept: ['name'],
  });
});

test('PAIR-4: a phone moves when its partner changes, becomes none, or was none', () => {
  const [acorn, birch] = ['1', '2'].map((value) => ({ ...EMPTY_DRAFT, parent: { value, label: value } }));
  const moves = (one = EMPTY_DRAFT, other = EMPTY_DRAFT) => hasOtherParent(one, other);
  expect([moves(acorn, birch), moves(acorn), moves(EMPTY_DRAFT, acorn)]).toEqual([true, true, true]);
  expect([moves(acorn, acorn && { ...acorn, name: 'Renamed' }), moves()]).toEqual([false, false]);
});
