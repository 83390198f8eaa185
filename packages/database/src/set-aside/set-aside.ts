/**
 * Items that failed: counted for all processes together, and left out after three tries. A loop that takes the oldest
 * first would else meet the same one again and again, and none of those behind it.
 */
import { type RawBuilder, sql } from 'kysely';
import { type Database, sqlTime, type Transaction } from '../connection.ts';

/** What an item is: the id of a run, a reception, a message, a receipt or a test; `closing`: of a run to be closed. */
export type SetAsideKind =
  | 'run'
  | 'files'
  | 'deadline'
  | 'lease'
  | 'receipt'
  | 'reception'
  | 'due test'
  | 'closing';

/** After so many failures an item is left out. */
export const TRIES_BEFORE_SET_ASIDE = 3;

/** Notes a failure. @returns how often the item has failed by now */
export async function noteFailure(
  db: Database | Transaction,
  of: {
    kind: SetAsideKind;
    item: number;
    problem: string;
    /** Epoch milliseconds, as `nextTryAt`: until then it is left out, too. */
    now: number;
    nextTryAt: number;
  },
): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    insert into set_aside as s (kind, item, tries, problem, last_try_at, next_try_at)
    values (${of.kind}, ${String(of.item)}, 1, ${of.problem}, ${sqlTime(of.now)}, ${sqlTime(of.nextTryAt)})
    on conflict (kind, item) do update set tries = s.tries + 1, problem = excluded.problem,
      last_try_at = excluded.last_try_at, next_try_at = excluded.next_try_at
    returning tries`.execute(db);
  return rows[0]?.tries ?? 1;
}

/**
 * True of rows that are not set aside, and do not wait for their next try.
 * @param id as SQL, such as sql`r.id`
 * @param now epoch milliseconds
 */
export function isNotSetAside(kind: SetAsideKind, id: RawBuilder<unknown>, now: number): RawBuilder<boolean> {
  return sql<boolean>`not exists (select from set_aside a where a.kind = ${kind} and a.item = ${id}::text
    and (a.tries >= ${sql.lit(TRIES_BEFORE_SET_ASIDE)} or a.next_try_at > ${sqlTime(now)}))`;
}
