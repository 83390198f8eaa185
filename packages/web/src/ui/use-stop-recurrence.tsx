/** Stops the recurrence of a test from its row or its report: asks first, and shows a failure (LIST-14). */
import { useQueryClient } from '@tanstack/react-query';
import { stopRecurrence } from '../api/tests.ts';
import { dialogs } from './dialogs.tsx';
import { useListAction } from './list-action.tsx';

/** Returns a function that asks, stops the recurrence and refetches lists and the report. */
export function useStopRecurrence(testId: number): () => Promise<void> {
  const queries = useQueryClient();
  const run = useListAction(() =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['tests'] }),
      queries.invalidateQueries({ queryKey: ['report', testId] }),
    ]),
  );
  return () =>
    run({
      what: 'stop the recurrence',
      question: {
        text: 'Are you sure you want to stop the recurrence of this test?',
        confirmLabel: 'Stop recurrence',
        details: 'No further run will start. A run in progress continues, and all reports stay.',
      },
      act: () => stopRecurrence(testId),
      onFailed: (error) => dialogs.alert('Failed to stop the recurrence. Please try again.', error),
    });
}
