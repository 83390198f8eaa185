/** The last fourteen days of a phone as a strip, and the last messages to it (DIR-5). */
import type { TestLog } from '@textprobe/contract/messages';
import type { PhoneHistory } from '@textprobe/contract/phone-history';
import { formatDateTime } from '@textprobe/domain/display';
import { toneOf } from '@textprobe/domain/verdict-tones';
import { Link } from 'react-router';
import { OutcomeStrip } from '../../../ui/outcome-strip.tsx';
import { ToneSign } from '../../../ui/tone-sign.tsx';
import { dayWords, historyWords } from './history-words.ts';
import classes from './phone.module.css';

export function LastDays({ days }: { readonly days: PhoneHistory['days'] }) {
  return (
    <section className={`surface ${classes.section}`} aria-labelledby="last-days">
      <h2 id="last-days">Last 14 days</h2>
      <OutcomeStrip
        label={days.map(dayWords).join('; ')}
        size="large"
        columns={days.map((day) => ({ ...day, key: day.day, words: dayWords(day) }))}
      />
      <p className={classes.sum}>{historyWords(days)}</p>
    </section>
  );
}

export function LastMessages({ logs }: { readonly logs: readonly TestLog[] }) {
  return (
    <section className={`surface ${classes.section}`} aria-labelledby="last-messages">
      <h2 id="last-messages">Last messages</h2>
      {logs.length === 0 && <p>No messages yet.</p>}
      <ul className={classes.list}>
        {logs.map(({ testLogID, testID, sent, verdict, creationTimestamp }) => (
          <li key={testLogID}>
            <Link to={`/test-report/${testID}?log=${testLogID}`} className={classes.text ?? ''} dir="auto">
              {sent.text}
            </Link>
            <p>
              <span>
                <ToneSign tone={toneOf(verdict)} /> {verdict}
              </span>
              <span>from {sent.from}</span>
              <span>{formatDateTime(creationTimestamp)}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
