/** Rates by carrier and by month, as tables with a bar in each row: chart and table in one. */
import { addDays, addMonths } from '@textprobe/domain/los-angeles-calendar';
import { RATE_FORMULA } from '../figures/figure-words.ts';
import { figureOf } from '../figures/use-bundle.ts';
import { ChartCard } from './chart-card.tsx';
import { FigureTable } from './figure-table.tsx';
import { monthName, rateRows } from './rate-rows.ts';
import type { TrendProps } from './trend-props.ts';
import classes from './trend.module.css';

export function CarrierRates({ state, onFilter }: TrendProps) {
  const { figure, isLoading, isOutdated } = figureOf(state, 'carrierDeliveryRates');
  return (
    <ChartCard
      id="carrier-rates"
      title="Delivery rate by carrier"
      note={RATE_FORMULA}
      className={classes.quarter}
      isOutdated={isOutdated}
    >
      <FigureTable
        label="Delivery rate by carrier"
        heads={['Carrier', 'Delivery rate']}
        rows={rateRows(figure, (carrier) => carrier)}
        isLoading={isLoading}
        action="Show this carrier only"
        onChoose={(carrier) => onFilter({ carrier })}
      />
    </ChartCard>
  );
}

export function MonthlyRates({ state, onFilter }: TrendProps) {
  const { figure, isLoading, isOutdated } = figureOf(state, 'biAnnualDeliveryRates');
  return (
    <ChartCard
      id="monthly-rates"
      title="Delivery rate by month"
      note={RATE_FORMULA}
      className={classes.quarter}
      isOutdated={isOutdated}
    >
      <FigureTable
        label="Delivery rate by month"
        heads={['Month', 'Delivery rate']}
        rows={rateRows(figure, monthName)}
        isLoading={isLoading}
        action="Show this month only"
        onChoose={(month) =>
          onFilter({ startDate: `${month}-01`, endDate: addDays(`${addMonths(month, 1)}-01`, -1) })
        }
      />
    </ChartCard>
  );
}
