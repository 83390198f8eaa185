/**
 * UTC offsets of Los Angeles from the platform's own time zone data: a date library for one zone would be a fifth of
 * what a screen of the console loads (20 kB of 105, compressed).
 */
import { dayNumber } from './civil-date.ts';

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** 14 months of hours: more than any list spans. */
const CACHED_HOURS = 10_000;

const ZONE = 'America/Los_Angeles';

/** The part of Temporal that is used here. Not every browser has Temporal yet. */
interface WithTemporal {
  readonly Temporal?: {
    readonly Instant: {
      fromEpochMilliseconds(epochMs: number): {
        toZonedDateTimeISO(zone: string): { readonly offsetNanoseconds: number };
      };
    };
  };
}

const { Temporal } = globalThis as WithTemporal;

const offsets = new Map<number, number>();

/**
 * The offset from UTC at that instant: −28,800,000 ms in winter. Constant within an hour of UTC: since 1884 the clocks
 * have been changed on the hour, except once a minute later, in March 1948.
 * @param epochMs from 1883 on
 */
export function losAngelesOffset(epochMs: number): number {
  const hour = Math.floor(epochMs / HOUR_MS);
  const cached = offsets.get(hour);
  if (cached !== undefined) return cached;
  const offset =
    Temporal === undefined
      ? offsetByIntl(hour * HOUR_MS)
      : Temporal.Instant.fromEpochMilliseconds(hour * HOUR_MS).toZonedDateTimeISO(ZONE).offsetNanoseconds /
        1_000_000;
  if (offsets.size >= CACHED_HOURS) offsets.clear();
  offsets.set(hour, offset);
  return offset;
}

let wallFormat: Intl.DateTimeFormat | undefined;

/** Where there is no Temporal: the first use takes 11 ms, more than anything else at the start of a visit. */
export function offsetByIntl(epochMs: number): number {
  wallFormat ??= new Intl.DateTimeFormat('en-US', {
    timeZone: ZONE,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const wall = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  for (const { type, value } of wallFormat.formatToParts(epochMs)) {
    if (type in wall) wall[type as keyof typeof wall] = Number(value);
  }
  const seconds = wall.hour * 3_600 + wall.minute * 60 + wall.second;
  return dayNumber(wall) * DAY_MS + seconds * 1_000 - epochMs;
}

/** The instants at which a clock in Los Angeles shows a time. */
export interface WallInstant {
  /** Epoch milliseconds. A skipped time is later by the size of the jump; of a repeated time it is the first. */
  readonly at: number;
  /** False if the clock skips this time. */
  readonly exists: boolean;
  /** Whether the clock shows it twice. */
  readonly repeated: boolean;
}

/** @param wallMs the milliseconds from 1970-01-01 00:00 to that date and time, as if every day had 24 hours */
export function instantOfWall(wallMs: number): WallInstant {
  // Clock changes are months apart, even in the war years: the offsets a day before and after are those around a change.
  const before = wallMs - losAngelesOffset(wallMs - DAY_MS);
  const after = wallMs - losAngelesOffset(wallMs + DAY_MS);
  const isShownAt = (at: number) => at + losAngelesOffset(at) === wallMs;
  if (isShownAt(before)) return { at: before, exists: true, repeated: after !== before && isShownAt(after) };
  return isShownAt(after)
    ? { at: after, exists: true, repeated: false }
    : { at: before, exists: false, repeated: false };
}

const CLOCK_TIME = /^(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?$/;

/** Milliseconds since midnight of `02:30`, seconds and fraction (truncated to milliseconds) optional; null if invalid. */
export function parseClockTime(text: string): number | null {
  const match = CLOCK_TIME.exec(text);
  if (match === null) return null;
  const [, hour = '', minute = '', second = '0', fraction = ''] = match;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null;
  // A leap second counts as the second before it: ISO 8601 allows it, no clock here has it.
  const seconds = Number(hour) * 3_600 + Number(minute) * 60 + Math.min(Number(second), 59);
  return seconds * 1_000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
}
