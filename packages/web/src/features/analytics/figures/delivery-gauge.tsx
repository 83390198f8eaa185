/** The gauge of the delivery rate, the formula behind it, and the same figures as a table (ANALYTICS-3, 9). */
import { Text } from '@mantine/core';
import { GaugeChart } from '../charts/gauge-chart.tsx';
import type { MessageFigures, MessageFiguresState } from './compared-figures.ts';
import { compareRates } from './comparison.ts';
import classes from './delivery-gauge.module.css';
import { percentWords, RATE_FORMULA } from './figure-words.ts';
import { ComparedLine, type Measure } from './metric-card.tsx';
import cards from './metric-cards.module.css';
import type { Compared } from './use-bundle.ts';

const RATES: Measure = { compare: compareRates, words: percentWords, none: 'No outcome known' };

interface DeliveryGaugeProps {
  readonly state: MessageFiguresState;
  readonly compared: Compared<MessageFigures> | null;
  /** The green part, or its row, was pressed. */
  readonly onReceived: () => void;
}

export function DeliveryGauge({ state, compared, onReceived }: DeliveryGaugeProps) {
  const { figures, isLoading, isOutdated, isFailed } = state;
  const { rate } = figures;
  const hasRate = typeof rate === 'number';
  const noRate = isLoading ? 'loading' : 'no outcome known';
  const rest = hasRate && !isFailed ? Math.round((100 - rate) * 10) / 10 : null;
  return (
    <section className={classes.frame} aria-labelledby="delivery-rate">
      <h2 id="delivery-rate" className={`${cards.title} ${classes.title}`}>
        Delivery Rate
      </h2>
      <div className={classes.gauge} data-outdated={isOutdated || undefined}>
        <GaugeChart
          rate={rate ?? 0}
          label={`Delivery rate: ${hasRate ? percentWords(rate) : noRate}`}
          onReceived={onReceived}
        />
        <div className={classes.center} aria-hidden>
          <span className={classes.rate}>{isLoading ? '' : percentWords(rate)}</span>
          <Text span fz="sm" c="dimmed">
            received
          </Text>
        </div>
      </div>
      <div className={classes.words}>
        <table className={classes.table} aria-label="Delivery rate">
          <tbody>
            <tr>
              <th scope="row">
                <button type="button" className={classes.part} onClick={onReceived}>
                  <span className={`${classes.key} ${classes.received}`} aria-hidden />
                  Received
                </button>
              </th>
              <td>{percentWords(rate)}</td>
            </tr>
            <tr>
              <th scope="row">
                <span className={classes.part}>
                  <span className={`${classes.key} ${classes.rest}`} aria-hidden />
                  Not received
                </span>
              </th>
              <td>{percentWords(rest)}</td>
            </tr>
          </tbody>
        </table>
        <Text size="xs" c="dimmed" mt={8}>
          {RATE_FORMULA}
        </Text>
        {compared && (
          <dl className={classes.compared}>
            <dt>Delivery rate</dt>
            <ComparedLine
              compared={compared}
              measure={RATES}
              now={compared.now.rate}
              before={compared.before.rate}
            />
          </dl>
        )}
      </div>
    </section>
  );
}
