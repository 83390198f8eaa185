/**
 * Codes are computed from ids. Messages from before that have theirs stored; a month without any need not be asked for them,
 * which is a fifth of what a look-up costs.
 */
import { startOfMonth } from '@textprobe/domain/utc-month';
import { sql } from 'kysely';
import { type Database, sqlTime } from '../connection.ts';

/** By the adapter, which a database shares with its transactions: for each month that was asked for, whether it has any. */
const known = new WeakMap<object, Map<number, boolean>>();

/**
 * Whether any of the months has messages whose codes are stored. Asked of the database once for each month: none are added.
 * @param months their indexes
 */
export async function haveStoredCodes(db: Database, months: Iterable<number>): Promise<boolean> {
  const { adapter } = db.getExecutor();
  let answers = known.get(adapter);
  if (answers === undefined) known.set(adapter, (answers = new Map()));
  let found = false;
  for (const month of new Set(months)) {
    let has = answers.get(month);
    if (has === undefined) answers.set(month, (has = await hasStoredCodes(db, month)));
    found ||= has;
  }
  return found;
}

/** In the order of codes, which only the index of stored codes has: without it, PostgreSQL may read the whole month. */
async function hasStoredCodes(db: Database, month: number): Promise<boolean> {
  const { rows } = await sql`
    select from messages
    where created_at >= ${sqlTime(startOfMonth(month))} and created_at < ${sqlTime(startOfMonth(month + 1))} and code is not null
    order by code limit 1`.execute(db);
  return rows.length > 0;
}
