/**
 * The single time zone of Textprobe: America/Los_Angeles. Instants are epoch milliseconds internally; on the wire they
 * are ISO 8601 with that zone's offset. Works in browsers too.
 */
import { formatDate, parseDate } from './civil-date.ts';
import { DAY_MS, instantOfWall, losAngelesOffset, parseClockTime } from './los-angeles-zone.ts';

const HOUR_MS = 3_600_000;
/** 14 months of hours, about 1 MB: more than any list spans. */
const CACHED_HOURS = 10_000;

/** 1884-01-01T00:00:00Z. Before that, Los Angeles used local mean time, whose offset has seconds. */
const FIRST_INSTANT = -2_713_910_400_000;
/** 9999-12-31T23:59:59.999Z: later years have more than four digits. */
const LAST_INSTANT = 253_402_300_799_999;

/** What all instants of one UTC hour share: since 1884 the offset has changed on the hour (in March 1948 a minute later). */
interface LocalHour {
  readonly date: string;
  readonly hour: string;
  readonly offset: string;
}

const localHours = new Map<number, LocalHour>();

/**
 * The instant in responses: `2026-11-21T10:00:00.000-08:00`.
 * @param epochMs fractions of a millisecond are truncated
 * @throws RangeError for an instant outside the years 1884 to 9999
 */
export function formatLosAngeles(epochMs: number): string {
  const { date, hour, offset } = localHourOf(epochMs);
  const ms = Math.floor(epochMs) - Math.floor(epochMs / HOUR_MS) * HOUR_MS;
  const minute = Math.floor(ms / 60_000);
  const second = Math.floor(ms / 1_000) % 60;
  return `${date}T${hour}:${pad(minute, 2)}:${pad(second, 2)}.${pad(ms % 1_000, 3)}${offset}`;
}

/** The date in Los Angeles at that instant: `2026-11-21`. @throws RangeError like {@link formatLosAngeles} */
export function losAngelesDate(epochMs: number): string {
  return localHourOf(epochMs).date;
}

/** The hour of the day in Los Angeles at that instant: `00` to `23`. @throws RangeError like {@link formatLosAngeles} */
export function losAngelesHour(epochMs: number): string {
  return localHourOf(epochMs).hour;
}

const TIMESTAMP =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)(?:(Z)|([+-])(\d{2})(?::?(\d{2}))?)?$/i;

/**
 * Parses a timestamp in a request; null if invalid. With an offset (or Z) it is that instant; without one it is wall
 * time in Los Angeles (`yyyy-MM-dd HH:mm:ss.SSS`, seconds and fraction optional, `T` allowed). A time that spring skips
 * is read with the earlier offset (02:30 is 03:30 PDT); a time that autumn repeats is the first of the two (REC-7).
 */
export function parseTimestamp(text: string): number | null {
  const match = TIMESTAMP.exec(text.trim());
  if (!match) return null;
  const [, date = '', time = '', utc, sign, hours = '0', minutes = '0'] = match;
  const day = parseDate(date);
  const sinceMidnight = parseClockTime(time);
  if (day === null || sinceMidnight === null || Number(hours) > 23 || Number(minutes) > 59) return null;
  const wallMs = day * DAY_MS + sinceMidnight;
  const offsetMs = (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_MS + Number(minutes) * 60_000);
  const isWall = utc === undefined && sign === undefined;
  // Checked with a day's margin first, so that the platform is not asked about unsupported years.
  if (!isInRange(wallMs + DAY_MS) && !isInRange(wallMs - DAY_MS)) return null;
  const epochMs = isWall ? instantOfWall(wallMs).at : wallMs - offsetMs;
  return isInRange(epochMs) ? epochMs : null;
}

function isInRange(epochMs: number): boolean {
  return epochMs >= FIRST_INSTANT && epochMs <= LAST_INSTANT;
}

function localHourOf(epochMs: number): LocalHour {
  const key = Math.floor(epochMs / HOUR_MS);
  const cached = localHours.get(key);
  if (cached) return cached;
  if (!isInRange(epochMs)) throw new RangeError(`Not an instant in the years 1884 to 9999: ${epochMs}`);
  const offsetMs = losAngelesOffset(epochMs);
  const localMs = key * HOUR_MS + offsetMs;
  const found = {
    date: formatDate(Math.floor(localMs / DAY_MS)),
    hour: pad(Math.floor(localMs / HOUR_MS) - Math.floor(localMs / DAY_MS) * 24, 2),
    offset: offsetWords(offsetMs / 60_000),
  };
  if (localHours.size >= CACHED_HOURS) localHours.clear();
  localHours.set(key, found);
  return found;
}

/** @param minutes −480 is `-08:00` */
function offsetWords(minutes: number): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60), 2)}:${pad(size % 60, 2)}`;
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}
