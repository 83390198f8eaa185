/** Maps the server's validation errors to the fields of the form. */
import { HttpError } from '../api/http.ts';

/** The message for each field, by name. */
export type FieldErrors = Readonly<Record<string, string>>;
export const NO_ERRORS: FieldErrors = {};

/** Nested fields with their own input; others belong to the form field of their first segment. */
const NESTED = /^(?:recurrenceRule\.|mediaURLs\.media\.)/;

/** The first message of each field; for files, all messages, one per line. */
export function fieldErrors(error: unknown): FieldErrors {
  const problems = error instanceof HttpError ? (error.problem?.errors ?? []) : [];
  const errors: Record<string, string> = {};
  for (const { field, message } of problems) {
    const name = shownField(field);
    const before = errors[name];
    if (before === undefined) errors[name] = message;
    else if (name === 'files') errors[name] = `${before}\n${message}`;
  }
  return errors;
}

/** An update has a single partner, named in the singular. */
function shownField(field: string): string {
  if (field === 'partnerID') return 'partnerIDs';
  return NESTED.test(field) ? field : (field.split('.', 1)[0] ?? field);
}

/** The errors left after these fields, and everything nested in them, were edited. */
export function withoutErrors(errors: FieldErrors, fields: readonly string[]): FieldErrors {
  const left = Object.entries(errors).filter(
    ([name]) => !fields.some((field) => name === field || name.startsWith(`${field}.`)),
  );
  return left.length === Object.keys(errors).length ? errors : Object.fromEntries(left);
}
