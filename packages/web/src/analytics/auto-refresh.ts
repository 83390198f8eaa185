/** Every 60 seconds, but only while some log was created within the last hour (ANALYTICS-8). */
import { parseTimestamp } from '@textprobe/domain/los-angeles-time';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

export const REFRESH_MS = 60_000;
const RECENT_MS = 3_600_000;

/** @param now epoch milliseconds */
export function isRecent(log: { readonly creationTimestamp: string | null } | null, now: number): boolean {
  const created = log?.creationTimestamp ? parseTimestamp(log.creationTimestamp) : null;
  return created !== null && now - created <= RECENT_MS;
}

/**
 * Refetches what the screen shows. A hidden tab asks nothing: its queries refetch when somebody looks at it again.
 * @param newest the newest log that is known
 */
export function useAutoRefresh(newest: { readonly creationTimestamp: string | null } | null): void {
  const queries = useQueryClient();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.hidden || !isRecent(newest, Date.now())) return;
      void queries.refetchQueries({ queryKey: ['analytics'], type: 'active' });
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [queries, newest]);
}
