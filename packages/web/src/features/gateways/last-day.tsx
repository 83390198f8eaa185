/** A strip with the last 24 hours of a gateway: how much it sent in each, and how much of that arrived (EVIDENCE-2). */
import type { GatewayHours } from '@textprobe/contract/gateways';
import { useNow } from '../../ui/relative-time.ts';
import tones from '../../ui/tones.module.css';
import classes from './last-day.module.css';
import { hourWords, lastDay, lastDayWords } from './last-day-words.ts';

export function LastDay({ hours }: { readonly hours: GatewayHours['hours'] }) {
  const day = lastDay(hours, useNow(60_000));
  const words = lastDayWords(day);
  const most = Math.max(1, ...day.map(({ messages }) => messages));
  return (
    <div className={classes.day}>
      <div className={classes.strip} role="img" aria-label="Messages by hour">
        {day.map((hour) => (
          <div key={hour.at} className={classes.hour} data-tip={hourWords(hour)}>
            {(
              [
                ['unknown', hour.messages - hour.known],
                ['failed', hour.known - hour.received],
                ['arrived', hour.received],
              ] as const
            ).map(([tone, count]) => (
              <div
                key={tone}
                className={`${classes.part} ${tones[tone]}`}
                style={{ height: `${(100 * count) / most}%` }}
              />
            ))}
          </div>
        ))}
      </div>
      <p className={classes.words}>{words}</p>
    </div>
  );
}
