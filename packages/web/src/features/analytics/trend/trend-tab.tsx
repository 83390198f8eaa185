/** Delivery Trend: how tests end, and the delivery rate by day, hour, month and carrier (ANALYTICS-4). */
import type { TrendProps } from './chart-card.tsx';
import { Findings, TypeCounts } from './count-cards.tsx';
import { CarrierRates, Deliverability, HourlyRates, MonthlyRates } from './rate-cards.tsx';
import { ReceiptTruthCard } from './receipt-truth-card.tsx';
import { StatusOverview } from './status-overview.tsx';
import classes from './trend.module.css';

export function TrendTab(props: TrendProps) {
  return (
    <div className={classes.grid}>
      <ReceiptTruthCard {...props} />
      <StatusOverview {...props} />
      <Deliverability {...props} />
      <HourlyRates {...props} />
      <CarrierRates {...props} />
      <MonthlyRates {...props} />
      <TypeCounts {...props} />
      <Findings {...props} />
    </div>
  );
}
