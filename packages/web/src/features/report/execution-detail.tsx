/** An opened row: the verdict, what to do and why, the timeline of all ledgers, and the sent text beside the received one. */
import type { MediaFile } from '@textprobe/contract/media';
import type { TestLog } from '@textprobe/contract/messages';
import { whatToDo } from '@textprobe/domain/advice';
import { formatSeconds } from '@textprobe/domain/delivery-time';
import { formatLosAngeles } from '@textprobe/domain/los-angeles-time';
import { describeOutcome } from '@textprobe/domain/verdict';
import { toneOf } from '@textprobe/domain/verdict-tones';
import { ToneSign } from '../../ui/tone-sign.tsx';
import { CopyForCarrier } from './copy-for-carrier.tsx';
import classes from './execution-detail.module.css';
import { MessageMedia } from './media-list.tsx';
import { type Moment, timelineOf } from './message-moments.ts';
import { MessageTexts } from './message-texts.tsx';
import { SIDES, VerdictWhy } from './verdict-why.tsx';
import { HoldUp } from './waiting-notice.tsx';

const EVIDENCE: Record<TestLog['evidence'], string> = {
  handset: 'This phone is judged by its handset’s report.',
  receipt: 'This phone has no agent, so it is judged by the carrier’s receipt.',
};

interface ExecutionDetailProps {
  readonly log: TestLog;
  /** Files of an MMS as sent. */
  readonly sentFiles: readonly MediaFile[];
  readonly isMms: boolean;
}

export function ExecutionDetail({ log, sentFiles, isMms }: ExecutionDetailProps) {
  const hasMedia = sentFiles.length > 0 || (log.reception?.media.length ?? 0) > 0;
  const advice = whatToDo(log);
  return (
    <div className={classes.detail}>
      <div className={classes.sentence}>
        <ToneSign tone={toneOf(log.verdict)} size={16} />
        <div>
          <strong>{describeOutcome(log)}</strong> {EVIDENCE[log.evidence]}
          {log.settled ? '' : ' Not settled yet.'}
          {advice !== null && (
            <p className={classes.advice}>
              <strong>What to do:</strong> {advice}
            </p>
          )}
        </div>
        <CopyForCarrier logId={log.testLogID} />
      </div>
      <HoldUp log={log} />
      <VerdictWhy log={log} />
      <div className={classes.columns}>
        <Timeline log={log} />
        <div>
          <MessageTexts log={log} isMms={isMms} />
          {hasMedia && <MessageMedia log={log} sentFiles={sentFiles} />}
        </div>
      </div>
    </div>
  );
}

/** The events of one message in order, each with its side's sign, its time to the millisecond and its delay. */
function Timeline({ log }: { log: TestLog }) {
  return (
    <div>
      <h3 className={classes.heading}>
        What happened{log.submission.at !== null && <small>+ and − count from its submission</small>}
      </h3>
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
  const [Sign] = SIDES[side];
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

/** Negative before submission, if clocks differ, or if the receipt arrived before the answer. */
function since(ms: number): string {
  if (ms === 0) return '0 s';
  return `${ms < 0 ? '−' : '+'}${formatSeconds(Math.abs(ms) / 1_000)}`;
}
