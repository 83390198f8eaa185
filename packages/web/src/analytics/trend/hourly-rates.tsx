/** Delivery rates by the hour of the day: when messages get lost. */
import { Suspense } from 'react';
import { HourBars } from '../charts/lazy-charts.tsx';
import { RATE_FORMULA } from '../figures/figure-words.ts';
import { figureOf } from '../figures/use-bundle.ts';
import { ChartCard } from './chart-card.tsx';
import { FigureTable } from './figure-table.tsx';
import { rateRows, ratesInWords } from './rate-rows.ts';
import type { TrendProps } from './trend-props.ts';
import classes from './trend.module.css';

const sameName = (label: string) => label;

export function HourlyRates({ state }: Pick<TrendProps, 'state'>) {
  const { figure, isLoading, isOutdated } = figureOf(state, 'hourlyDeliveryRates');
  return (
    <ChartCard
      id="hourly-rates"
      title="Delivery rate by hour of the day"
      note={`${RATE_FORMULA}, by the hour in Los Angeles`}
      className={classes.half}
      isOutdated={isOutdated}
    >
      <div className={classes.hours}>
        {!isLoading && (
          <Suspense fallback={null}>
            <HourBars
              labels={Object.keys(figure ?? {})}
              rates={Object.values(figure ?? {})}
              label={`Delivery rate by hour of the day: ${ratesInWords(figure, sameName)}`}
            />
          </Suspense>
        )}
      </div>
      <FigureTable
        label="Delivery rate by hour of the day"
        heads={['Hour', 'Delivery rate']}
        rows={rateRows(figure, sameName)}
        isLoading={isLoading}
        isLong
      />
    </ChartCard>
  );
}
