/**
 * Fills the markers of earlier messages and gives each partition the indexes on them, while messages are created, changed
 * and read. Lists use the conditions and indexes of before until all partitions are done (`areMarkersFilled`).
 */
import { sql } from 'kysely';
import type { CarryOverSite, CarryOverStep } from '../carry-over/carry-over-step.ts';
import { isStepDone } from '../carry-over/is-done.ts';
import { buildLeafIndex, dropIndexes, hasLeafIndex, listLeaves } from '../carry-over/leaf-indexes.ts';
import type { Database } from '../connection.ts';
import { MARKER_INDEXES, UNMARKED_INDEXES } from './marker-indexes.ts';
import { markers } from './message-markers.ts';

/** Messages of one transaction. Where all of them are unusual it holds their rows for some 0.1 s. */
const BATCH = 5_000;

export const fillMarkers: CarryOverStep = {
  name: '0034-markers',
  async run(site) {
    const leaves = await listLeaves(site.session, 'messages');
    for (const [index, leaf] of leaves.entries()) {
      // With its first index a partition is filled: it held no message when markers came, or was filled before.
      if (!(await hasLeafIndex(site.session, leaf, MARKER_INDEXES[0]))) await fillLeaf(site, leaf);
      for (const marked of MARKER_INDEXES) await buildLeafIndex(site, leaf, marked);
      site.progress(index + 1, leaves.length);
    }
  },
};

/** In a step of its own: none of them may go before every process can know that lists no longer need them. */
export const dropUnmarkedIndexes: CarryOverStep = {
  name: '0034-indexes-without-markers',
  run: (site) => dropIndexes(site, 'messages', UNMARKED_INDEXES),
};

/** Whether every message has its markers. Until then only the columns that decide them can be asked. */
export function areMarkersFilled(db: Database): Promise<boolean> {
  return isStepDone(db, fillMarkers.name);
}

async function fillLeaf({ session }: CarryOverSite, leaf: string): Promise<void> {
  for (let after: number | null = 0; after !== null; ) {
    const upTo: number | null = await findLast(session, leaf, after);
    if (upTo !== null) await fillRange(session, leaf, { after, upTo });
    after = upTo;
  }
  // The planner knows nothing of columns that were filled at once.
  await sql`analyze ${sql.table(leaf)} (${sql.join(Object.keys(markers).map((name) => sql.ref(name)))})`.execute(
    session,
  );
}

/** The id with which the batch ends that begins behind `after`; null where none is left. */
async function findLast(session: Database, leaf: string, after: number): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    select max(id) as last from (
      select id from ${sql.table(leaf)} where id > ${after}::int8 order by id limit ${sql.lit(BATCH)}) batch`.execute(
    session,
  );
  return rows[0]?.last ?? null;
}

/** Locked by their ids in ascending order, as the program does: neither can wait for the other in a circle. */
async function fillRange(
  session: Database,
  leaf: string,
  range: { readonly after: number; readonly upTo: number },
): Promise<void> {
  const table = sql.table(leaf);
  const columns = Object.entries(markers);
  const isDue = sql.join(
    columns.map(([name, value]) => sql`${sql.ref(name)} is distinct from ${value}`),
    sql` or `,
  );
  const set = sql.join(columns.map(([name, value]) => sql`${sql.ref(name)} = ${value}`));
  await sql`
    with due as materialized (
      select id as due_id, created_at as due_at from ${table}
      where id > ${range.after}::int8 and id <= ${range.upTo}::int8 and (${isDue})
      order by id for no key update)
    update ${table} set ${set} from due where id = due_id and created_at = due_at`.execute(session);
}
