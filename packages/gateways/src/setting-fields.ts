/** Validates a gateway's settings and reports all faults at once, as sentences for an administrator. */
import { DID_YOU_MEAN, nearestKey } from '@textprobe/domain/unknown-key';
import { z } from 'zod';

export type SettingsCheck<Settings> =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly faults: readonly string[] };

/**
 * Validates settings from parsed JSON. An unknown key is a fault, because it is probably misspelled. No fault repeats a
 * value, which may be a password.
 * @param fields the error of each field completes a sentence after "must be"
 * @param what `name` includes the article, such as "an SMPP gateway"
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
        const hint = near === null ? 'the settings are' : `${DID_YOU_MEAN} ${near}? The settings are`;
        unknown.push(`"${key}" is not a setting of ${what.name}; ${hint} ${known.join(', ')}.`);
      }
    } else if (name === undefined)
      wrong.add(`The settings of ${what.name} must be an object with ${what.shape}.`);
    else {
      const isMissing = (raw as Record<PropertyKey, unknown>)[name] === undefined;
      wrong.add(`${String(name)} ${isMissing ? 'is missing: enter' : 'must be'} ${issue.message}.`);
    }
  }
  return { ok: false, faults: [...unknown, ...wrong] };
}

export function text({ min, max }: { min: number; max: number }) {
  const wanted = `${min} to ${max} ASCII characters`;
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

/** A string that matches, or null, which is the default. */
export function orNull(pattern: RegExp, wanted: string) {
  return z.string(wanted).regex(pattern, wanted).nullable().default(null);
}

const MESSAGES_PER_SECOND = 'a number of messages per second from 0.1 to 100,000, or null for no limit';

/** Messages per second; null, the default, means no limit. */
export const throughput = z
  .number(MESSAGES_PER_SECOND)
  .min(0.1, MESSAGES_PER_SECOND)
  .max(100_000, MESSAGES_PER_SECOND)
  .nullable()
  .default(null);
