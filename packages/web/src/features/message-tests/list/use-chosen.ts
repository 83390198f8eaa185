/** The tests that are chosen for a bulk action, over pages and filters while the screen is open (OVERVIEW-2). */
import type { Test } from '@textprobe/contract/tests';
import { useState } from 'react';

/** Bulk actions that the list shows before the server has carried them out, by test ID. */
export interface Marks {
  readonly deleted: ReadonlySet<number>;
  readonly stopped: ReadonlySet<number>;
}

/** Adds tests to one of the marks, or removes them. */
export function mark(
  marks: Marks,
  kind: keyof Marks,
  tests: readonly Pick<Test, 'testId'>[],
  isMarked: boolean,
): Marks {
  const ids = tests.map(({ testId }) => testId);
  const others = [...marks[kind]].filter((testId) => !ids.includes(testId));
  return { ...marks, [kind]: new Set(isMarked ? [...others, ...ids] : others) };
}

/** The tests as the marks leave them. */
export function withMarks(tests: readonly Test[], { deleted, stopped }: Marks): readonly Test[] {
  return tests
    .filter(({ testId }) => !deleted.has(testId))
    .map((test) => (stopped.has(test.testId) ? { ...test, recurrenceActive: false, nextDue: null } : test));
}

/** Tests by ID, as last loaded, in the order in which they were chosen. */
type Choice = ReadonlyMap<number, Test>;

/** Adds tests to the choice, or removes them. */
export function withChosen(choice: Choice, tests: readonly Test[], isChosen: boolean): Choice {
  const next = new Map(choice);
  for (const test of tests) {
    if (isChosen) next.set(test.testId, test);
    else next.delete(test.testId);
  }
  return next;
}

/** The rows of the page from the anchor to this test; only the test if the anchor is on another page. */
export function rangeOf(page: readonly Test[], testId: number, anchor: number | null): readonly Test[] {
  const at = page.findIndex((test) => test.testId === testId);
  const from = page.findIndex((test) => test.testId === anchor);
  return from < 0 ? page.slice(at, at + 1) : page.slice(Math.min(from, at), Math.max(from, at) + 1);
}

export type Chosen = ReturnType<typeof useChosen>;

/** @param loaded the tests of the page; undefined while the first one loads */
export function useChosen(loaded: readonly Test[] | undefined) {
  const [marks, setMarks] = useState<Marks>({ deleted: new Set(), stopped: new Set() });
  const [choice, setChoice] = useState<Choice>(new Map());
  /** Where a range begins. */
  const [anchor, setAnchor] = useState<number | null>(null);
  const [page, setPage] = useState<readonly Test[]>([]);
  if (loaded !== undefined && loaded !== page) {
    setPage(loaded);
    setChoice((now) =>
      withChosen(
        now,
        loaded.filter(({ testId }) => now.has(testId)),
        true,
      ),
    );
  }
  const tests = withMarks([...choice.values()], marks);
  const shown = loaded && withMarks(loaded, marks);
  return {
    /** The rows of the page. */
    shown,
    /** How many rows of the page were deleted here while the server still has them. */
    hidden: (loaded?.length ?? 0) - (shown?.length ?? 0),
    /** In the order in which they were chosen. */
    tests,
    ids: new Set(tests.map(({ testId }) => testId)) as ReadonlySet<number>,
    /** @param isRange also chooses all rows between this one and the last one chosen */
    choose(testId: number, isChosen: boolean, isRange: boolean): void {
      setChoice((now) => withChosen(now, rangeOf(page, testId, isRange ? anchor : null), isChosen));
      setAnchor(testId);
    },
    chooseAll: (isChosen: boolean) => setChoice((now) => withChosen(now, page, isChosen)),
    clear(): void {
      setChoice(new Map());
      setAnchor(null);
    },
    setMarks: (kind: keyof Marks, which: readonly Pick<Test, 'testId'>[], isMarked: boolean) =>
      setMarks((now) => mark(now, kind, which, isMarked)),
  };
}
