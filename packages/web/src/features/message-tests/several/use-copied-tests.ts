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

/**
 * @param hasText whether a copy would replace lines without a test
 * @returns what was copied, in words, and a function that dismisses it; null while nothing was
 */
export function useCopiedTests(hasText: boolean, onText: (csv: string) => void) {
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
    const ids = from.split(',').filter((id) => /^[1-9]\d{0,9}$/.test(id));
    loadTests([...new Set(ids.map(Number))].slice(0, LINES_LIMIT), left.signal)
      .then(({ tests, leftOut }) => (left.signal.aborted ? undefined : take(tests, leftOut)))
      .catch(async (error: unknown) => {
        if (left.signal.aborted) return;
        console.error('Failed to load the tests to copy', error);
        await dialogs.alert('Failed to copy the tests. Please try again.', error);
      })
      .finally(() => {
        // Remove the parameter so that a reload keeps the edited text instead of copying again.
        if (!left.signal.aborted) setParameters({}, { replace: true });
      });
    return () => left.abort();
  }, [from, setParameters]);

  return words === null ? null : { words, dismiss: () => setWords(null) };
}

/** In the order of the ids. */
async function loadTests(testIds: readonly number[], signal: AbortSignal) {
  const loaded = new Map<number, Test>();
  let failure: Error | undefined;
  await runFewAtOnce(testIds, async (testId) => {
    try {
      loaded.set(testId, await getIndividualTest(testId, signal));
    } catch (error) {
      // Otherwise it was deleted since it was chosen.
      if (!(error instanceof HttpError) || error.status !== 404)
        failure = error instanceof Error ? error : new Error(String(error));
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
