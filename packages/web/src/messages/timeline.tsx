/** The moments of one message, one under the other, each with its side's sign, its time to the millisecond, and its delay. */
import type { TestLog } from '@textprobe/contract/messages';
import { formatLosAngeles } from '@textprobe/domain/los-angeles-time';
import { IconBuildingBroadcastTower, IconDeviceMobile, IconMessagePlus } from '@tabler/icons-react';
import { formatSeconds } from '@textprobe/domain/delivery-time';
import classes from './execution-detail.module.css';
import { type Moment, type Side, timelineOf } from './message-moments.ts';

const SIGNS = {
  console: IconMessagePlus,
  carrier: IconBuildingBroadcastTower,
  handset: IconDeviceMobile,
} as const satisfies Record<Side, unknown>;

export function Timeline({ log }: { log: TestLog }) {
  return (
    <div>
      <h3 className={classes.heading}>What happened</h3>
      <ol className={classes.timeline}>
        {timelineOf(log).map((moment) => (
          <TimelineMoment key={moment.key} moment={moment} />
        ))}
      </ol>
    </div>
  );
}

function TimelineMoment({ moment }: { moment: Moment }) {
  const { side, title, note, at, sinceMs, kind } = moment;
  const Sign = SIGNS[side];
  return (
    <li className={classes.moment} data-kind={kind}>
      <span className={classes.sign}>
        <Sign size={14} aria-hidden />
      </span>
      <div className={classes.what}>
        <span className={classes.momentTitle}>{title}</span>
        {note !== null && <span className={classes.note}>{note}</span>}
      </div>
      <div className={classes.when}>
        {at !== null && <time dateTime={formatLosAngeles(at)}>{formatLosAngeles(at).slice(11, 23)}</time>}
        {sinceMs !== null && <span className={classes.since}>{since(sinceMs)}</span>}
      </div>
    </li>
  );
}

/** Clocks differ, and a receipt may overtake the answer: then it came before. */
function since(ms: number): string {
  return ms < 0 ? `−${formatSeconds(-ms / 1_000)}` : ms === 0 ? '+0 s' : `+${formatSeconds(ms / 1_000)}`;
}
