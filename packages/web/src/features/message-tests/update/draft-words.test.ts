/** Two versions of a test side by side. */
import type { Test } from '@textprobe/contract/tests';
import { expect, it } from 'vitest';
import { EMPTY_DRAFT } from '../form/draft.ts';
import { definesTheSame, differencesOf, draftWords } from './draft-words.ts';

const office = { clientId: 11, managerFirstName: '', managerLastName: '' };
const directory = {
  partners: new Map([[1, { id: 1, name: 'Northwind' }]]),
  clients: new Map([[11, { id: 11, name: 'Dental', partnerId: 1 }]]),
  offices: new Map([[110, { ...office, id: 110, name: 'Oakland', phoneNumber: '+1555' }]]),
  phones: new Map(),
  retired: { offices: new Map(), phones: new Map([[4, { name: 'Drawer (retired)' }]]) },
};
const saved = { ...EMPTY_DRAFT, messageBody: 'Hello', partners: [1], clients: [11], offices: [110] };
const words = (changes: object, files: readonly string[] = []) =>
  differencesOf(draftWords(saved, directory), draftWords({ ...saved, ...changes }, directory, files));

it('UPDATE-10 names what differs between two versions, and nothing else', () => {
  expect(words({})).toEqual([]);
  expect(words({ messageBody: '', offices: 'all', phones: [3, 4] })).toEqual([
    { name: 'Message', saved: 'Hello', mine: 'Empty' },
    { name: 'Office', saved: 'Oakland (+1555)', mine: 'All' },
    { name: 'Phone Numbers', saved: 'None', mine: 'Phone 3, Drawer (retired)' },
  ]);
});

it('UPDATE-10 ignores the order of a choice, and shows another time of the same schedule', () => {
  const two = { ...saved, offices: [110, 7] };
  expect(
    differencesOf(draftWords(two, directory), draftWords({ ...two, offices: [7, 110] }, directory)),
  ).toEqual([]);
  const later = { ...saved, testType: 'SCHEDULED' as const, scheduledAt: '2099-01-05T12:30' };
  expect(
    differencesOf(
      draftWords(later, directory),
      draftWords({ ...later, scheduledAt: '2099-01-05T13:30' }, directory),
    ),
  ).toEqual([{ name: 'Schedule', saved: 'Later: 2099-01-05 12:30', mine: 'Later: 2099-01-05 13:30' }]);
});

it('UPDATE-10 compares files by location, so two files of one name differ', () => {
  const file = { name: 'cat.png', type: 'image/png', size: 1, width: 1, height: 1, originalUrl: null };
  const mms = { ...saved, messageType: 'MMS' as const, kept: [{ ...file, url: '/api/media/1' }] };
  expect(
    differencesOf(
      draftWords(mms, directory),
      draftWords({ ...mms, kept: [{ ...file, url: '/api/media/2' }] }, directory, ['dog.png']),
    ),
  ).toEqual([{ name: 'Files and links', saved: 'cat.png', mine: 'cat.png, dog.png' }]);
});

it('UPDATE-10 ignores a missed occurrence, and shows a stopped recurrence', () => {
  const test = { testId: 7, messageBody: 'Hi', recurrenceActive: true, nextDue: 'a', updateTimestamp: 'a' };
  const one = test as unknown as Test;
  expect(definesTheSame(one, { ...one, nextDue: 'b', updateTimestamp: 'b' })).toBe(true);
  expect(definesTheSame(one, { ...one, recurrenceActive: false })).toBe(false);
});
