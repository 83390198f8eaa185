/** What the server says is wrong with a test, beside the fields it names. */
import { HttpError } from '../api/http.ts';

/** By the field's name: what to do about it. */
export type FieldErrors = Readonly<Record<string, string>>;
export const NO_ERRORS: FieldErrors = {};

/** Fields that are shown one by one; of all others the first part of the name is a field of the form. */
const NESTED = /^(?:recurrenceRule\.|mediaURLs\.media\.)/;

/** The first word about each field, but every file that was refused, a line each. */
export function fieldErrors(error: unknown): FieldErrors {
  const told = error instanceof HttpError ? (error.problem?.errors ?? []) : [];
  const errors: Record<string, string> = {};
  for (const { field, message } of told) {
    const name = shownField(field);
    const before = errors[name];
    if (before === undefined) errors[name] = message;
    else if (name === 'files') errors[name] = `${before}\n${message}`;
  }
  return errors;
}

/** An update names its one partner in the singular. */
function shownField(field: string): string {
  if (field === 'partnerID') return 'partnerIDs';
  return NESTED.test(field) ? field : (field.split('.', 1)[0] ?? field);
}

/** What is left once these fields, and all within them, were edited. */
export function withoutErrors(errors: FieldErrors, fields: readonly string[]): FieldErrors {
  const left = Object.entries(errors).filter(
    ([name]) => !fields.some((field) => name === field || name.startsWith(`${field}.`)),
  );
  return left.length === Object.keys(errors).length ? errors : Object.fromEntries(left);
}
