/** The four figures of messages, and the same of the periods they are compared with. */
import type { AnalyticsFilters } from '../../calls/analytics.ts';
import type { ComparedPeriods } from './compared-periods.ts';
import { type FigureState, useFigure } from './use-figure.ts';

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

/** @param filters null asks nothing */
export function useMessageFigures(filters: AnalyticsFilters | null): MessageFiguresState {
  const messages = useFigure('messageCount', filters);
  const received = useFigure('receivedMessageCount', filters);
  const rate = useFigure('deliveryRate', filters);
  const delay = useFigure('deliveryDelay', filters);
  const all: readonly FigureState<unknown>[] = [messages, received, rate, delay];
  return {
    figures: {
      messages: messages.figure?.messageCount,
      received: received.figure?.receivedMessageCount,
      rate: rate.figure?.deliveryRate,
      delay: delay.figure?.deliveryDelay,
    },
    isLoading: all.some(({ isLoading }) => isLoading),
    isOutdated: all.some(({ isOutdated }) => isOutdated),
    isFailed: false,
  };
}

export interface ComparedFigures {
  readonly periods: ComparedPeriods;
  readonly now: MessageFigures;
  readonly before: MessageFigures;
  /** One of the two is still on its way, or belongs to other filters. */
  readonly isWaiting: boolean;
}

/** Null where there is no period before, nothing in either, or the one before could not be loaded. */
export function useComparedFigures(
  filters: AnalyticsFilters,
  of: MessageFiguresState,
  periods: ComparedPeriods | null,
): ComparedFigures | null {
  const current = useMessageFigures(periods?.current ? { ...filters, ...periods.current } : null);
  const before = useMessageFigures(periods === null ? null : { ...filters, ...periods.before });
  if (periods === null) return null;
  const now = periods.current === null ? of : current;
  const isWaiting = [now, before].some(({ isLoading, isOutdated }) => isLoading || isOutdated);
  // What failed is no zero to compare with.
  if (!isWaiting && before.figures.messages === undefined) return null;
  if (!isWaiting && now.figures.messages === 0 && before.figures.messages === 0) return null;
  return { periods, now: now.figures, before: before.figures, isWaiting };
}
