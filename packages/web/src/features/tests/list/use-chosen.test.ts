/** Which tests are chosen. */
import type { Test } from '@textprobe/contract/tests';
import { expect, it } from 'vitest';
import {
  type Choosing,
  type ChoosingChange,
  changeChoosing,
  mark,
  NOTHING_CHOSEN,
  withMarks,
} from './use-chosen.ts';

const testOf = (testId: number, more: Partial<Test> = {}) =>
  ({ testId, recurrenceActive: true, ...more }) as unknown as Test;
const page = (...ids: number[]): ChoosingChange => ({ kind: 'page', tests: ids.map((id) => testOf(id)) });
const one = (testId: number, isChosen = true, isRange = false): ChoosingChange => ({
  kind: 'one',
  testId,
  isChosen,
  isRange,
});
const after = (...changes: ChoosingChange[]): Choosing => changes.reduce(changeChoosing, NOTHING_CHOSEN);
const ids = ({ chosen }: Choosing) => [...chosen.keys()];

it('OVERVIEW-2 a selection survives other pages, and Select all adds only those of the page', () => {
  const state = after(page(9, 8, 7), one(8), page(6, 5), { kind: 'all', isChosen: true });
  expect(ids(state)).toEqual([8, 6, 5]);
  expect(ids(changeChoosing(state, { kind: 'all', isChosen: false }))).toEqual([8]);
  expect(ids(changeChoosing(state, { kind: 'none' }))).toEqual([]);
});

it('OVERVIEW-2 a range goes from the last selected test in either direction, and can deselect too', () => {
  const up = after(page(9, 8, 7, 6, 5), one(6), one(8, true, true));
  expect(new Set(ids(up))).toEqual(new Set([6, 7, 8]));
  expect(ids(changeChoosing(up, one(7, false, true)))).toEqual([6]);
  // The last choice is on another page.
  expect(ids(after(page(9, 8), one(9), page(7, 6, 5), one(5, true, true)))).toEqual([9, 5]);
});

it('OVERVIEW-2 keeps the last loaded version of a chosen test', () => {
  const state = after(page(9), one(9), {
    kind: 'page',
    tests: [testOf(9, { executionStatus: 'DELIVERED' })],
  });
  expect(state.chosen.get(9)?.executionStatus).toBe('DELIVERED');
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
  expect(withMarks(tests, undone)).toBe(tests);
});
