/** Fills Create several with the tests that its URL names (`?from=1,2,3`), to duplicate them (OVERVIEW-2). */
import type { Test } from '@textprobe/contract/tests';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { HttpError } from '../../../api/http.ts';
import { getIndividualTest } from '../../../api/tests.ts';
import { counted } from '../../../ui/counted.ts';
import { dialogs } from '../../../ui/dialogs.tsx';
import { copiedWords, csvOfTests, type LeftOut, leftOutReason } from './copied-tests.ts';
import { LINES_LIMIT } from './read-lines.ts';
import { runFewAtOnce } from './run-few-at-once.ts';

interface CopiedTests {
  /** Whether a copy would replace lines without a test. */
  readonly hasText: boolean;
  readonly onText: (csv: string) => void;
}

/** @returns what was copied, in words, and a function that dismisses it; null while nothing was */
export function useCopiedTests({ hasText, onText }: CopiedTests) {
  const [parameters, setParameters] = useSearchParams();
  const [words, setWords] = useState<string | null>(null);
  const from = parameters.get('from');

  const take = useEffectEvent(async (tests: readonly Test[], leftOut: readonly LeftOut[]) => {
    const question = `Replace your text with a copy of ${counted(tests.length, 'test')}?`;
    const answers = { confirmLabel: 'Replace', cancelLabel: 'Keep my text' };
    if (tests.length > 0) {
      if (hasText && !(await dialogs.confirm(question, answers))) return;
      onText(csvOfTests(tests));
    }
    setWords(copiedWords(tests.length, leftOut));
  });

  useEffect(() => {
    if (from === null) return;
    const left = new AbortController();
    async function fill(testIds: readonly number[]) {
      try {
        const { tests, leftOut } = await loadTests(testIds, left.signal);
        if (!left.signal.aborted) await take(tests, leftOut);
      } catch (error) {
        if (left.signal.aborted) return;
        console.error('Failed to load the tests to copy', error);
        await dialogs.alert('Failed to copy the tests. Please try again.', error);
      }
      // Remove the parameter so that a reload keeps the edited text instead of copying again.
      if (!left.signal.aborted) setParameters({}, { replace: true });
    }
    void fill(idsOf(from));
    return () => left.abort();
  }, [from, setParameters]);

  return words === null ? null : { words, dismiss: () => setWords(null) };
}

function idsOf(from: string): number[] {
  const ids = from.split(',').filter((id) => /^[1-9]\d{0,9}$/.test(id));
  return [...new Set(ids.map(Number))].slice(0, LINES_LIMIT);
}

/** In the order of the ids. */
async function loadTests(testIds: readonly number[], signal: AbortSignal) {
  const loaded = new Map<number, Test>();
  let failure: unknown;
  await runFewAtOnce(testIds, async (testId) => {
    try {
      loaded.set(testId, await getIndividualTest(testId, signal));
    } catch (error) {
      // Otherwise it was deleted since it was chosen.
      if (!(error instanceof HttpError) || error.status !== 404) failure = error;
    }
    return failure === undefined;
  });
  if (failure !== undefined) throw failure;
  const tests: Test[] = [];
  const leftOut: LeftOut[] = [];
  for (const testId of testIds) {
    const test = loaded.get(testId);
    const reason = test === undefined ? 'deleted' : leftOutReason(test);
    if (test !== undefined && reason === null) tests.push(test);
    else leftOut.push({ testId, reason: reason ?? '' });
  }
  return { tests, leftOut };
}
