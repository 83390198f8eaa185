/** Says that the server cannot be reached, for as long as it cannot; then what is shown is fetched anew. */
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

  // The region is always there: what appears in it is read out.
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
