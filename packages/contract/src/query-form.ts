/**
 * How the description of the interface shows a value of a query string: as what it means. The value arrives as text and
 * is read by transforms, which a JSON schema cannot tell.
 */
import { z } from 'zod';

/** A part of a JSON schema (2020-12). */
interface QueryForm {
  readonly type: 'integer' | 'string';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
  readonly enum?: readonly string[];
  readonly format?: 'date';
  readonly description?: string;
}

/** The key of a schema's metadata under which its form stands. */
const KEY = 'queryForm';

/** The same schema, shown in the form given. */
export function shownAs<S extends z.ZodType>(schema: S, form: QueryForm): S {
  return schema.meta({ [KEY]: form });
}

/** One of a few words in capitals, written in any case (CALL-20, ANALYTICS-6). */
export function choiceInAnyCase<const W extends string>(words: readonly W[]) {
  const choice = z
    .string()
    .transform((text) => text.toUpperCase())
    .pipe(z.enum(words));
  return shownAs(choice, { type: 'string', enum: words, description: 'In capitals or not.' });
}

/** The number of a page. */
export const pageSchema = shownAs(
  z
    .string()
    .regex(/^[1-9]\d{0,6}$/, { error: 'Pages count from 1.' })
    .transform(Number),
  { type: 'integer', minimum: 1, maximum: 9_999_999 },
);

/** How many rows a page has. @param usual how many where nothing is said */
export function pageSizeSchema(limit: number, usual?: number) {
  const error = `Give a page size from 1 to ${limit}.`;
  const size = z
    .string()
    .regex(/^[1-9]\d{0,2}$/, { error })
    .transform(Number)
    .refine((rows) => rows <= limit, { error });
  const form = { type: 'integer', minimum: 1, maximum: limit } as const;
  return shownAs(size, usual === undefined ? form : { ...form, default: usual });
}

/** The form of a schema, if it was given one. */
export function queryFormOf(schema: z.ZodType): QueryForm | undefined {
  return schema.meta()?.[KEY] as QueryForm | undefined;
}
