/** Formats runs and due times, for the runs strip and wherever a run is named. */
import type { Run } from '@textprobe/contract/schedules';
import { figure } from '@textprobe/domain/figures';
import { parseTimestamp } from '@textprobe/domain/los-angeles-time';

/** Created when the first run is shown: it takes a browser 10 ms. */
let dayFormat: Intl.DateTimeFormat | undefined;

/** `Sat, Nov 21` and `10:30`, in Los Angeles. 'N/A' for an invalid timestamp. */
export function dayAndTime(timestamp: string | null): { readonly day: string; readonly time: string } {
  const instant = timestamp === null ? null : parseTimestamp(timestamp);
  if (timestamp === null || instant === null) return { day: 'N/A', time: '' };
  dayFormat ??= new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: 'America/Los_Angeles',
  });
  return { day: dayFormat.format(instant), time: timestamp.slice(11, 16) };
}

/** The outcome of a run in a few words: `3 of 4 received`. */
export function runOutcome({ status, messages, reason }: Run): string {
  if (status === 'MISSED' || status === 'SKIPPED') return reason ?? 'nothing was sent';
  if (status === 'WAITING') return reason ?? 'for the previous run to end';
  const { received, total, settled } = messages;
  if (status === 'EXECUTING') return `${figure(settled)} of ${figure(total)} settled`;
  return `${figure(received)} of ${figure(total)} received${reason === null ? '' : `, ${reason}`}`;
}
