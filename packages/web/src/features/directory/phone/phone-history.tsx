/** The last fourteen days of a phone as a strip, and the last messages to it (DIR-5). */
import type { TestLog } from '@textprobe/contract/messages';
import type { PhoneHistory } from '@textprobe/contract/phone-history';
import { formatDateTime } from '@textprobe/domain/display';
import { toneOf } from '@textprobe/domain/verdict-tones';
import { Link } from 'react-router';
import { ToneSign } from '../../../ui/tone-sign.tsx';
import tones from '../../../ui/tones.module.css';
import { dayWords, historyWords } from './history-words.ts';
import classes from './phone.module.css';

export function LastDays({ days }: { readonly days: PhoneHistory['days'] }) {
  const most = Math.max(1, ...days.map(({ messages }) => messages));
  return (
    <section className={`surface ${classes.section}`} aria-labelledby="last-days">
      <h2 id="last-days">Last 14 days</h2>
      <div className={classes.strip} role="img" aria-label={days.map(dayWords).join('; ')}>
        {days.map((day) => (
          <div key={day.day} className={classes.day} data-tip={dayWords(day)}>
            {(
              [
                ['unknown', day.messages - day.known],
                ['failed', day.known - day.received],
                ['arrived', day.received],
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
      <p>{historyWords(days)}</p>
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
