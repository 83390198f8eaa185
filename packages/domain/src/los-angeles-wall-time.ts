/**
 * What a clock on the wall in Los Angeles shows, and the two days a year on which it is changed: a time that spring
 * leaves out, a time that autumn shows twice (REC-7).
 */
import { Temporal } from 'temporal-polyfill';

const ZONE = 'America/Los_Angeles';

/** A wall time turned into the instant it stands for. */
export interface ResolvedWallTime {
  /** Epoch milliseconds. Of a time left out as much later as the clock jumps, of a time shown twice the first. */
  readonly at: number;
  /** False where the clock leaves this time out that day. */
  readonly exists: boolean;
  /** Whether the clock shows it twice that day. */
  readonly repeated: boolean;
}

/**
 * @param date `2026-03-08`
 * @param time `02:30`, seconds and fraction optional
 * @throws RangeError when either is none
 */
export function resolveWallTime(date: string, time: string): ResolvedWallTime {
  const wall = Temporal.PlainDateTime.from(`${date}T${time}`);
  const earlier = wall.toZonedDateTime(ZONE, { disambiguation: 'earlier' });
  const later = wall.toZonedDateTime(ZONE, { disambiguation: 'later' });
  const exists = earlier.toPlainDateTime().equals(wall);
  return {
    at: exists ? earlier.epochMilliseconds : later.epochMilliseconds,
    exists,
    repeated: exists && earlier.epochMilliseconds !== later.epochMilliseconds,
  };
}

/** The last and the first minute around a time that the clock leaves out, in epoch milliseconds and as the wall shows them. */
export interface NearestWallTimes {
  readonly before: { readonly at: number; readonly wall: string };
  readonly after: { readonly at: number; readonly wall: string };
}

const WALL_TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)$/i;
const MINUTE_MS = 60_000;

/**
 * The two nearest times there are, when the text is a wall time without offset that does not exist that day: for
 * `2027-03-14 02:30` they are `2027-03-14 01:59` and `2027-03-14 03:00`. Null for any other text.
 */
export function nearestToMissing(text: string): NearestWallTimes | null {
  const [, date, time] = WALL_TIME.exec(text.trim()) ?? [];
  if (date === undefined || time === undefined) return null;
  try {
    const { at, exists } = resolveWallTime(date, time);
    if (exists) return null;
    // One more, as `previous` leaves out the instant itself: 02:00 becomes that of the change.
    const change = Temporal.Instant.fromEpochMilliseconds(at + 1)
      .toZonedDateTimeISO(ZONE)
      .getTimeZoneTransition('previous');
    if (change === null) return null;
    const changeAt = change.epochMilliseconds;
    return { before: written(changeAt - MINUTE_MS), after: written(changeAt) };
  } catch {
    return null; // the 31st of February, the 25th hour
  }
}

function written(at: number): { at: number; wall: string } {
  const wall = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(ZONE).toPlainDateTime();
  return { at, wall: wall.toString({ smallestUnit: 'minute' }).replace('T', ' ') };
}
