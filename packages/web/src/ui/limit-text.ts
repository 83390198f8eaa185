/** A daily limit of messages as it is typed (ACCT-11). */

/** Null: no limit. Undefined: not a whole number. */
export function limitOf(text: string): number | null | undefined {
  const digits = text.replaceAll(/[\s,]/g, '');
  if (digits === '') return null;
  return /^\d+$/.test(digits) ? Number(digits) : undefined;
}
