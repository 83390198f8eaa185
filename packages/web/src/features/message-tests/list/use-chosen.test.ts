/** Which tests are chosen. */
import type { Test } from '@textprobe/contract/tests';
import { expect, it } from 'vitest';
import { mark, rangeOf, withChosen, withMarks } from './use-chosen.ts';

const testOf = (testId: number, more: Partial<Test> = {}) =>
  ({ testId, recurrenceActive: true, ...more }) as unknown as Test;
const page = (...ids: number[]) => ids.map((id) => testOf(id));
const idsOf = (tests: readonly Test[]) => tests.map(({ testId }) => testId);
const NONE: ReadonlyMap<number, Test> = new Map();

it('OVERVIEW-2 a selection survives other pages, and Select all adds only those of the page', () => {
  const one = withChosen(NONE, rangeOf(page(9, 8, 7), 8, null), true);
  const all = withChosen(one, page(6, 5), true);
  expect([...all.keys()]).toEqual([8, 6, 5]);
  expect([...withChosen(all, page(6, 5), false).keys()]).toEqual([8]);
});

it('OVERVIEW-2 a range goes from the last selected test in either direction, and can deselect too', () => {
  const rows = page(9, 8, 7, 6, 5);
  expect(idsOf(rangeOf(rows, 8, 6))).toEqual([8, 7, 6]);
  expect(idsOf(rangeOf(rows, 6, 8))).toEqual([8, 7, 6]);
  const up = withChosen(withChosen(NONE, rangeOf(rows, 6, null), true), rangeOf(rows, 8, 6), true);
  expect(new Set(up.keys())).toEqual(new Set([6, 7, 8]));
  expect([...withChosen(up, rangeOf(rows, 7, 8), false).keys()]).toEqual([6]);
  // The last choice is on another page.
  expect(idsOf(rangeOf(page(7, 6, 5), 5, 9))).toEqual([5]);
});

it('OVERVIEW-2 keeps the last loaded version of a chosen test, at its place', () => {
  const choice = withChosen(NONE, page(9, 8), true);
  const loaded = withChosen(choice, [testOf(9, { executionStatus: 'DELIVERED' })], true);
  expect(loaded.get(9)?.executionStatus).toBe('DELIVERED');
  expect([...loaded.keys()]).toEqual([9, 8]);
});

it('OVERVIEW-2 marked tests are hidden or no longer recur, until they are unmarked', () => {
  const tests = [testOf(9), testOf(8), testOf(7)];
  const none = { deleted: new Set<number>(), stopped: new Set<number>() };
  const marks = mark(mark(none, 'deleted', [testOf(9)], true), 'stopped', [testOf(7)], true);
  expect(withMarks(tests, marks).map(({ testId, recurrenceActive }) => [testId, recurrenceActive])).toEqual([
    [8, true],
    [7, false],
  ]);
  const undone = mark(mark(marks, 'deleted', tests, false), 'stopped', tests, false);
  expect(withMarks(tests, undone)).toEqual(tests);
});
