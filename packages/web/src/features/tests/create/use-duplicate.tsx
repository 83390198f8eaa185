/** `/create-tests?from={testId}`: fills the form with a copy of this test, its files included (LIST-14). */
import type { Test } from '@textprobe/contract/tests';
import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';
import { getIndividualTest } from '../../../api/tests.ts';
import { useDialogs } from '../../../ui/dialog-provider.tsx';

interface Duplicate {
  /** Whether filling the form would discard an unsent draft. */
  readonly unsent: boolean;
  readonly onTest: (test: Test) => void;
}

export function useDuplicate({ unsent, onTest }: Duplicate): void {
  const [parameters, setParameters] = useSearchParams();
  const dialogs = useDialogs();
  const from = parameters.get('from');

  const isWelcome = useEffectEvent(
    async ({ testId }: Test) =>
      !unsent ||
      (await dialogs.confirm(`Replace your draft with a copy of test ${testId}?`, {
        confirmLabel: 'Replace',
        cancelLabel: 'Keep my draft',
      })),
  );
  const take = useEffectEvent(onTest);

  useEffect(() => {
    if (from === null) return;
    const left = new AbortController();
    async function fill() {
      try {
        const test = await getIndividualTest(Number(from), left.signal);
        if (left.signal.aborted) return;
        if ((await isWelcome(test)) && !left.signal.aborted) take(test);
      } catch (error) {
        if (left.signal.aborted) return;
        console.error('Failed to load the test to copy', error);
        await dialogs.alert('Failed to copy the test. Please try again.', error);
      }
      // Remove the parameter so that a reload restores the edited draft instead of copying the test again.
      setParameters({}, { replace: true });
    }
    void fill();
    return () => left.abort();
  }, [from, dialogs, setParameters]);
}
