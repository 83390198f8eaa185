/** The figures of tests of a period, and of the one before: of the tests that were made in it. */
import type { AnalyticsFilters } from '../../calls/analytics.ts';
import type { ComparedPeriods } from './compared-periods.ts';
import { useFigure } from './use-figure.ts';

/** Percent and counts; rates are null where nothing is known. */
export interface TestFigures {
  readonly success: number | null;
  readonly fully: number | null;
  readonly unexecuted: number;
  readonly executing: number;
}

export interface ComparedTests {
  readonly periods: ComparedPeriods;
  /** Undefined while they are on their way. */
  readonly now: TestFigures | undefined;
  readonly before: TestFigures | undefined;
  /** One of the two is still on its way, or belongs to other filters. */
  readonly isWaiting: boolean;
}

/** Null where there is no period before, nothing in either, or either could not be loaded. */
export function useComparedTests(
  filters: AnalyticsFilters,
  periods: ComparedPeriods | null,
): ComparedTests | null {
  // Where the filter is itself the period, these are the calls that the cards have made.
  const now = useTestFigures(periods && { ...filters, ...periods.current });
  const before = useTestFigures(periods && { ...filters, ...periods.before });
  if (periods === null) return null;
  const isWaiting = now.isWaiting || before.isWaiting;
  const isMissing = now.figures === undefined || before.figures === undefined;
  if (!isWaiting && (isMissing || now.tests + before.tests === 0)) return null;
  return { periods, now: now.figures, before: before.figures, isWaiting };
}

function useTestFigures(filters: AnalyticsFilters | null) {
  const success = useFigure('executionSuccessRate', filters);
  const fully = useFigure('fullyDeliveredRate', filters);
  const counts = useFigure('executionStatusCounts', filters);
  const isWaiting = [success, fully, counts].some(({ isLoading, isOutdated }) => isLoading || isOutdated);
  const byStatus = counts.figure?.executionStatusCounts;
  const tests = Object.values(byStatus ?? {}).reduce((sum, one) => sum + one, 0);
  const figures: TestFigures | undefined =
    success.figure && fully.figure && byStatus
      ? {
          success: success.figure.executionSuccessRate,
          fully: fully.figure.fullyDeliveredRate,
          unexecuted: byStatus.UNEXECUTED,
          executing: byStatus.EXECUTING,
        }
      : undefined;
  return { figures, tests, isWaiting };
}
