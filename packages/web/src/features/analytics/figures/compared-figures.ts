/** The figures of messages and tests, and the same figures for the periods they are compared with. */
import type { Figures } from '../../../api/analytics-bundle.ts';
import type { ComparedPeriods } from './compared-periods.ts';
import { type BundleState, type Compared, compareFigures } from './use-bundle.ts';

/** Counts, percent, minutes; undefined while unknown or failed, null where there is no value. */
export interface MessageFigures {
  readonly messages: number | undefined;
  readonly received: number | undefined;
  readonly rate: number | null | undefined;
  readonly delay: number | null | undefined;
}

export interface MessageFiguresState {
  readonly figures: MessageFigures;
  readonly isLoading: boolean;
  readonly isOutdated: boolean;
  /** All figures are zero because the logs could not be loaded. */
  readonly isFailed: boolean;
}

/** Shown when the logs could not be loaded (ANALYTICS-11). */
export const ZEROED: MessageFiguresState = {
  figures: { messages: 0, received: 0, rate: 0, delay: null },
  isLoading: false,
  isOutdated: false,
  isFailed: true,
};

export function messageFigures({ bundle, isLoading, isOutdated }: BundleState): MessageFiguresState {
  return { figures: readMessages(bundle?.figures ?? {}), isLoading, isOutdated, isFailed: false };
}

function readMessages(figures: Figures): MessageFigures {
  return {
    messages: figures.messageCount?.messageCount,
    received: figures.receivedMessageCount?.receivedMessageCount,
    rate: figures.deliveryRate?.deliveryRate,
    delay: figures.deliveryDelay?.deliveryDelay,
  };
}

/** Null where there is no period before, nothing in either, or the one before could not be loaded. */
export function comparedMessages(
  state: BundleState,
  periods: ComparedPeriods | null,
): Compared<MessageFigures> | null {
  return compareFigures(
    state,
    periods,
    readMessages,
    // What failed is no zero to compare with.
    (now, before) => before.messages === undefined || (now.messages === 0 && before.messages === 0),
  );
}

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
    readTests,
    (now, before) => now === undefined || before === undefined || now.tests + before.tests === 0,
  );
}

function readTests({
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
