/** Relative times; after a day, the date is more useful. */
import { formatDateTime } from '@textprobe/domain/display';
import { parseTimestamp } from '@textprobe/domain/los-angeles-time';
import { useEffect, useState } from 'react';

/** @param then and @param now in epoch milliseconds */
export function relativeTime(then: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - then) / 1_000));
  if (seconds < 5) return 'just now';
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ago`;
  return `${Math.floor(seconds / 3_600)} h ago`;
}

/** An API timestamp relative to now within the last day; otherwise its date. */
export function relativeTimestamp(timestamp: string | null, now: number): string {
  const then = timestamp === null ? null : parseTimestamp(timestamp);
  if (then === null || now - then >= 86_400_000) return formatDateTime(timestamp);
  return relativeTime(then, now);
}

/** The current time in epoch milliseconds, updated every `everyMs`. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
