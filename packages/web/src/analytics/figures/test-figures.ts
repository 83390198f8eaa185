/** The figures of tests of a period, and of the one before: of the tests that were made in it. */
import type { Figures } from '../../calls/analytics-bundle.ts';
import type { ComparedPeriods } from './compared-periods.ts';
import { type BundleState, compareFigures } from './use-bundle.ts';

/** Percent and counts; rates are null where nothing is known. */
export interface TestFigures {
  readonly success: number | null;
  readonly fully: number | null;
  readonly unexecuted: number;
  readonly executing: number;
  /** All of them. */
  readonly tests: number;
}

export interface ComparedTests {
  readonly periods: ComparedPeriods;
  /** Undefined while they are on their way. */
  readonly now: TestFigures | undefined;
  readonly before: TestFigures | undefined;
  /** They are still on their way, or belong to other filters. */
  readonly isWaiting: boolean;
}

/** Null where there is no period before, nothing in either, or either could not be loaded. */
export function comparedTests(state: BundleState, periods: ComparedPeriods | null): ComparedTests | null {
  if (periods === null) return null;
  const { now, before, isWaiting } = compareFigures(state, periods, read);
  const isMissing = now === undefined || before === undefined;
  if (!isWaiting && (isMissing || now.tests + before.tests === 0)) return null;
  return { periods, now, before, isWaiting };
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
