/** Building blocks for input: well-formed text, ids, and lists of ids. */
import { HIGHEST_LIMIT_PER_DAY, LIMIT_PER_DAY_ERROR } from '@textprobe/domain/daily-limit';
import { hasTooManyWords, SEARCH_LIMIT, SEARCH_WORDS_LIMIT } from '@textprobe/domain/search-words';
import { z } from 'zod';
import { shownAs } from './query-form.ts';

/** Longest message body in UTF-16 code units: 150 UCS-2 segments, well under the 255 parts of a concatenated SMS. */
export const MESSAGE_BODY_LIMIT = 10_000;
/** Longest list of ids in one request. */
export const ID_LIST_LIMIT = 10_000;

/**
 * Text without NUL (PostgreSQL cannot hold it) and without lone surrogates (UTF-8 cannot). A text that is too long is not
 * looked at any further: normalizing 1 MB of accents took 69 s.
 */
export function wellFormedText(limit: number) {
  return z
    .string()
    .max(limit, { error: `Must have at most ${limit.toLocaleString('en-US')} characters.`, abort: true })
    .refine((text) => !text.includes('\u0000'), { error: 'Remove the NUL character (U+0000).' })
    .refine((text) => text.isWellFormed(), {
      error: 'Remove the invalid character: a surrogate without its pair.',
    });
}

/** A search by words, within the limits that bound its cost. */
export const searchTextSchema = wellFormedText(SEARCH_LIMIT).refine((text) => !hasTooManyWords(text), {
  error: `Search for at most ${SEARCH_WORDS_LIMIT} words.`,
});

/** An instant in an answer: ISO 8601 with the Los Angeles offset and milliseconds. */
export const timestampSchema = z.string().nullable();

/** The largest id of a row: PostgreSQL's integer. */
const ID_LIMIT = 2_147_483_647;
/** A row id: a positive integer that fits PostgreSQL's integer. */
export const idSchema = z.number().int().min(1).max(ID_LIMIT);
/** A message id: a positive safe integer. */
const longIdSchema = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/** An id in a query string. */
export const queryIdSchema = queryId();
export const queryLongIdSchema = shownAs(
  z
    .string()
    .regex(/^[1-9]\d{0,15}$/, { error: 'Must be a positive whole number.' })
    .transform(Number)
    .pipe(longIdSchema),
  { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
);

/** An id in a path. Any other text is the id of nothing: 0. */
export const pathIdSchema = shownAs(
  z
    .string()
    .transform((text) => (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= ID_LIMIT ? Number(text) : 0)),
  { type: 'integer', minimum: 1, maximum: ID_LIMIT },
);

/** An id in a query string, with the message for a missing one. */
export function queryId(missing?: string) {
  const text = z.string({ error: (issue) => (issue.input === undefined ? missing : undefined) });
  return shownAs(
    text
      .regex(/^[1-9]\d{0,9}$/, { error: 'Must be a positive whole number.' })
      .transform(Number)
      .pipe(idSchema),
    { type: 'integer', minimum: 1, maximum: ID_LIMIT },
  );
}

/**
 * Ids in a query string, separated by commas; parsed to a list without duplicates. @param limit the maximum number of
 * ids
 */
export function queryIdsSchema(limit: number) {
  const ids = z
    .string()
    .transform((text) => [...new Set(text.split(','))])
    .pipe(z.array(queryIdSchema).max(limit, { error: `Must be at most ${limit} ids.` }));
  return shownAs(ids, { type: 'string', description: `At most ${limit} IDs, separated by commas.` });
}

/**
 * A list of ids as in the create payload (`[1, 2]`) or in the update payload (`{ clientIDs: [1, 2] }`); parsed to a plain
 * list without duplicates.
 */
export function idListSchema(key: string) {
  const list = z.array(idSchema).max(ID_LIST_LIMIT);
  return z
    .union([list, z.strictObject({ [key]: list }).transform((wrapped) => wrapped[key] ?? [])], {
      error: `Must be a list of ids, or an object with such a list named ${key}.`,
    })
    .transform((ids) => [...new Set(ids)]);
}

/** Longest address: a path in a mail's envelope has at most 256 characters, two of them brackets (RFC 5321, 4.5.3.1.3). */
const EMAIL_LIMIT = 254;

export const emailSchema = z
  // As the browser checks its field.
  .email({ pattern: z.regexes.html5Email, error: 'Enter an email address, such as name@example.com.' })
  .max(EMAIL_LIMIT, { error: `Use at most ${EMAIL_LIMIT} characters.` });

/** A daily limit of messages; null: none (ACCT-11). */
export const limitPerDaySchema = z
  .number({ error: LIMIT_PER_DAY_ERROR })
  .int({ error: LIMIT_PER_DAY_ERROR })
  .min(0, { error: LIMIT_PER_DAY_ERROR })
  .max(HIGHEST_LIMIT_PER_DAY, { error: LIMIT_PER_DAY_ERROR })
  .nullable();
