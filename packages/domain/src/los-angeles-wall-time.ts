/** Wall-clock time in Los Angeles and its two clock changes a year: spring skips times, autumn repeats them (REC-7). */
import { formatDate, parseDate } from './civil-date.ts';
import {
  DAY_MS,
  instantOfWall,
  losAngelesOffset,
  parseClockTime,
  type WallInstant,
} from './los-angeles-zone.ts';

/**
 * @param date `2026-03-08`
 * @param time `02:30`, seconds and fraction optional
 * @throws RangeError if either is invalid
 */
export function resolveWallTime(date: string, time: string): WallInstant {
  const day = parseDate(date);
  const sinceMidnight = parseClockTime(time);
  if (day === null || sinceMidnight === null) throw new RangeError(`Not a wall time: ${date} ${time}`);
  return instantOfWall(day * DAY_MS + sinceMidnight);
}

/** The last minute before and the first after a skipped time, in epoch milliseconds and as wall time. */
export interface NearestWallTimes {
  readonly before: { readonly at: number; readonly wall: string };
  readonly after: { readonly at: number; readonly wall: string };
}

const WALL_TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)$/i;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/**
 * The two nearest existing times for a wall time without offset that does not exist that day: for `2027-03-14 02:30`
 * they are `2027-03-14 01:59` and `2027-03-14 03:00`. Null for any other text.
 */
export function nearestToMissing(text: string): NearestWallTimes | null {
  const [, date, time] = WALL_TIME.exec(text.trim()) ?? [];
  if (date === undefined || time === undefined) return null;
  try {
    const { at, exists } = resolveWallTime(date, time);
    if (exists) return null;
    // The clock changed on an hour of UTC: the one that contains the skipped time, or one just before it.
    let changeAt = Math.floor(at / HOUR_MS) * HOUR_MS;
    while (losAngelesOffset(changeAt - 1) === losAngelesOffset(at)) changeAt -= HOUR_MS;
    return { before: written(changeAt - MINUTE_MS), after: written(changeAt) };
  } catch {
    return null; // February 31, the 25th hour
  }
}

function written(at: number): { at: number; wall: string } {
  const wallMs = at + losAngelesOffset(at);
  const minutes = Math.floor((wallMs - Math.floor(wallMs / DAY_MS) * DAY_MS) / MINUTE_MS);
  const clock = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return { at, wall: `${formatDate(Math.floor(wallMs / DAY_MS))} ${clock.join(':')}` };
}
