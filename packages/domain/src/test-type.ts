/** Labels of test types, in the list and in reports. */

/** When a test runs: at once, once later, or repeatedly. */
export type TestType = 'IMMEDIATE' | 'SCHEDULED' | 'RECURRING';

const LABELS: Record<TestType, string> = {
  IMMEDIATE: 'Immediate',
  SCHEDULED: 'Scheduled',
  RECURRING: 'Recurring',
};

/** The label on screens and in reports; an unknown type is shown as it is. */
export function testTypeLabel(type: TestType): string {
  return LABELS[type] ?? type;
}
