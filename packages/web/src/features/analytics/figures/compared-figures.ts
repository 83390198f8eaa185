/** The figures of messages and tests, with those of the period they are compared with. */
import type { Figure, Figures } from '../../../api/analytics-bundle.ts';
import type { ComparedPeriods } from './compared-periods.ts';
import { type BundleState, type Compared, compareFigures } from './use-bundle.ts';

/** Counts, percent, minutes; undefined while unknown or failed, null where there is no value. */
export interface MessageFigures {
  readonly messages: number | undefined;
  readonly received: number | undefined;
  readonly rate: number | null | undefined;
  /** With its counts; undefined while unknown or failed. */
  readonly unaltered?: Figure<'unalteredRate'> | undefined;
  readonly delay: number | null | undefined;
}

export interface MessageFiguresState {
  readonly figures: MessageFigures;
  readonly isLoading: boolean;
  readonly isOutdated: boolean;
  /** Whether all figures are zero because the logs failed to load. */
  readonly isFailed: boolean;
}

/** Shown if the logs failed to load (ANALYTICS-11). */
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
    unaltered: figures.unalteredRate,
    delay: figures.deliveryDelay?.deliveryDelay,
  };
}

/** Null without a previous period, without messages in either, or if the previous one failed to load. */
export function comparedMessages(
  state: BundleState,
  periods: ComparedPeriods | null,
): Compared<MessageFigures> | null {
  return compareFigures(
    state,
    periods,
    readMessages,
    // A failed figure must not be compared as zero.
    (now, before) => before.messages === undefined || (now.messages === 0 && before.messages === 0),
  );
}

/** Percent and counts; a rate is null if unknown. */
export interface TestFigures {
  readonly success: number | null;
  readonly fully: number | null;
  readonly unexecuted: number;
  readonly executing: number;
  /** All tests. */
  readonly tests: number;
}

/** Null without a previous period, without tests in either, or if either failed to load; figures are undefined while loading. */
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
