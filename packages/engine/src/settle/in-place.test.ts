/** Final updates are in place (HOT): no index contains a column that they change. */
import { closeDatabase, type Database, openDatabase } from '@textprobe/database/core/connection';
import { silentLog } from '@textprobe/database/core/log';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import {
  accepted,
  claimNewMessages,
  createRigClock,
  deliver,
  type RigEvent,
} from '../testing/evidence-rig.ts';
import { createWorld, type World } from '../testing/world.ts';

let world: World;
afterEach(() => world.close());

const MESSAGES = 200;

/** For the monthly tables: all updates over this connection, and how many were in place. */
async function countUpdates(db: Database): Promise<{ all: number; inPlace: number }> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ all: number; inPlace: number }>`
    select sum(n_tup_upd)::int4 as all, sum(n_tup_hot_upd)::int4 as "inPlace" from pg_stat_user_tables
    where relname ~ '^messages_(\\d|default)'`.execute(db);
  return rows[0] ?? { all: 0, inPlace: 0 };
}

/** A concurrent autovacuum of the table keeps replaced rows from being reused. */
async function disableAutovacuum(db: Database): Promise<void> {
  const { rows } = await sql<{ leaf: string }>`
    select inhrelid::regclass::text as leaf from pg_inherits where inhparent = 'messages'::regclass`.execute(
    db,
  );
  for (const { leaf } of rows) {
    await sql`alter table ${sql.raw(leaf)} set (autovacuum_enabled = false)`.execute(db);
  }
}

test.each([
  ['receipt', 1, ['receipt']],
  ['handset', 2, ['receipt', 'reception']],
  ['handset', 2, ['reception']],
] as const)(
  'where the %s counts, the %i updates of a message that arrives are in place',
  async (evidence, updatesEach, events) => {
    world = await createWorld({ offices: 10, phones: MESSAGES / 10, clock: createRigClock(), evidence });
    await disableAutovacuum(world.db);
    // A single connection, so that its statistics can be flushed on demand.
    const db = openDatabase({ url: world.url, log: silentLog, applicationName: 'test', maxConnections: 1 });
    const messages = await claimNewMessages({ ...world, db });
    for (const message of messages) {
      const all: Record<'receipt' | 'reception', RigEvent> = {
        receipt: { kind: 'receipt', part: 1, state: 'delivered', at: 20 },
        reception: { kind: 'reception', text: 'whole', at: 30 },
      };
      await deliver({ ...world, db }, message, [accepted(message), ...events.map((kind) => all[kind])]);
    }
    const { all, inPlace } = await countUpdates(db);
    await closeDatabase(db);
    expect(all).toBe(MESSAGES * updatesEach);
    // With such an index none would be. Other transactions occasionally keep a page's space in use.
    expect(inPlace).toBeGreaterThan(0.9 * all);
    const statuses = (await world.messagesOf(messages[0]?.testId ?? 0)).map(
      ({ settled_at: at }) => at !== null,
    );
    expect(new Set(statuses)).toEqual(new Set([true]));
  },
);
