/** Stops the recurrence of a test from its row or its report: asks first, and shows a failure (LIST-14). */
import { useQueryClient } from '@tanstack/react-query';
import { stopRecurrence } from '../api/tests.ts';
import { dialogs } from './dialogs.tsx';

/** Returns a function that asks, stops the recurrence and refetches lists and reports; true if it was stopped. */
export function useStopRecurrence(): (testId: number) => Promise<boolean> {
  const queries = useQueryClient();
  return async (testId) => {
    const question = 'Are you sure you want to stop the recurrence of this test?';
    const sure = await dialogs.confirm(question, {
      confirmLabel: 'Stop recurrence',
      details: <p>No further run will start. A run in progress continues, and all reports stay.</p>,
      danger: true,
    });
    if (!sure) return false;
    try {
      await stopRecurrence(testId);
    } catch (error) {
      console.error('Failed to stop the recurrence', error);
      await dialogs.alert('Failed to stop the recurrence. Please try again.', error);
      return false;
    } finally {
      // Refetch after a rejection too: it shows that the screen is out of date.
      void queries.invalidateQueries({ queryKey: ['tests'] });
      void queries.invalidateQueries({ queryKey: ['report', testId] });
    }
    return true;
  };
}
