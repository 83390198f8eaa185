/** Refreshes every 60 seconds while the newest log is less than an hour old (ANALYTICS-8). */
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
 * Refetches what the screen shows. A hidden tab fetches nothing: its queries refetch when it is shown.
 * @param known logs that may be recent; several, since the call for the newest log of all may be late or fail
 */
export function useAutoRefresh(
  known: readonly ({ readonly creationTimestamp: string | null } | null)[],
): void {
  const queries = useQueryClient();
  const refresh = useEffectEvent(() => {
    if (document.hidden || !known.some((log) => isRecent(log, Date.now()))) return;
    // Fetches in flight continue: restarting them would never finish on a slow connection.
    void queries.refetchQueries({ queryKey: ['analytics'], type: 'active' }, { cancelRefetch: false });
  });
  useEffect(() => {
    const timer = setInterval(() => refresh(), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
}
