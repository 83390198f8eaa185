/** Why a test that has begun can be neither updated nor deleted (LIST-8, UPDATE-2). */
import type { ExecutionStatus } from '@textprobe/domain/run-status';

/** The alert's text; null while the test is UNEXECUTED, which includes no status (LIST-12). */
export function refusal(
  action: 'update' | 'delete',
  status: ExecutionStatus | null | undefined,
): string | null {
  if (status === null || status === undefined || status === 'UNEXECUTED') return null;
  return `Cannot ${action} test. Test has execution status: ${status}. Only unexecuted tests can be ${action}d.`;
}
