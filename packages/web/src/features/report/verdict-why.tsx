/** Why a message has its verdict: the questions of the rule with their answers, and the evidence; opened by whoever asks. */
import { IconChevronRight } from '@tabler/icons-react';
import type { TestLog } from '@textprobe/contract/messages';
import { explainVerdict } from '@textprobe/domain/verdict-reasons';
import { toneOf } from '@textprobe/domain/verdict-tones';
import { useState } from 'react';
import { ToneSign } from '../../ui/tone-sign.tsx';
import { KeptEvidence } from './kept-evidence.tsx';
import classes from './verdict-why.module.css';

export function VerdictWhy({ log }: { log: TestLog }) {
  const { steps, verdict } = explainVerdict(log);
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={classes.why} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={classes.opener}>
        <IconChevronRight size={14} aria-hidden />
        Why “{log.verdict}”?
      </summary>
      <ol className={classes.steps} aria-label="The rule">
        {steps.map(({ question, answer }) => (
          <li key={question}>
            {question} <strong>{answer}</strong>
          </li>
        ))}
      </ol>
      <p className={classes.conclusion}>
        <ToneSign tone={toneOf(verdict)} />
        <span>
          So the verdict is <strong>{verdict}</strong>.
        </span>
      </p>
      {isOpen && <KeptEvidence log={log} />}
    </details>
  );
}
