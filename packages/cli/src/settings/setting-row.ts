/** What is said of one setting. */
import type { z } from 'zod';

/** One setting as read from the environment. */
export interface SettingRow<Value, Fallback extends string | null = string | null> {
  /** One line for `textprobe help`. */
  readonly about: string;
  /** The default text; null: without a value the setting is off. */
  readonly fallback: Fallback;
  readonly schema: z.ZodType<Value, string>;
  /** The hint for an invalid value: a sentence that begins with "write". */
  readonly instead: string;
  /** Never shown, neither in errors nor by `textprobe config`. */
  readonly secret?: boolean;
}

/** Infers the type of a row's value, and whether it has a fallback. */
export function row<Value, const Fallback extends string | null>(
  row: SettingRow<Value, Fallback>,
): SettingRow<Value, Fallback> {
  return row;
}

/** The value of a row; it can be null where the row has no fallback. */
type ValueOf<Row> =
  Row extends SettingRow<infer Value, infer Fallback>
    ? Value | (null extends Fallback ? null : never)
    : never;

/** The values of all rows of a table. */
export type ValuesOf<Table> = { readonly [Name in keyof Table]: ValueOf<Table[Name]> };
