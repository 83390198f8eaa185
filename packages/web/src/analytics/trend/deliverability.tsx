/** 'Message deliverability over time' (ANALYTICS-4): the daily rates; a day, pressed, becomes the date filter. */
import { Suspense } from 'react';
import { RateLine } from '../charts/lazy-charts.tsx';
import { RATE_FORMULA } from '../figures/figure-words.ts';
import { figureOf } from '../figures/use-bundle.ts';
import { ChartCard } from './chart-card.tsx';
import { FigureTable } from './figure-table.tsx';
import { dayName, rateRows, ratesInWords } from './rate-rows.ts';
import type { TrendProps } from './trend-props.ts';
import classes from './trend.module.css';

export function Deliverability({ state, onFilter }: TrendProps) {
  const { figure, isLoading, isOutdated } = figureOf(state, 'dailyDeliveryRates');
  const days = Object.keys(figure ?? {});
  const chooseDay = (day: string | undefined) => day && onFilter({ startDate: day, endDate: day });
  return (
    <ChartCard
      id="deliverability"
      title="Message deliverability over time"
      note={`${RATE_FORMULA}, by day in Los Angeles`}
      className={classes.twoThirds}
      isOutdated={isOutdated}
    >
      <div className={classes.line}>
        {!isLoading && (
          <Suspense fallback={null}>
            <RateLine
              labels={days.map(dayName)}
              rates={Object.values(figure ?? {})}
              label={`Delivery rate by day: ${ratesInWords(figure, dayName)}`}
              onPoint={(index) => chooseDay(days[index])}
            />
          </Suspense>
        )}
      </div>
      <FigureTable
        label="Delivery rate by day"
        heads={['Day', 'Delivery rate']}
        rows={rateRows(figure, dayName).reverse()}
        isLoading={isLoading}
        action="Show this day only"
        onChoose={chooseDay}
        isLong
      />
    </ChartCard>
  );
}
