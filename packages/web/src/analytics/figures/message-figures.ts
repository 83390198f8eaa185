/** The four figures of messages, and the same of the periods they are compared with. */
import type { Figures } from '../../calls/analytics-bundle.ts';
import type { ComparedPeriods } from './compared-periods.ts';
import { type BundleState, type Compared, compareFigures } from './use-bundle.ts';

/** Counts, percent, minutes; undefined while unknown or failed, null where nothing can be told. */
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
  /** Zeroes stand in for all of them. */
  readonly isFailed: boolean;
}

/** What stands there when the logs could not be loaded (ANALYTICS-11). */
export const ZEROED: MessageFiguresState = {
  figures: { messages: 0, received: 0, rate: 0, delay: null },
  isLoading: false,
  isOutdated: false,
  isFailed: true,
};

export function messageFigures({ bundle, isLoading, isOutdated }: BundleState): MessageFiguresState {
  return { figures: read(bundle?.figures ?? {}), isLoading, isOutdated, isFailed: false };
}

function read(figures: Figures): MessageFigures {
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
    read,
    // What failed is no zero to compare with.
    (now, before) => before.messages === undefined || (now.messages === 0 && before.messages === 0),
  );
}
