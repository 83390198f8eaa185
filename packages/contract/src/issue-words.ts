/**
 * Turns zod issues into messages that say what is expected. Passed to `safeParse` as its error map; a schema's own `error` text
 * takes precedence.
 */
import { unknownKeyWords } from '@textprobe/domain/unknown-key';
import { z } from 'zod';

const NOUNS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** More would only bury the first, and explaining 80,000 of them took 2.6 s. */
export const MAX_UNKNOWN_KEYS = 50;

/** A sentence for one issue, one line for each of the first `MAX_UNKNOWN_KEYS` unknown keys; undefined to use zod's own message. */
export function explainIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type': {
      const noun = NOUNS[issue.expected] ?? issue.expected;
      return issue.input === undefined ? `Required: ${noun}.` : `Must be ${noun}.`;
    }
    case 'invalid_value':
      return `Must be one of ${issue.values.map(String).join(', ')}.`;
    case 'unrecognized_keys': {
      const known = keysOf(issue.inst);
      const keys = issue.keys.slice(0, MAX_UNKNOWN_KEYS);
      return keys.map((key) => unknownKeyWords(key, known)).join('\n');
    }
    case 'too_small':
      return `${amount('at least', issue.minimum, issue.origin)}.`;
    case 'too_big':
      return `${amount('at most', issue.maximum, issue.origin)}.`;
    default:
      return undefined;
  }
}

/** The keys that an object may have, without those listed only to be refused. */
function keysOf(schema: unknown): string[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.keys(schema.shape).filter((key) => !isNever(schema.shape[key]));
}

/** A key that is listed only to be refused with a message of its own. */
export function isNever(schema: z.core.$ZodType | undefined): boolean {
  return schema instanceof z.ZodOptional ? isNever(schema.unwrap()) : schema instanceof z.ZodNever;
}

function amount(bound: string, limit: number | bigint, origin: string): string {
  const figure = limit.toLocaleString('en-US');
  if (origin === 'string') return `Must have ${bound} ${figure} ${limit === 1 ? 'character' : 'characters'}`;
  if (origin === 'array') return `Must have ${bound} ${figure} ${limit === 1 ? 'entry' : 'entries'}`;
  return `Must be ${bound} ${figure}`;
}
