/** Delivery Trend: how tests end, and how the delivery rate goes along days, hours, months and carriers (ANALYTICS-4). */
import { TypeCounts } from './count-bars.tsx';
import { Deliverability } from './deliverability.tsx';
import { Findings } from './findings.tsx';
import { HourlyRates } from './hourly-rates.tsx';
import { CarrierRates, MonthlyRates } from './rate-bars.tsx';
import { StatusOverview } from './status-overview.tsx';
import type { TrendProps } from './trend-props.ts';
import classes from './trend.module.css';

export function TrendTab({ state, filters, onFilter }: TrendProps) {
  return (
    <div className={classes.grid}>
      <StatusOverview state={state} filters={filters} />
      <Deliverability state={state} filters={filters} onFilter={onFilter} />
      <HourlyRates state={state} />
      <CarrierRates state={state} filters={filters} onFilter={onFilter} />
      <MonthlyRates state={state} filters={filters} onFilter={onFilter} />
      <TypeCounts state={state} filters={filters} onFilter={onFilter} />
      <Findings state={state} filters={filters} onFilter={onFilter} />
    </div>
  );
}
