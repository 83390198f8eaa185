/** Parses the fields of a recurrence rule one by one and collects their errors. */
import { parseDate } from './civil-date.ts';
import { unknownKeyWords } from './unknown-key.ts';

/** An error in a rule; `field` is its wire name, empty for the rule as a whole. */
export interface RuleError {
  readonly field: string;
  /** Stable, for programs. */
  readonly code: string;
  /** For people: says what to do. */
  readonly message: string;
}

export interface RuleReader {
  readonly errors: readonly RuleError[];
  /** One of the words; if missing or invalid, adds an error and returns null. */
  choice<T extends string>(field: string, words: readonly T[]): T | null;
  /** An integer from 1 to `most`; null if missing or invalid. */
  whole(field: string, most: number): number | null;
  /** `2026-11-21`; null if missing or invalid. */
  date(field: string): string | null;
  /** `HH:MM`; if missing or invalid, adds an error and returns null. */
  time(field: string): string | null;
  /** Each value once; empty if missing or invalid. `values` describes the allowed ones for people. */
  list<T>(field: string, isOne: (value: unknown) => value is T, values: string): T[];
  /** Call last: adds an error for every key that was not read. */
  refuseUnknown(): void;
}

/** The earliest date: before it, Los Angeles had other clock rules. */
const FIRST_DATE = '1970-01-01';

/** Null and empty text count as missing. */
export function createRuleReader(wire: Readonly<Record<string, unknown>>): RuleReader {
  const errors: RuleError[] = [];
  const known = new Set<string>();

  function take(field: string): unknown {
    known.add(field);
    const value = Object.hasOwn(wire, field) ? wire[field] : undefined;
    return value === null || value === '' ? undefined : value;
  }

  function refuse(field: string, code: string, message: string): null {
    errors.push({ field, code, message });
    return null;
  }

  return {
    errors,
    choice(field, words) {
      const value = take(field);
      const found = words.find((word) => word === value);
      if (found !== undefined) return found;
      return refuse(field, value === undefined ? 'required' : 'invalid_value', `Choose ${inWords(words)}.`);
    },
    whole(field, most) {
      const value = take(field);
      if (value === undefined) return null;
      if (isWhole(value) && value >= 1 && value <= most) return value;
      const code = !isWhole(value) ? 'invalid_type' : value < 1 ? 'too_small' : 'too_big';
      return refuse(field, code, `Enter a whole number from 1 to ${most}.`);
    },
    date(field) {
      const value = take(field);
      if (value === undefined) return null;
      if (typeof value === 'string' && parseDate(value) !== null && value >= FIRST_DATE) return value;
      return refuse(field, 'invalid_format', 'Enter a valid date from 1970 on, such as 2026-11-21.');
    },
    time(field) {
      const value = take(field);
      if (value === undefined) return refuse(field, 'required', 'Enter a time, such as 10:30.');
      if (typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value)) return value;
      return refuse(field, 'invalid_format', 'Enter a time from 00:00 to 23:59, such as 10:30.');
    },
    list(field, isOne, values) {
      const given = take(field) ?? [];
      if (Array.isArray(given) && given.every(isOne)) return [...new Set(given)];
      refuse(field, 'invalid_value', `Send a list of ${values}.`);
      return [];
    },
    refuseUnknown() {
      for (const field of Object.keys(wire)) {
        if (!known.has(field)) refuse(field, 'unrecognized_keys', unknownKeyWords(field, [...known]));
      }
    },
  };
}

function isWhole(value: unknown): value is number {
  return Number.isInteger(value);
}

function inWords(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
