/** Shown while the server is unreachable; afterwards, refetches what is on the screen. */
import { useWindowEvent } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { followConnection, isReachable, noteNoAnswer } from '../api/connection.ts';

export function ConnectionBanner() {
  const reachable = useSyncExternalStore(followConnection, isReachable);
  const queries = useQueryClient();
  useWindowEvent('offline', noteNoAnswer);
  useEffect(() => {
    if (reachable) return;
    return () => void queries.invalidateQueries();
  }, [reachable, queries]);

  // Always rendered, so that screen readers announce what appears in it.
  return (
    <div className="connection" role="status">
      {!reachable && (
        <p className="connection-lost">
          <strong>Connection lost.</strong> Reconnecting automatically…
        </p>
      )}
    </div>
  );
}
