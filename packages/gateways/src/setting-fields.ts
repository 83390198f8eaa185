/** The fields of a gateway's settings, and the check of what an administrator wrote: all faults at once, as sentences. */
import { DID_YOU_MEAN, nearestKey } from '@textprobe/domain/unknown-key';
import { z } from 'zod';

export type SettingsCheck<Settings> =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly faults: readonly string[] };

/**
 * Reads settings from parsed JSON. A key that is not known is a fault, since it is most likely a misspelt one. No fault
 * repeats what was written: it may be a password.
 * @param fields each says as its error what is wanted, to be read after "must be"
 * @param what begins with its article, such as "an SMPP gateway"
 */
export function checkFields<Settings>(
  fields: z.ZodObject & z.ZodType<Settings>,
  raw: unknown,
  what: { readonly name: string; readonly shape: string },
): SettingsCheck<Settings> {
  const { data, error } = fields.safeParse(raw);
  if (error === undefined) return { ok: true, settings: data };
  const known = Object.keys(fields.shape);
  const unknown: string[] = [];
  const wrong = new Set<string>();
  for (const issue of error.issues) {
    const [name] = issue.path;
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) {
        const near = nearestKey(key, known);
        const hint = near === null ? 'there are' : `${DID_YOU_MEAN} ${near}? There are`;
        unknown.push(`"${key}" is no setting of ${what.name}; ${hint} ${known.join(', ')}.`);
      }
    } else if (name === undefined)
      wrong.add(`The settings of ${what.name} are an object with ${what.shape}.`);
    else {
      const isMissing = (raw as Record<PropertyKey, unknown>)[name] === undefined;
      wrong.add(`${String(name)} ${isMissing ? 'is missing: write' : 'must be'} ${issue.message}.`);
    }
  }
  return { ok: false, faults: [...unknown, ...wrong] };
}

export function text({ min, max }: { min: number; max: number }) {
  const wanted = `a text of ${min} to ${max} ASCII characters`;
  return z
    .string(wanted)
    .min(min, wanted)
    .max(max, wanted)
    .regex(/^[\x20-\x7e]*$/, wanted);
}

export function whole({ min, max }: { min: number; max: number }) {
  const wanted = `a whole number from ${min} to ${max}`;
  return z.int(wanted).min(min, wanted).max(max, wanted);
}

export const flag = z.boolean('true or false');

/** What matches, or null, which stands for what is left out. */
export function orNull(pattern: RegExp, wanted: string) {
  return z.string(wanted).regex(pattern, wanted).nullable().default(null);
}

const MESSAGES_A_SECOND = 'a number of messages a second from 0.1 to 100,000, or null for no limit';

/** Messages a second; null, and what is left out: no limit. */
export const throughput = z
  .number(MESSAGES_A_SECOND)
  .min(0.1, MESSAGES_A_SECOND)
  .max(100_000, MESSAGES_A_SECOND)
  .nullable()
  .default(null);
