/** Where the tests of a status are listed. */
import type { ExecutionStatus } from '@textprobe/domain/run-status';
import type { TestType } from '@textprobe/domain/test-type';

/** With the test type that is filtered; the list knows no message type and no dates. */
export function testsAddress(status: ExecutionStatus, testType: TestType | undefined): string {
  const type = testType === undefined ? '' : `&testType=${testType}`;
  return `/tests?executionStatus=${status}${type}`;
}
