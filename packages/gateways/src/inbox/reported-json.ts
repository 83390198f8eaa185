/** Lenient readers for the JSON of apps: a missing or mistyped value is null, because versions of an app differ. */
import type { InboxResponse } from '../inbox-port.ts';
import { LONGEST_NAME } from './handset-report.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** A JSON object in the same way; null for anything else. */
export function readJsonObject(body: Uint8Array): JsonObject | null {
  return objectIn(readJson(body));
}

/** JSON in UTF-8, with or without a byte order mark; undefined for anything else. */
export function readJson(body: Uint8Array): unknown {
  try {
    return parseReportedJson(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

/**
 * Parses JSON; undefined if it is none. Some apps put a text into a JSON template without escaping its line breaks: these
 * are accepted.
 */
export function parseReportedJson(text: string): unknown {
  return parse(text) ?? parse(escapeControls(text));
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Escapes control characters within strings. */
function escapeControls(text: string): string {
  let isInString = false;
  return text.replace(/\\[^]|"|\p{Cc}/gu, (found) => {
    if (found === '"') isInString = !isInString;
    if (!isInString || found >= ' ') return found;
    return `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
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

/** A phone number or a handset name, trimmed; null if it is empty or has NUL or broken characters. */
export function nameIn(value: unknown): string | null {
  const text = textIn(value, LONGEST_NAME)?.trim() ?? '';
  return text === '' || text.includes('\u0000') || !text.isWellFormed() ? null : text;
}

/** A SIM slot, from 1 to 9: a number, a digit, or a name such as `SIM1`. */
export function simSlotIn(value: unknown): number | null {
  const digit = /^(?:sim ?)?([1-9])$/i.exec(String(value).trim())?.[1];
  return digit === undefined ? null : Number(digit);
}

export interface Refusal {
  readonly ok: false;
  readonly refusal: InboxResponse;
}

export const notJsonObject: Refusal = {
  ok: false,
  refusal: {
    status: 400,
    problem: { code: 'json.invalid', detail: 'The body is not a valid JSON object in UTF-8.' },
  },
};

/** A refusal that names a field and says what to send. */
export function refuse(field: string, message: string): Refusal {
  const errors = [{ field, code: 'required', message }];
  return {
    ok: false,
    refusal: { status: 422, problem: { code: 'body.invalid', detail: message, errors } },
  };
}
