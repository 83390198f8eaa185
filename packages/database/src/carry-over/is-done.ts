/**
 * Whether a step is done on which a reader depends. It stays done, so a process asks the database only until it is: each
 * reader pays for one small query more while the step lasts, and nothing afterwards.
 */
import { sql } from 'kysely';
import type { Database } from '../connection.ts';

/** By the adapter, which a database shares with its transactions. A test process knows many databases. */
const known = new WeakMap<object, Set<string>>();

/** @param step the name of a step, as `carry_over_steps` records it */
export async function isStepDone(db: Database, step: string): Promise<boolean> {
  const { adapter } = db.getExecutor();
  const done = known.get(adapter) ?? new Set();
  if (done.has(step)) return true;
  const { rows } = await sql`select from carry_over_steps where name = ${step}`.execute(db);
  if (rows.length === 0) return false;
  known.set(adapter, done.add(step));
  return true;
}
