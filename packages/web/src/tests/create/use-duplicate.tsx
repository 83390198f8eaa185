/** `/create-tests?from={testId}`: fills the form with all that this test is made of, its files too (LIST-14). */
import type { Test } from '@textprobe/contract/tests';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { getIndividualTest } from '../../calls/tests.ts';
import { useDialogs } from '../../dialogs/dialog-provider.tsx';
import { ProblemReasons } from '../../dialogs/problem-reasons.tsx';

interface Duplicate {
  /** Whether a draft is there that would be lost. */
  readonly unsent: boolean;
  readonly onTest: (test: Test) => void;
}

export function useDuplicate(duplicate: Duplicate): void {
  const [parameters, setParameters] = useSearchParams();
  const dialogs = useDialogs();
  const latest = useRef(duplicate);
  useEffect(() => {
    latest.current = duplicate;
  });
  const from = parameters.get('from');

  useEffect(() => {
    if (from === null) return;
    const left = new AbortController();
    // Once: loaded again, the page shows what was made of it meanwhile.
    const done = () => setParameters({}, { replace: true });
    async function fill() {
      try {
        const test = await getIndividualTest(Number(from), left.signal);
        if (left.signal.aborted) return;
        const agreed =
          !latest.current.unsent ||
          (await dialogs.confirm(`Replace your draft with a copy of test ${test.testId}?`, {
            confirmLabel: 'Replace',
            cancelLabel: 'Keep my draft',
          }));
        if (agreed && !left.signal.aborted) latest.current.onTest(test);
      } catch (error) {
        if (left.signal.aborted) return;
        console.error('Failed to load the test to copy', error);
        await dialogs.alert('Failed to copy the test. Please try again.', {
          details: <ProblemReasons error={error} />,
        });
      }
      done();
    }
    void fill();
    return () => left.abort();
  }, [from, dialogs, setParameters]);
}
