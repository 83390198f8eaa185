/** Every 60 seconds, but only while some log was created within the last hour (ANALYTICS-8). */
import { useQueryClient } from '@tanstack/react-query';
import { parseTimestamp } from '@textprobe/domain/los-angeles-time';
import { useEffect, useEffectEvent } from 'react';

export const REFRESH_MS = 60_000;
const RECENT_MS = 3_600_000;

/** @param now epoch milliseconds */
export function isRecent(log: { readonly creationTimestamp: string | null } | null, now: number): boolean {
  const created = log?.creationTimestamp ? parseTimestamp(log.creationTimestamp) : null;
  return created !== null && now - created <= RECENT_MS;
}

/**
 * Refetches what the screen shows. A hidden tab asks nothing: its queries refetch when somebody looks at it again.
 * @param known the logs that are known: any of them will do, for the newest of all is asked for by a call of its own, which
 * may come later than the minute is over, or fail
 */
export function useAutoRefresh(
  known: readonly ({ readonly creationTimestamp: string | null } | null)[],
): void {
  const queries = useQueryClient();
  const refresh = useEffectEvent(() => {
    if (document.hidden || !known.some((log) => isRecent(log, Date.now()))) return;
    // What is still under way is not begun anew: on a slow line it would never end.
    void queries.refetchQueries({ queryKey: ['analytics'], type: 'active' }, { cancelRefetch: false });
  });
  useEffect(() => {
    const timer = setInterval(() => refresh(), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
}
