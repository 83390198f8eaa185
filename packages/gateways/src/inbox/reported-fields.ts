/**
 * Reads the fields of a handset report one by one. A field that cannot be read counts as absent and is listed, so that it
 * never costs the reception.
 */
import type { IgnoredField } from '@textprobe/domain/ignored-field';
import { LONGEST_NAME, LONGEST_REPORTED_TEXT } from './handset-report.ts';
import { readReportedInstant } from './reported-instant.ts';
import { type JsonObject, simSlotIn } from './reported-json.ts';

/** Each method returns null if the field is absent, null or unreadable. */
export interface ReportedFields {
  /** Any text, exactly as received; a text of more than 20,000 UTF-16 code units is cut in the middle. */
  text(field: string): string | null;
  /** A phone number or a name, trimmed; null if it is empty. Some apps send a number as a JSON number. */
  name(field: string): string | null;
  /** Epoch milliseconds. */
  instant(field: string): number | null;
  /** From 1 to 9. */
  simSlot(field: string): number | null;
  /** Every field so far that could not be read or was cut. */
  readonly ignored: readonly IgnoredField[];
}

/** Code units of a value that are quoted. */
const LONGEST_QUOTE = 60;

export function readFields(given: JsonObject): ReportedFields {
  const ignored: IgnoredField[] = [];

  function read<T>(field: string, parse: (value: unknown) => T | null): T | null {
    const value = given[field] ?? null;
    if (value === null || value === '') return null;
    const parsed = parse(value);
    if (parsed === null) ignored.push({ field, reason: `${quoted(value)} could not be read` });
    return parsed;
  }

  return {
    ignored,
    text(field) {
      if (given[field] === '') return '';
      const text = read(field, (value) => (typeof value === 'string' ? value : null));
      if (text === null || text.length <= LONGEST_REPORTED_TEXT) return text;
      const limit = LONGEST_REPORTED_TEXT.toLocaleString('en-US');
      ignored.push({ field, reason: `had more than ${limit} characters and was cut in the middle` });
      return cutInTheMiddle(text);
    },
    name: (field) =>
      read(field, (value) => {
        const name = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
        return typeof name === 'string' && name.length <= LONGEST_NAME ? name.trim() : null;
      }) || null,
    instant: (field) => read(field, readReportedInstant),
    simSlot: (field) => read(field, simSlotIn),
  };
}

/** Keeps the end as well, because it contains the code. */
function cutInTheMiddle(text: string): string {
  const half = LONGEST_REPORTED_TEXT / 2;
  return `${text.slice(0, half - 1)}…${text.slice(-half)}`;
}

/** A value as JSON, shortened; storable, because JSON escapes what the database does not accept. */
export function quoted(value: unknown): string {
  const json = JSON.stringify(value) ?? 'undefined';
  return json.length <= LONGEST_QUOTE ? json : `${json.slice(0, LONGEST_QUOTE).toWellFormed()}…`;
}
