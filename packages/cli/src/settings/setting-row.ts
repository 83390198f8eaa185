/** A row of the table of settings. */
import type { z } from 'zod';

/** One setting as it is read from the environment; `schema` turns its text into the value that the program uses. */
export interface SettingRow<Value, Fallback extends string | null = string | null> {
  /** One line for `textprobe help`. */
  readonly about: string;
  /** The text that counts when the environment has none; null: the setting is then off, and its value null. */
  readonly fallback: Fallback;
  readonly schema: z.ZodType<Value, string>;
  /** What to write instead of a wrong value: a sentence that begins with "write". */
  readonly instead: string;
  /** Never shown: not in a fault, not by `textprobe config`. */
  readonly secret?: boolean;
}

/** Keeps the type of a row's value, and whether it has a fallback. */
export function row<Value, const Fallback extends string | null>(
  row: SettingRow<Value, Fallback>,
): SettingRow<Value, Fallback> {
  return row;
}

/** The value of a row; it can be null where the row has no fallback. */
export type ValueOf<Row> =
  Row extends SettingRow<infer Value, infer Fallback>
    ? Value | (null extends Fallback ? null : never)
    : never;
