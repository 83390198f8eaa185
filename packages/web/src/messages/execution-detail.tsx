/** An opened row: the verdict in a sentence and why, the timeline of both ledgers, what was sent beside what arrived. */
import type { MediaFile } from '@textprobe/contract/media';
import type { TestLog } from '@textprobe/contract/messages';
import { describeVerdict } from '@textprobe/domain/verdict';
import { toneOf } from '@textprobe/domain/verdict-tones';
import classes from './execution-detail.module.css';
import { MessageMedia } from './message-media.tsx';
import { MessageTexts } from './message-texts.tsx';
import { Timeline } from './timeline.tsx';
import { ToneSign } from './tone-sign.tsx';
import { VerdictWhy } from './verdict-why.tsx';

const EVIDENCE: Record<TestLog['evidence'], string> = {
  handset: 'For this phone the word of its handset counts.',
  receipt: 'No agent runs on this phone, so the carrier’s receipt counts.',
};

interface ExecutionDetailProps {
  readonly log: TestLog;
  /** What an MMS carried. */
  readonly sentFiles: readonly MediaFile[];
  readonly isMms: boolean;
}

export function ExecutionDetail({ log, sentFiles, isMms }: ExecutionDetailProps) {
  const hasMedia = sentFiles.length > 0 || (log.reception?.media.length ?? 0) > 0;
  return (
    <div className={classes.detail}>
      <div className={classes.sentence}>
        <ToneSign tone={toneOf(log.verdict)} size={16} />
        <span>
          <strong>{describeVerdict(log.verdict)}</strong> {EVIDENCE[log.evidence]}
          {log.settled ? '' : ' Not settled yet.'}
        </span>
      </div>
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
