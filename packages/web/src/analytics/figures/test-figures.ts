/** The figures of tests of a period, and of the one before: of the tests that were made in it. */
import type { Figures } from '../../calls/analytics-bundle.ts';
import type { ComparedPeriods } from './compared-periods.ts';
import { type BundleState, type Compared, compareFigures } from './use-bundle.ts';

/** Percent and counts; rates are null where nothing is known. */
export interface TestFigures {
  readonly success: number | null;
  readonly fully: number | null;
  readonly unexecuted: number;
  readonly executing: number;
  /** All of them. */
  readonly tests: number;
}

/** Null where there is no period before, nothing in either, or either could not be loaded; undefined figures are on their way. */
export function comparedTests(
  state: BundleState,
  periods: ComparedPeriods | null,
): Compared<TestFigures | undefined> | null {
  return compareFigures(
    state,
    periods,
    read,
    (now, before) => now === undefined || before === undefined || now.tests + before.tests === 0,
  );
}

function read({
  executionSuccessRate,
  fullyDeliveredRate,
  executionStatusCounts,
}: Figures): TestFigures | undefined {
  const counts = executionStatusCounts?.executionStatusCounts;
  if (!executionSuccessRate || !fullyDeliveredRate || !counts) return undefined;
  return {
    success: executionSuccessRate.executionSuccessRate,
    fully: fullyDeliveredRate.fullyDeliveredRate,
    unexecuted: counts.UNEXECUTED,
    executing: counts.EXECUTING,
    tests: Object.values(counts).reduce((sum, one) => sum + one, 0),
  };
}
