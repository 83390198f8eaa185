/** The three cards of messages (ANALYTICS-3), each compared with the period before. */
import type { MessageFigures, MessageFiguresState } from './compared-figures.ts';
import { compareDelays, delayWords } from './comparison.ts';
import { countWords, minutesWords } from './figure-words.ts';
import { COUNTS, ComparedLine, type Measure, MetricCard } from './metric-card.tsx';
import classes from './metric-cards.module.css';
import type { Compared } from './use-bundle.ts';

interface MessageCardsProps {
  readonly state: MessageFiguresState;
  readonly compared: Compared<MessageFigures> | null;
}

const DELAYS: Measure = {
  compare: compareDelays,
  words: (minutes) => (typeof minutes === 'number' ? delayWords(minutes * 60) : '–'),
  none: 'None received',
};

export function MessageCards({ state, compared }: MessageCardsProps) {
  const { figures, isLoading, isOutdated, isFailed } = state;
  const of = (figure: number | null | undefined) => ({
    isLoading,
    isOutdated,
    isError: isFailed || (!isLoading && figure === undefined),
  });
  const line = (name: keyof MessageFigures, measure: Measure) => (
    <ComparedLine
      compared={compared}
      measure={measure}
      now={compared?.now[name]}
      before={compared?.before[name]}
    />
  );
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
          {line('messages', COUNTS)}
        </MetricCard>
        <MetricCard
          name="Received"
          value={countWords(figures.received)}
          note="Confirmed by the handset, or by the receipt where that is the evidence"
          {...of(figures.received)}
        >
          {line('received', COUNTS)}
        </MetricCard>
        <MetricCard
          name="Average Delay"
          value={minutesWords(figures.delay)}
          note={
            typeof figures.delay === 'number'
              ? `${DELAYS.words(figures.delay)} from submitted to received, on average`
              : 'From submitted to received, on average'
          }
          {...of(figures.delay)}
        >
          {line('delay', DELAYS)}
        </MetricCard>
      </dl>
    </section>
  );
}
