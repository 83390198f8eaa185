/** When the list refreshes itself (LIST-11). */
import type { Test } from '@textprobe/contract/tests';

/** Whether a test may change without anybody's doing: then the page is fetched every minute (LIST-11). */
export function mayChange({
  executionStatus,
  testType,
}: Pick<Test, 'executionStatus' | 'testType'>): boolean {
  return executionStatus === 'EXECUTING' || testType === 'SCHEDULED' || testType === 'RECURRING';
}
