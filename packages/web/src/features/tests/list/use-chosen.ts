/** The tests that are chosen for a bulk action, over pages and filters while the screen is open (OVERVIEW-2). */
import type { Test } from '@textprobe/contract/tests';
import { type Dispatch, useMemo, useReducer, useState } from 'react';

/** Bulk actions that the list shows before the server has carried them out, by test ID. */
export interface Marks {
  readonly deleted: ReadonlySet<number>;
  readonly stopped: ReadonlySet<number>;
}

const NO_MARKS: Marks = { deleted: new Set(), stopped: new Set() };

/** Adds tests to one of the marks, or removes them. */
export function mark(
  marks: Marks,
  kind: keyof Marks,
  tests: readonly Pick<Test, 'testId'>[],
  isMarked: boolean,
): Marks {
  const next = new Set(marks[kind]);
  for (const { testId } of tests) {
    if (isMarked) next.add(testId);
    else next.delete(testId);
  }
  return { ...marks, [kind]: next };
}

/** The tests as the marks leave them; the same list if they change none. */
export function withMarks(tests: readonly Test[], { deleted, stopped }: Marks): readonly Test[] {
  if (!tests.some(({ testId }) => deleted.has(testId) || stopped.has(testId))) return tests;
  return tests
    .filter(({ testId }) => !deleted.has(testId))
    .map((test) => (stopped.has(test.testId) ? { ...test, recurrenceActive: false, nextDue: null } : test));
}

export interface Choosing {
  /** The tests of the page, in order. */
  readonly page: readonly Test[];
  /** By ID, as last loaded. */
  readonly chosen: ReadonlyMap<number, Test>;
  /** Where a range begins; null before the first choice. */
  readonly anchor: number | null;
  /** Whether any was ever chosen. */
  readonly isUsed: boolean;
}

export type ChoosingChange =
  | { readonly kind: 'page'; readonly tests: readonly Test[] }
  /** `isRange`: also all rows between this one and the last one chosen. */
  | {
      readonly kind: 'one';
      readonly testId: number;
      readonly isChosen: boolean;
      readonly isRange: boolean;
    }
  | { readonly kind: 'all'; readonly isChosen: boolean }
  | { readonly kind: 'none' };

export const NOTHING_CHOSEN: Choosing = { page: [], chosen: new Map(), anchor: null, isUsed: false };

export function changeChoosing(state: Choosing, change: ChoosingChange): Choosing {
  const { page, chosen, anchor } = state;
  switch (change.kind) {
    case 'page': {
      const loaded = change.tests.filter(({ testId }) => chosen.has(testId));
      return { ...state, page: change.tests, chosen: loaded.length === 0 ? chosen : added(chosen, loaded) };
    }
    case 'one': {
      const { testId, isChosen, isRange } = change;
      const at = page.findIndex((test) => test.testId === testId);
      const from = isRange ? page.findIndex((test) => test.testId === anchor) : -1;
      const range =
        from < 0 ? page.slice(at, at + 1) : page.slice(Math.min(from, at), Math.max(from, at) + 1);
      return { ...state, chosen: (isChosen ? added : removed)(chosen, range), anchor: testId, isUsed: true };
    }
    case 'all':
      return { ...state, chosen: (change.isChosen ? added : removed)(chosen, page), isUsed: true };
    case 'none':
      return { ...state, chosen: new Map(), anchor: null };
  }
}

function added(chosen: Choosing['chosen'], tests: readonly Test[]): Choosing['chosen'] {
  return new Map([...chosen, ...tests.map((test) => [test.testId, test] as const)]);
}

function removed(chosen: Choosing['chosen'], tests: readonly Test[]): Choosing['chosen'] {
  const gone = new Set(tests.map(({ testId }) => testId));
  return new Map([...chosen].filter(([testId]) => !gone.has(testId)));
}

export interface Chosen {
  /** The rows of the page. */
  readonly shown: readonly Test[] | undefined;
  /** In the order in which they were chosen. */
  readonly tests: readonly Test[];
  readonly ids: ReadonlySet<number>;
  readonly change: Dispatch<ChoosingChange>;
  readonly setMarks: Dispatch<(marks: Marks) => Marks>;
  /** How many rows of the page were deleted here while the server still has them. */
  readonly hidden: number;
  readonly isUsed: boolean;
}

/** @param loaded the tests of the page; undefined while the first one loads */
export function useChosen(loaded: readonly Test[] | undefined): Chosen {
  const [marks, setMarks] = useState(NO_MARKS);
  const [state, change] = useReducer(changeChoosing, NOTHING_CHOSEN);
  if (loaded !== undefined && loaded !== state.page) change({ kind: 'page', tests: loaded });
  const shown = useMemo(() => loaded && withMarks(loaded, marks), [loaded, marks]);
  const tests = useMemo(() => withMarks([...state.chosen.values()], marks), [state.chosen, marks]);
  const ids = useMemo(() => new Set(tests.map(({ testId }) => testId)), [tests]);
  const hidden = (loaded?.length ?? 0) - (shown?.length ?? 0);
  return { shown, tests, ids, change, setMarks, hidden, isUsed: state.isUsed };
}
