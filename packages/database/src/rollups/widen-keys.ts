/**
 * Puts the verdict, and whether a message arrived unaltered, into the primary keys of the sums over all messages. The
 * index is made while sums are written and read; taking the place of the old one then takes milliseconds.
 */
import { sql } from 'kysely';
import type { CarryOverSite, CarryOverStep } from '../carry-over/carry-over-step.ts';
import { withShortLocks } from '../carry-over/short-lock.ts';
import type { Database } from '../connection.ts';
import { SUMS, type SumTable } from './rollup-tables.ts';

export const widenRollupKeys: CarryOverStep = {
  name: '0030-keys-of-rollups',
  async run(site) {
    for (const sums of Object.values(SUMS)) {
      if (!(await isWide(site.session, sums))) await widen(site, sums);
    }
  },
};

async function isWide(session: Database, { table }: SumTable): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_index join pg_attribute on attrelid = indexrelid
    where indrelid = ${table}::regclass and indisprimary and attname = 'verdict'`.execute(session);
  return rows.length > 0;
}

async function widen({ session, clock }: CarryOverSite, { table, keyColumns }: SumTable): Promise<void> {
  const key = sql.ref(`${table}_wide`);
  const constraint = sql.ref(`${table}_pkey`);
  // Of a step that was killed: an index that was never finished.
  await sql`drop index concurrently if exists ${key}`.execute(session);
  await sql`create unique index concurrently ${key} on ${sql.table(table)} (${keyColumns})`.execute(session);
  await withShortLocks(session, clock, async (tx) => {
    await sql`alter table ${sql.table(table)} drop constraint ${constraint},
      add constraint ${constraint} primary key using index ${key}`.execute(tx);
  });
}
