/** How a test's type reads, in the list and in its reports. */

/** When a test runs: at once, once later, or again and again. */
export type TestType = 'IMMEDIATE' | 'SCHEDULED' | 'RECURRING';

const LABELS: Record<TestType, string> = {
  IMMEDIATE: 'Immediate',
  SCHEDULED: 'Scheduled',
  RECURRING: 'Recurring',
};

/** The type as screens and reports write it; one that is not known stands for itself. */
export function testTypeLabel(type: TestType): string {
  return LABELS[type] ?? type;
}
