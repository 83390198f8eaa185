/** The account's sessions: where they are logged in, and ending them. */
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { OwnSession } from '@textprobe/contract/profile';
import { formatDateTime } from '@textprobe/domain/display';
import { useState } from 'react';
import { HttpError } from '../../api/http.ts';
import { endOtherSessions, endSession } from '../../api/profile.ts';
import { counted } from '../../ui/counted.ts';
import { dialogs } from '../../ui/dialogs.tsx';
import form from '../../ui/form.module.css';
import { relativeTimestamp, useNow } from '../../ui/relative-time.ts';
import classes from './profile.module.css';
import { SESSIONS } from './profile-keys.ts';

export function SessionsSection({ sessions }: { sessions: readonly OwnSession[] }) {
  const now = useNow(30_000);
  const { said, end, endOthers } = useEnding();
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  const sorted = [...sessions.filter(({ isCurrent }) => isCurrent), ...others];
  return (
    <section className={form.section} aria-labelledby="profile-sessions">
      <div className={form.sectionHead}>
        <h2 id="profile-sessions">Sessions</h2>
        {others.length > 0 && (
          <Button variant="default" size="compact-sm" onClick={() => void endOthers(others.length)}>
            End all others
          </Button>
        )}
      </div>
      <p role="status" className={classes.said}>
        {said}
      </p>
      <ul className={classes.sessions} aria-label="Sessions">
        {sorted.map((session) => {
          const { id, browser, address, createdAt, lastActiveAt, isCurrent } = session;
          return (
            <li key={id}>
              <div>
                <p className={classes.browser}>
                  {browser} {isCurrent && <span className={classes.badge}>This session</span>}
                </p>
                <p className={classes.details}>
                  <span>{address}</span>
                  <span>Last used {relativeTimestamp(lastActiveAt, now)}</span>
                  <span>Logged in {formatDateTime(createdAt)}</span>
                </p>
              </div>
              {!isCurrent && (
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`End ${browser} at ${address}`}
                  onClick={() => void end(session)}
                >
                  End
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function useEnding() {
  const [said, setSaid] = useState('');
  const queries = useQueryClient();

  function keep(isKept: (session: OwnSession) => boolean) {
    queries.setQueryData<OwnSession[]>(SESSIONS, (all) => all?.filter(isKept));
  }

  return {
    /** The last success, for the status line. */
    said,
    async end({ id, browser }: OwnSession) {
      try {
        await endSession(id);
      } catch (error) {
        // The session has already ended.
        if (!(error instanceof HttpError && error.problem?.code === 'session.unknown')) {
          console.error('Failed to end the session', error);
          return dialogs.alert('Failed to end the session. Please try again.', error);
        }
      }
      keep((one) => one.id !== id);
      setSaid(`${browser} is logged out.`);
    },
    async endOthers(count: number) {
      const question = `End ${counted(count, 'other session')}?`;
      const details = <p>Those browsers and programs have to log in again. This session stays.</p>;
      if (!(await dialogs.confirm(question, { confirmLabel: 'End all others', details }))) return;
      try {
        await endOtherSessions();
        keep(({ isCurrent }) => isCurrent);
        setSaid('All other sessions have ended.');
      } catch (error) {
        console.error('Failed to end the sessions', error);
        await dialogs.alert('Failed to end the other sessions. Please try again.', error);
      }
    },
  };
}
