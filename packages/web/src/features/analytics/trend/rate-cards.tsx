/** Delivery rates by day, hour, month and carrier, each with its table; pressing a part sets the filter (ANALYTICS-4). */
import { addDays, addMonths } from '@textprobe/domain/los-angeles-calendar';
import { lazy, type ReactNode, Suspense } from 'react';
import { RATE_FORMULA } from '../figures/figure-words.ts';
import { type FigureState, figureOf } from '../figures/use-bundle.ts';
import { ChartCard, type ChartCardProps, type TrendProps } from './chart-card.tsx';
import {
  dayName,
  FigureTable,
  type FigureTableProps,
  monthName,
  type Rates,
  rateRows,
  ratesInWords,
} from './figure-table.tsx';
import { isTooShort, SingleDay } from './single-day.tsx';
import classes from './trend.module.css';

const RateLine = lazy(async () => ({ default: (await import('../charts/trend-charts.tsx')).RateLine }));
const HourBars = lazy(async () => ({ default: (await import('../charts/trend-charts.tsx')).HourBars }));

const sameName = (label: string) => label;

export function Deliverability({ state, filters, onFilter }: TrendProps) {
  const rates = figureOf(state, 'dailyDeliveryRates');
  const days = Object.keys(rates.figure ?? {});
  const chooseDay = (day: string | undefined) => day && onFilter({ startDate: day, endDate: day });
  return (
    <RateCard
      id="deliverability"
      title="Message deliverability over time"
      note={`${RATE_FORMULA}, by day, Los Angeles time`}
      className={classes.twoThirds}
      label="Delivery rate by day"
      head="Day"
      rates={rates}
      nameOf={dayName}
      isNewestFirst
      action="Show this day only"
      onChoose={chooseDay}
      isLong
      chartHeight={260}
      instead={
        rates.figure !== undefined &&
        isTooShort(rates.figure) && <SingleDay rates={rates.figure} filters={filters} />
      }
    >
      <RateLine
        labels={days.map(dayName)}
        rates={Object.values(rates.figure ?? {})}
        label={`Delivery rate by day: ${ratesInWords(rates.figure, dayName)}`}
        onPoint={(index) => chooseDay(days[index])}
      />
    </RateCard>
  );
}

export function HourlyRates({ state }: TrendProps) {
  const rates = figureOf(state, 'hourlyDeliveryRates');
  return (
    <RateCard
      id="hourly-rates"
      title="Delivery rate by hour of the day"
      note={`${RATE_FORMULA}, by hour, Los Angeles time`}
      className={classes.half}
      head="Hour"
      rates={rates}
      nameOf={sameName}
      isLong
      chartHeight={200}
    >
      <HourBars
        labels={Object.keys(rates.figure ?? {})}
        rates={Object.values(rates.figure ?? {})}
        label={`Delivery rate by hour of the day: ${ratesInWords(rates.figure, sameName)}`}
      />
    </RateCard>
  );
}

export function CarrierRates({ state, onFilter }: TrendProps) {
  return (
    <RateCard
      id="carrier-rates"
      title="Delivery rate by carrier"
      className={classes.quarter}
      head="Carrier"
      rates={figureOf(state, 'carrierDeliveryRates')}
      nameOf={sameName}
      action="Show this carrier only"
      onChoose={(carrier) => onFilter({ carrier })}
    />
  );
}

export function MonthlyRates({ state, onFilter }: TrendProps) {
  return (
    <RateCard
      id="monthly-rates"
      title="Delivery rate by month"
      className={classes.quarter}
      head="Month"
      rates={figureOf(state, 'biAnnualDeliveryRates')}
      nameOf={monthName}
      action="Show this month only"
      onChoose={(month) =>
        onFilter({ startDate: `${month}-01`, endDate: addDays(`${addMonths(month, 1)}-01`, -1) })
      }
    />
  );
}

interface RateCardProps
  extends Pick<ChartCardProps, 'id' | 'className'>,
    Pick<FigureTableProps, 'action' | 'onChoose' | 'isLong'> {
  readonly title: string;
  readonly note?: string;
  /** Label of the table; default: the title. */
  readonly label?: string;
  /** Header of the table's first column. */
  readonly head: string;
  readonly rates: FigureState<Rates>;
  readonly nameOf: (label: string) => string;
  readonly isNewestFirst?: boolean;
  /** The chart above the table, if there is one, and its height in pixels. */
  readonly children?: ReactNode;
  readonly chartHeight?: number;
  /** Takes the place of the chart. */
  readonly instead?: ReactNode;
}

function RateCard({
  id,
  title,
  note = RATE_FORMULA,
  className,
  label = title,
  head,
  rates,
  nameOf,
  isNewestFirst = false,
  children,
  chartHeight,
  instead,
  ...table
}: RateCardProps) {
  const { figure, isLoading, isOutdated } = rates;
  const rows = rateRows(figure, nameOf);
  return (
    <ChartCard id={id} title={title} note={note} className={className} isOutdated={isOutdated}>
      {instead}
      {children && !instead && (
        <div className={classes.chart} style={{ height: chartHeight }}>
          {!isLoading && <Suspense fallback={null}>{children}</Suspense>}
        </div>
      )}
      <FigureTable
        {...table}
        label={label}
        heads={[head, 'Delivery rate']}
        rows={isNewestFirst ? rows.reverse() : rows}
        isLoading={isLoading}
      />
    </ChartCard>
  );
}
