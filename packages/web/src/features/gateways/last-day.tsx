/** A strip with the last 24 hours of a gateway: how much it sent in each, and how much of that arrived (EVIDENCE-2). */
import type { GatewayHours } from '@textprobe/contract/gateways';
import { OutcomeStrip } from '../../ui/outcome-strip.tsx';
import { useNow } from '../../ui/relative-time.ts';
import classes from './last-day.module.css';
import { hourWords, lastDay, lastDayWords } from './last-day-words.ts';

export function LastDay({ hours }: { readonly hours: GatewayHours['hours'] }) {
  const day = lastDay(hours, useNow(60_000));
  const words = lastDayWords(day);
  return (
    <div className={classes.day}>
      <OutcomeStrip
        label="Messages by hour"
        size="small"
        columns={day.map((hour) => ({ ...hour, key: hour.at, words: hourWords(hour) }))}
      />
      <p className={classes.words}>{words}</p>
    </div>
  );
}
