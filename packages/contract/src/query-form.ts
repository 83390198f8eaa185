/**
 * How the OpenAPI document shows a query parameter. The value arrives as text and is parsed by transforms, which a JSON
 * schema cannot express.
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

/** The metadata key of the form. */
const KEY = 'queryForm';

/** The same schema, shown in the given form. */
export function shownAs<S extends z.ZodType>(schema: S, form: QueryForm): S {
  return schema.meta({ [KEY]: form });
}

/** One of some upper-case words, case-insensitive (CALL-20, ANALYTICS-6). */
export function choiceInAnyCase<const W extends string>(words: readonly W[]) {
  const choice = z
    .string()
    .transform((text) => text.toUpperCase())
    .pipe(z.enum(words));
  return shownAs(choice, { type: 'string', enum: words, description: 'Case-insensitive.' });
}

/** A day in Los Angeles. @param read null for text that is not a date */
export function dateFilter<T>(read: (date: string) => T | null) {
  const day = z.string().transform((text, context) => {
    const value = read(text);
    if (value !== null) return value;
    const message = 'Must be a date in the form YYYY-MM-DD, in the years 1900 to 2999.';
    context.issues.push({ code: 'custom', input: text, message });
    return z.NEVER;
  });
  return shownAs(day, { type: 'string', format: 'date', description: 'A day in Los Angeles.' }).optional();
}

/** A page number. */
export const pageSchema = shownAs(
  z
    .string()
    .regex(/^[1-9]\d{0,6}$/, { error: 'Must be a page number from 1.' })
    .transform(Number),
  { type: 'integer', minimum: 1, maximum: 9_999_999 },
);

/** A page size. @param defaultSize omitted: none */
export function pageSizeSchema(limit: number, defaultSize?: number) {
  const error = `Must be a page size from 1 to ${limit}.`;
  const size = z
    .string()
    .regex(/^[1-9]\d{0,2}$/, { error })
    .transform(Number)
    .refine((rows) => rows <= limit, { error });
  const form = { type: 'integer', minimum: 1, maximum: limit } as const;
  return shownAs(size, defaultSize === undefined ? form : { ...form, default: defaultSize });
}

/** The page size of the lists that the specification does not name. */
export const LIST_PAGE_SIZE = 50;
export const listPageSizeSchema = pageSizeSchema(500, LIST_PAGE_SIZE);

/** The form of a schema, if it has one. */
export function queryFormOf(schema: z.ZodType): QueryForm | undefined {
  return schema.meta()?.[KEY] as QueryForm | undefined;
}
