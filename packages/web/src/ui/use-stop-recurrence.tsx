/** Stopping the recurrence of a test, from its row or its report: asked first, and told when it fails (LIST-14). */
import { useQueryClient } from '@tanstack/react-query';
import { stopRecurrence } from '../api/tests.ts';
import { useDialogs } from './dialog-provider.tsx';

/** The answer asks, stops, and has lists and reports fetched anew; true when it is stopped. */
export function useStopRecurrence(): (testId: number) => Promise<boolean> {
  const dialogs = useDialogs();
  const queries = useQueryClient();
  return async (testId) => {
    const question = 'Are you sure you want to stop the recurrence of this test?';
    const sure = await dialogs.confirm(question, {
      confirmLabel: 'Stop recurrence',
      details: <p>No further run will begin. A run that has begun goes on, and all reports stay.</p>,
      danger: true,
    });
    if (!sure) return false;
    try {
      await stopRecurrence(testId);
    } catch (error) {
      console.error(error);
      await dialogs.alert('Failed to stop the recurrence. Please try again.', error);
      return false;
    } finally {
      // Even a refusal says that what is shown is not what is.
      void queries.invalidateQueries({ queryKey: ['tests'] });
      void queries.invalidateQueries({ queryKey: ['report', testId] });
    }
    return true;
  };
}
