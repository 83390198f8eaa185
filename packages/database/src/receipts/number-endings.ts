/** Compares a number in E.164 with the digits in a receipt, in SQL: the usual spellings of the domain's `isSpellingOf`. */
import { type RawBuilder, sql } from 'kysely';

/** `+` and the longest country code. */
const LONGEST_FRONT = 4;

/** Whether `written` is the number in E.164, with or without `+`, or its end without the country. */
export function isWritten(number: RawBuilder<string>, written: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`(right(${number}, length(${written})) = ${written}
    and length(${number}) - length(${written}) between 0 and ${sql.lit(LONGEST_FRONT)})`;
}
