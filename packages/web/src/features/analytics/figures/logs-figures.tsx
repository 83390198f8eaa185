/** The gauge and the seven cards above the logs (ANALYTICS-3). Drawn anew for other figures only, whatever goes on around them. */
import { memo } from 'react';
import type { AnalyticsFilters } from '../../../api/analytics.ts';
import { comparedMessages, messageFigures, ZEROED } from './compared-figures.ts';
import type { ComparedPeriods } from './compared-periods.ts';
import { DeliveryGauge } from './delivery-gauge.tsx';
import classes from './logs-figures.module.css';
import { MessageCards } from './message-cards.tsx';
import { TestCards } from './test-cards.tsx';
import type { BundleState } from './use-bundle.ts';

interface LogsFiguresProps {
  readonly state: BundleState;
  readonly filters: AnalyticsFilters;
  readonly periods: ComparedPeriods | null;
  /** The logs could not be loaded: zeroes stand in for the figures of messages (ANALYTICS-11). */
  readonly isZeroed: boolean;
  readonly onReceived: () => void;
}

export const LogsFigures = memo(function LogsFigures(props: LogsFiguresProps) {
  const { state, filters, periods, isZeroed, onReceived } = props;
  const figures = isZeroed ? ZEROED : messageFigures(state);
  const compared = isZeroed ? null : comparedMessages(state, periods);
  return (
    <div className={classes.room}>
      <div className={classes.figures}>
        <DeliveryGauge state={figures} compared={compared} onReceived={onReceived} />
        <div className={classes.groups}>
          <MessageCards state={figures} compared={compared} />
          <TestCards state={state} filters={filters} periods={periods} />
        </div>
      </div>
    </div>
  );
});
