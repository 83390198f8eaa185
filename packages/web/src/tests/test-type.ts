/** How a test's type reads, in the list and in its report. */
import type { TestType } from '@textprobe/contract/tests';

const LABELS: Record<TestType, string> = {
  IMMEDIATE: 'Immediate',
  SCHEDULED: 'Scheduled',
  RECURRING: 'Recurring',
};

export function testTypeLabel(type: TestType): string {
  return LABELS[type];
}
