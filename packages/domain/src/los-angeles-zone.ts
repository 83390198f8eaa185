/**
 * How far the clocks of Los Angeles are from UTC. The platform's own time zone data answers, through Intl: a library of
 * dates for one zone would be the fifth part of what a screen of the console loads (20 kB of 105, compressed).
 */
import { dayNumber } from './civil-date.ts';

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** 14 months of hours: more than any list spans. */
const CACHED_HOURS = 10_000;

/** Made when it is first asked: it takes a browser 15 ms, more than all else that a visit begins with. */
let wallFormat: Intl.DateTimeFormat | undefined;

function makeWallFormat(): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/Los_Angeles',
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
}

const offsets = new Map<number, number>();

/**
 * What is added to UTC at that instant: −28,800,000 ms in winter. The same all through an hour of UTC: since 1884 the
 * clocks have been changed on the hour, but for once a minute after it, in March 1948.
 * @param epochMs from 1883 on
 */
export function losAngelesOffset(epochMs: number): number {
  const hour = Math.floor(epochMs / HOUR_MS);
  const cached = offsets.get(hour);
  if (cached !== undefined) return cached;
  const wall = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  wallFormat ??= makeWallFormat();
  for (const { type, value } of wallFormat.formatToParts(hour * HOUR_MS)) {
    if (type in wall) wall[type as keyof typeof wall] = Number(value);
  }
  const seconds = wall.hour * 3_600 + wall.minute * 60 + wall.second;
  const offset = dayNumber(wall) * DAY_MS + seconds * 1_000 - hour * HOUR_MS;
  if (offsets.size >= CACHED_HOURS) offsets.clear();
  offsets.set(hour, offset);
  return offset;
}

/** The instants at which a clock in Los Angeles shows a time. */
export interface WallInstant {
  /** Epoch milliseconds. Of a time that spring leaves out as much later as the clock jumps, of one shown twice the first. */
  readonly at: number;
  /** False where the clock leaves this time out. */
  readonly exists: boolean;
  /** Whether the clock shows it twice. */
  readonly repeated: boolean;
}

/** @param wallMs the milliseconds from 1970-01-01 00:00 to that date and time, as if all days had 24 hours */
export function instantOfWall(wallMs: number): WallInstant {
  // Changes of the clocks lie months apart, those of the war years too: a day away the offset before and that after are found.
  const before = wallMs - losAngelesOffset(wallMs - DAY_MS);
  const after = wallMs - losAngelesOffset(wallMs + DAY_MS);
  const isShownAt = (at: number) => at + losAngelesOffset(at) === wallMs;
  if (isShownAt(before)) return { at: before, exists: true, repeated: after !== before && isShownAt(after) };
  return isShownAt(after)
    ? { at: after, exists: true, repeated: false }
    : { at: before, exists: false, repeated: false };
}

const CLOCK_TIME = /^(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?$/;

/** Milliseconds since midnight of `02:30`, seconds and fraction (cut to milliseconds) optional; null when it is none. */
export function parseClockTime(text: string): number | null {
  const match = CLOCK_TIME.exec(text);
  if (match === null) return null;
  const [, hour = '', minute = '', second = '0', fraction = ''] = match;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null;
  // A leap second is the second before it: ISO 8601 writes it, no clock here counts it.
  const seconds = Number(hour) * 3_600 + Number(minute) * 60 + Math.min(Number(second), 59);
  return seconds * 1_000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
}
