/** How a test's fields read in the list (LIST-3), and when the list refreshes itself (LIST-11). */
import type { Test } from '@textprobe/contract/tests';

/** The server says whether occurrences remain. */
export function recurrenceWords({ recurrenceActive }: Pick<Test, 'recurrenceActive'>): string {
  return recurrenceActive ? 'Recurrence: Active' : 'N/A';
}

/** The first name and how many more there are; all of them for whoever asks. */
export function shortList(names: readonly string[]): { readonly short: string; readonly all: string } {
  const [first = 'N/A', ...others] = names;
  return {
    short: others.length === 0 ? first : `${first} +${others.length}`,
    all: names.join(', '),
  };
}

/** Whether a test may change without anybody's doing: then the page is fetched every minute (LIST-11). */
export function mayChange({
  executionStatus,
  testType,
}: Pick<Test, 'executionStatus' | 'testType'>): boolean {
  return executionStatus === 'EXECUTING' || testType === 'SCHEDULED' || testType === 'RECURRING';
}
