/** An opened row: the verdict in a sentence, the timeline of both ledgers, what was sent beside what arrived. */
import type { TestLog } from '@textprobe/contract/messages';
import { describeVerdict } from '@textprobe/domain/verdict';
import classes from './execution-detail.module.css';
import { MessageTexts } from './message-texts.tsx';
import { Timeline } from './timeline.tsx';
import { ToneSign } from './tone-sign.tsx';
import { toneOf } from '@textprobe/domain/verdict-tones';

const EVIDENCE: Record<TestLog['evidence'], string> = {
  handset: 'For this phone the word of its handset counts.',
  receipt: 'No agent runs on this phone, so the carrier’s receipt counts.',
};

export function ExecutionDetail({ log }: { log: TestLog }) {
  return (
    <div className={classes.detail}>
      <p className={classes.sentence}>
        <ToneSign tone={toneOf(log.verdict)} size={16} />
        <span>
          <strong>{describeVerdict(log.verdict)}</strong> {EVIDENCE[log.evidence]}
          {log.settled ? '' : ' Not settled yet.'}
        </span>
      </p>
      <div className={classes.columns}>
        <Timeline log={log} />
        <MessageTexts log={log} />
      </div>
    </div>
  );
}
