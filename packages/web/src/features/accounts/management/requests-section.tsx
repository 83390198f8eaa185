/** Open account requests, shown above the accounts, to approve or decline (ACCT-8); auditors only read them. Renders nothing if there are none. */
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SignupRequest } from '@textprobe/contract/signup-requests';
import { ADMINISTRATORS } from '@textprobe/domain/roles';
import { HttpError } from '../../../api/http.ts';
import { declineSignup } from '../../../api/signup-requests.ts';
import { dialogs } from '../../../ui/dialogs.tsx';
import { LoadFailure } from '../../../ui/refresh-button.tsx';
import { relativeTimestamp, useNow } from '../../../ui/relative-time.ts';
import { Only } from '../../../ui/role.tsx';
import { signupRequestsQuery } from '../open-requests.tsx';
import classes from './requests-section.module.css';

interface RequestsSectionProps {
  readonly onApprove: (request: SignupRequest) => void;
  /** What was done, as a sentence. */
  readonly onDone: (words: string) => void;
}

export function RequestsSection({ onApprove, onDone }: RequestsSectionProps) {
  const { data = [], error } = useQuery(signupRequestsQuery);
  const now = useNow(30_000);
  const decline = useDecline(onDone);
  // After a 401 the list of accounts asks for a login.
  const isFailed = error !== null && !(error instanceof HttpError && error.status === 401);
  return (
    <>
      {isFailed && <LoadFailure>The requests could not be loaded.</LoadFailure>}
      {data.length > 0 && (
        <section className={classes.section} aria-labelledby="signup-requests">
          <h2 id="signup-requests">Requests</h2>
          <ul>
            {data.map((request) => {
              const { id, username, email, browser, address, createdAt, isUsernameTaken } = request;
              return (
                <li key={id}>
                  <div className={classes.request}>
                    <p>
                      <strong>{username}</strong> <span>{email}</span>
                    </p>
                    <p className={classes.details}>
                      <span>{relativeTimestamp(createdAt, now)}</span>
                      <span>{address}</span>
                      <span>{browser}</span>
                    </p>
                    {isUsernameTaken && (
                      <p className={classes.taken}>There is already an account with this username.</p>
                    )}
                  </div>
                  <Only roles={ADMINISTRATORS}>
                    <div className={classes.buttons}>
                      {!isUsernameTaken && (
                        <Button
                          variant="default"
                          size="compact-sm"
                          aria-label={`Approve ${username}…`}
                          onClick={() => onApprove(request)}
                        >
                          Approve…
                        </Button>
                      )}
                      <Button
                        variant="default"
                        size="compact-sm"
                        aria-label={`Decline ${username}`}
                        onClick={() => void decline(request)}
                      >
                        Decline
                      </Button>
                    </div>
                  </Only>
                </li>
              );
            })}
          </ul>
        </section>
      )}
    </>
  );
}

function useDecline(onDone: RequestsSectionProps['onDone']) {
  const queries = useQueryClient();
  return async ({ id, username }: SignupRequest) => {
    const details = <p>It is deleted, and the person is not notified.</p>;
    const options = { confirmLabel: 'Decline', danger: true, details };
    if (!(await dialogs.confirm(`Decline the request from ${username}?`, options))) return;
    try {
      await declineSignup(id);
      onDone(`Declined the request from ${username}.`);
    } catch (error) {
      console.error('Failed to decline the request', error);
      await dialogs.alert(`Failed to decline the request from ${username}.`, error);
    } finally {
      await queries.invalidateQueries(signupRequestsQuery);
    }
  };
}
