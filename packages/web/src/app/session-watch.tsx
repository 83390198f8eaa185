/**
 * Handles an expired session: a dialog asks for a login over the current screen, and rejected calls wait to be retried. A logout in another
 * tab also ends this one.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { checkAuthStatus, clearStorage, followSessionNews, NoSessionError } from '../api/accounts.ts';
import { forgetCsrfToken, keepSession } from '../api/http.ts';
import type { SessionData } from '../features/accounts/guard.ts';
import { SessionDialog } from '../features/accounts/session-dialog.tsx';
import { answerAboutDrafts } from './drafts-of-tabs.ts';
import { collectRefetches } from './live-refetches.ts';
import { followLiveEvents } from './live-stream.ts';
import { createPendingCalls } from './pending-calls.ts';

interface SessionWatchProps {
  readonly user: SessionData['user'];
  /** Whether live events are followed. Default: yes. */
  readonly isLive?: boolean;
}

export function SessionWatch({ user, isLive = true }: SessionWatchProps) {
  const [pendingCalls] = useState(createPendingCalls);
  const [lost, setLost] = useState(false);
  // The live stream ends with its session: each login opens another.
  const [logins, setLogins] = useState(1);

  const resume = useCallback(async () => {
    const status = await checkAuthStatus();
    if (!status.authenticated) throw new NoSessionError();
    // Another user or role: the screen and the pending calls are not theirs.
    if (status.user?.id !== user.id || status.user.role !== user.role) return loadFreshPage('/');
    forgetCsrfToken();
    setLost(false);
    setLogins((before) => before + 1);
    pendingCalls.release(true);
  }, [pendingCalls, user.id, user.role]);

  useEffect(() => {
    const stopKeeping = keepSession(() => {
      setLost(true);
      return pendingCalls.wait();
    });
    const stopFollowing = followSessionNews((news) => {
      // Verified first; if the session is not valid here, the dialog stays.
      if (news === 'logged-in') resume().catch((error: unknown) => console.warn(error));
      else loadFreshPage('/login');
    });
    return () => {
      stopKeeping();
      stopFollowing();
      pendingCalls.release(false);
    };
  }, [pendingCalls, resume]);

  useEffect(answerAboutDrafts, []);

  return (
    <>
      {isLive && <LiveEvents key={logins} />}
      {lost && (
        <SessionDialog username={user.username} onLoggedIn={resume} onLeave={() => loadFreshPage('/login')} />
      )}
    </>
  );
}

/** Follows live events while mounted. */
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

/** Loads a fresh page, so that nothing of the old session stays in memory or in the browser's storage. */
function loadFreshPage(path: string): void {
  clearStorage();
  // Skip the browser's question about unsent files: there is no choice here.
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  window.location.replace(path);
}
