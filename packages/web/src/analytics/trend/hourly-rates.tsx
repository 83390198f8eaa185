/** Delivery rates by the hour of the day: when messages get lost. */
import { Suspense } from 'react';
import type { AnalyticsFilters } from '../../calls/analytics.ts';
import { HourBars } from '../charts/lazy-charts.tsx';
import { RATE_FORMULA } from '../figures/figure-words.ts';
import { useFigure } from '../figures/use-figure.ts';
import { ChartCard } from './chart-card.tsx';
import { FigureTable } from './figure-table.tsx';
import { rateRows, ratesInWords } from './rate-rows.ts';
import classes from './trend.module.css';

const sameName = (label: string) => label;

export function HourlyRates({ filters }: { filters: AnalyticsFilters }) {
  const { figure, isLoading, isOutdated } = useFigure('hourlyDeliveryRates', filters);
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
        isLong
      />
    </ChartCard>
  );
}
