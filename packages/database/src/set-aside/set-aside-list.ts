/** Items that are currently set aside, for administrators. */
import { sql } from 'kysely';
import { type Database, sqlTime } from '../core/connection.ts';
import { type SetAsideKind, TRIES_BEFORE_SET_ASIDE } from './set-aside.ts';

/** An item that is set aside. Instants are epoch milliseconds. */
export interface SetAsideItem<Kind extends SetAsideKind = SetAsideKind> {
  readonly kind: Kind;
  readonly item: string;
  readonly tries: number;
  readonly problem: string;
  readonly lastTryAt: number;
  readonly nextTryAt: number;
}

/** The columns of an item, in rows `a`. */
export const setAsideColumns = sql`a.kind, a.item, a.tries, a.problem, a.last_try_at as "lastTryAt", a.next_try_at as "nextTryAt"`;
export const isSetAside = sql`a.tries >= ${sql.lit(TRIES_BEFORE_SET_ASIDE)}`;

/** Latest failure first. */
export async function listSetAside(db: Database): Promise<SetAsideItem[]> {
  const { rows } = await sql<SetAsideItem>`
    select ${setAsideColumns} from set_aside a where ${isSetAside} order by a.last_try_at desc, a.kind, a.item`.execute(
    db,
  );
  return rows;
}

/** Makes all set-aside items due for a retry now, epoch milliseconds. @returns how many */
export async function retrySetAside(db: Database, now: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update set_aside a set next_try_at = ${sqlTime(now)} where ${isSetAside} and a.next_try_at > ${sqlTime(now)}`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
