/** The three cards of messages (ANALYTICS-3), each compared with the period before. */
import { periodWords } from './compared-periods.ts';
import { type Comparison, compareCounts, compareDelays, delayWords } from './comparison.ts';
import { countWords, minutesWords } from './figure-words.ts';
import { ComparedLine, MetricCard } from './metric-card.tsx';
import classes from './metric-cards.module.css';
import type { ComparedFigures, MessageFiguresState } from './message-figures.ts';

interface MessageCardsProps {
  readonly state: MessageFiguresState;
  readonly compared: ComparedFigures | null;
}

export function MessageCards({ state, compared }: MessageCardsProps) {
  const { figures, isLoading, isOutdated, isFailed } = state;
  const of = (figure: number | null | undefined) => ({
    isLoading,
    isOutdated,
    isError: isFailed || (!isLoading && figure === undefined),
  });
  const line = (comparison: Comparison | null, recent: string, before: string) =>
    compared && (
      <ComparedLine
        comparison={comparison}
        recent={compared.periods.current === null ? null : recent}
        before={before}
        period={periodWords(compared.periods)}
        isWaiting={compared.isWaiting}
      />
    );
  const { now, before } = compared ?? {};
  return (
    <section className={classes.group} aria-labelledby="message-figures">
      <h2 id="message-figures" className={classes.title}>
        Messages
      </h2>
      <dl className={classes.cards}>
        <MetricCard
          name="Messages"
          value={countWords(figures.messages)}
          note="One for each office and phone of a run"
          {...of(figures.messages)}
        >
          {line(
            compareCounts(now?.messages, before?.messages),
            countWords(now?.messages),
            countWords(before?.messages),
          )}
        </MetricCard>
        <MetricCard
          name="Received"
          value={countWords(figures.received)}
          note="Confirmed by the handset, or by the receipt where that is the evidence"
          {...of(figures.received)}
        >
          {line(
            compareCounts(now?.received, before?.received),
            countWords(now?.received),
            countWords(before?.received),
          )}
        </MetricCard>
        <MetricCard
          name="Average Delay"
          value={minutesWords(figures.delay)}
          note={
            typeof figures.delay === 'number'
              ? `${delayWords(figures.delay * 60)} from submitted to received, on average`
              : 'From submitted to received, on average'
          }
          {...of(figures.delay)}
        >
          {line(
            compareDelays(now?.delay, before?.delay),
            delayOf(now?.delay),
            typeof before?.delay === 'number' ? delayOf(before.delay) : 'None received',
          )}
        </MetricCard>
      </dl>
    </section>
  );
}

function delayOf(minutes: number | null | undefined): string {
  return typeof minutes === 'number' ? delayWords(minutes * 60) : '–';
}
