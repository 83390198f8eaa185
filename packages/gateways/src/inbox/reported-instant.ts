/** Reads the times that handset apps report: ISO 8601 and what comes close to it, and epoch numbers. */
import { parseTimestamp } from '@textprobe/domain/los-angeles-time';

/** The length of an epoch number since September 2001, in digits, and how many of its units are a millisecond. */
const EPOCH_UNITS: Readonly<Record<number, number>> = { 10: 1e-3, 13: 1, 16: 1e3, 19: 1e6 };
const EPOCH = /^(\d+)(?:\.\d+)?$/;
/** Long enough for `2026-11-21T10:00:00.000000000-08:00[America/Los_Angeles]`. */
const LONGEST = 100;

/**
 * Reads a time; null if it cannot be read. Accepts seconds, milliseconds, microseconds and nanoseconds since 1970, as a
 * number or as digits, and ISO 8601 (without an offset in Los Angeles time).
 * @returns epoch milliseconds
 */
export function readReportedInstant(value: unknown): number | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  if (String(value).length > LONGEST) return null;
  const text = latinDigits(String(value).trim());
  const units = EPOCH_UNITS[EPOCH.exec(text)?.[1]?.length ?? 0];
  return units === undefined ? parseTimestamp(isoOf(text)) : Math.trunc(Number(text) / units);
}

/** Phones set to Arabic or Persian write the digits of their language into timestamps. */
function latinDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
}

/**
 * Removes what programs add to ISO 8601: the zone's name, and a space before the offset. Where a form was not encoded, the
 * space is the offset's plus.
 */
function isoOf(text: string): string {
  return text
    .replace(/\[[^\]]*\]$/, '')
    .replace(/(:\d{2}(?:[.,]\d+)?) (?:UTC|GMT)$/i, '$1Z')
    .replace(/(:\d{2}(?:[.,]\d+)?) ([+-]\d{2}:?\d{2})$/, '$1$2')
    .replace(/(:\d{2}(?:[.,]\d+)?) (\d{2}:\d{2})$/, '$1+$2');
}
