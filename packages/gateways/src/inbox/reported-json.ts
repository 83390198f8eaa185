/** Reads the JSON of apps: what is missing or of another type than told is null, as apps differ by their versions. */
import type { InboxResponse } from '../inbox-port.ts';
import { LONGEST_NAME } from './handset-report.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** An object in UTF-8; null for anything else. */
export function readJsonObject(body: Uint8Array): JsonObject | null {
  try {
    return objectIn(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)));
  } catch {
    return null;
  }
}

export function objectIn(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

export function objectsIn(value: unknown): JsonObject[] {
  const list: unknown[] = Array.isArray(value) ? value : [];
  return list.map(objectIn).filter((one) => one !== null);
}

export function textIn(value: unknown, longest: number): string | null {
  return typeof value === 'string' && value.length <= longest ? value : null;
}

/** A number of a phone, a name of a handset: without NUL and broken characters, null when nothing is left. */
export function nameIn(value: unknown): string | null {
  const text = textIn(value, LONGEST_NAME)?.trim() ?? '';
  return text === '' || text.includes('\u0000') || !text.isWellFormed() ? null : text;
}

/** The slot of a card, from 1 to 9. */
export function simSlotIn(value: unknown): number | null {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 9
    ? (value as number)
    : null;
}

export interface Refusal {
  readonly ok: false;
  readonly refusal: InboxResponse;
}

export const notJsonObject: Refusal = {
  ok: false,
  refusal: {
    status: 400,
    problem: { code: 'json.invalid', detail: 'The body is not a JSON object in UTF-8.' },
  },
};

/** A refusal that names a field and says what belongs there. */
export function refuse(field: string, message: string): Refusal {
  const errors = [{ field, code: 'required', message }];
  return {
    ok: false,
    refusal: { status: 422, problem: { code: 'body.invalid', detail: message, errors } },
  };
}
