/** The fields of a gateway's settings, and the check of what an administrator wrote: all faults at once, as sentences. */
import { DID_YOU_MEAN, nearestKey } from '@textprobe/domain/unknown-key';

/** What is wanted instead of a wrong value, to be read after "must be". */
export class Fault {
  readonly wanted: string;
  constructor(wanted: string) {
    this.wanted = wanted;
  }
}

/** Reads one value; of one that was left out it gives the usual one, or the fault. */
export type FieldCheck<T> = (value: unknown) => T | Fault;
export type FieldChecks<Settings> = { readonly [Name in keyof Settings]: FieldCheck<Settings[Name]> };

export type SettingsCheck<Settings> =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly faults: readonly string[] };

/**
 * Reads settings from parsed JSON. A key that is not known is a fault, since it is most likely a misspelt one. No fault
 * repeats what was written: it may be a password.
 * @param what begins with its article, such as "an SMPP gateway"
 */
export function checkFields<Settings extends object>(
  fields: FieldChecks<Settings>,
  raw: unknown,
  what: { readonly name: string; readonly shape: string },
): SettingsCheck<Settings> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return { ok: false, faults: [`The settings of ${what.name} are an object with ${what.shape}.`] };
  const given: Record<string, unknown> = { ...raw };
  const faults = Object.keys(given)
    .filter((name) => !Object.hasOwn(fields, name))
    .map((name) => {
      const known = Object.keys(fields);
      const near = nearestKey(name, known);
      const hint = near === null ? 'there are' : `${DID_YOU_MEAN} ${near}? There are`;
      return `"${name}" is no setting of ${what.name}; ${hint} ${known.join(', ')}.`;
    });
  const read = Object.entries(fields).map(([name, check]) => {
    const value = (check as FieldCheck<unknown>)(given[name]);
    if (value instanceof Fault)
      faults.push(`${name} ${given[name] === undefined ? 'is missing: write' : 'must be'} ${value.wanted}.`);
    return [name, value] as const;
  });
  return faults.length > 0
    ? { ok: false, faults }
    : { ok: true, settings: Object.fromEntries(read) as unknown as Settings };
}

export function text(limits: { min: number; max: number; otherwise?: string }): FieldCheck<string> {
  return (value = limits.otherwise) =>
    typeof value === 'string' &&
    value.length >= limits.min &&
    value.length <= limits.max &&
    /^[\x20-\x7e]*$/.test(value)
      ? value
      : new Fault(`a text of ${limits.min} to ${limits.max} ASCII characters`);
}

export function whole(limits: { min: number; max: number; otherwise: number }): FieldCheck<number> {
  return (value = limits.otherwise) =>
    typeof value === 'number' && Number.isInteger(value) && value >= limits.min && value <= limits.max
      ? value
      : new Fault(`a whole number from ${limits.min} to ${limits.max}`);
}

export function flag(otherwise: boolean): FieldCheck<boolean> {
  return (value = otherwise) => (typeof value === 'boolean' ? value : new Fault('true or false'));
}

/** Messages a second; null, and what is left out: no limit. */
export const throughput: FieldCheck<number | null> = (value = null) =>
  value === null || (typeof value === 'number' && value >= 0.1 && value <= 100_000)
    ? value
    : new Fault('a number of messages a second from 0.1 to 100,000, or null for no limit');
