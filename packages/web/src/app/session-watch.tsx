/**
 * Keeps the console's session. When it ends in the middle of work, a dialog asks for a login over the screen as it
 * stands; the calls that were refused wait and are then sent again. A logout in another tab ends this one too.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { checkAuthStatus, clearStorage, followSessionNews, NoSessionError } from '../api/accounts.ts';
import { forgetCsrfToken, keepSession } from '../api/http.ts';
import { SessionDialog } from '../features/accounts/session-dialog.tsx';
import { collectRefetches } from './live-refetches.ts';
import { followLiveEvents } from './live-stream.ts';

interface SessionWatchProps {
  readonly user: { readonly id: number; readonly username: string };
}

export function SessionWatch({ user }: SessionWatchProps) {
  const [room] = useState(createWaitingRoom);
  const [lost, setLost] = useState(false);
  // The live stream ends with its session: each login opens another.
  const [logins, setLogins] = useState(1);

  const goOn = useCallback(async () => {
    const status = await checkAuthStatus();
    if (!status.authenticated) throw new NoSessionError();
    // What is on the screen, and what waits to be sent, is another person's.
    if (status.user?.id !== user.id) return startAfresh('/');
    forgetCsrfToken();
    setLost(false);
    setLogins((before) => before + 1);
    room.release(true);
  }, [room, user.id]);

  useEffect(() => {
    const stopKeeping = keepSession(() => {
      setLost(true);
      return room.wait();
    });
    const stopFollowing = followSessionNews((news) => {
      // What another tab says of itself; where it does not hold here, the dialog stays.
      if (news === 'logged-in') goOn().catch((error: unknown) => console.warn(error));
      else startAfresh('/login');
    });
    return () => {
      stopKeeping();
      stopFollowing();
      room.release(false);
    };
  }, [room, goOn]);

  return (
    <>
      <LiveEvents key={logins} />
      {lost && (
        <SessionDialog username={user.username} onLoggedIn={goOn} onLeave={() => startAfresh('/login')} />
      )}
    </>
  );
}

/** Follows live events while it is mounted. */
function LiveEvents() {
  const queries = useQueryClient();
  useEffect(() => {
    const refetches = collectRefetches(queries);
    const stop = followLiveEvents(refetches.note);
    return () => {
      stop();
      refetches.stop();
    };
  }, [queries]);
  return null;
}

/** Holds calls that were refused with 401; resolves to true when they can be sent again after a login. */
function createWaitingRoom() {
  let login = Promise.withResolvers<boolean>();
  return {
    wait: () => login.promise,
    /** Resolves the calls that wait now; later ones wait for the next login. */
    release(sendAgain: boolean) {
      login.resolve(sendAgain);
      login = Promise.withResolvers();
    },
  };
}

/** A page loaded anew: nothing of the former session is left, neither in memory nor in the browser's storage. */
function startAfresh(path: string): void {
  clearStorage();
  // A screen with files not sent would have the browser ask; here there is nothing to choose.
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  window.location.replace(path);
}
