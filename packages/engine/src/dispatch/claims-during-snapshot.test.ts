/** Claims while a snapshot is open: index entries of sent chunks remain, and must not be read again by every claim. */
import { closeDatabase, type Database, openDatabase } from '@textprobe/database/core/connection';
import { silentLog } from '@textprobe/database/core/log';
import { claimMessages } from '@textprobe/database/messages/message-claims';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { claimNewMessages } from '../testing/evidence-rig.ts';
import { createWorld, type World } from '../testing/world.ts';
import { createClaimFloor } from './claim-floor.ts';

let world: World | undefined;
afterEach(() => world?.close());

const SENT = 20_000;
const SECOND_MS = 1_000;

test('GUARD-10 during an open dump a claim does not read the index entries of everything sent before', async () => {
  world = await createWorld();
  const { db: whole, url, gatewayId } = world;
  // A single connection, so that its statistics can be flushed on demand.
  const db = openDatabase({ url, log: silentLog, applicationName: 'test', maxConnections: 1 });
  const opened = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const dump = whole
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`select count(*) from messages`.execute(tx);
      opened.resolve();
      await finish.promise;
    });
  await opened.promise;
  try {
    await claimNewMessages(world);
    await sendMany(db);
    await sql`delete from claims`.execute(db);
    await sql`update chunks set waiting = true, next_id = first_id where run_id <> 0`.execute(db);
    const floor = createClaimFloor();
    const read: number[] = [];
    // The first claim scans from the beginning and finds the message; the second need not.
    for (let nth = 0; nth < 2; nth += 1) {
      const before = await blocksRead(db);
      const now = world.clock.now() + nth;
      const from = floor.next(now);
      const { messages, oldest } = await claimMessages(db, world.codes, {
        gatewayId,
        limit: 50,
        workerId: 'w',
        leaseMs: 30_000,
        now,
        from,
      });
      floor.learn(oldest);
      expect(messages).toHaveLength(1 - nth);
      read.push((await blocksRead(db)) - before);
    }
    expect(read[1]).toBeLessThan((read[0] ?? 0) / 20);
  } finally {
    finish.resolve();
    await dump;
    await closeDatabase(db);
  }
});

test('claims scan from shortly before the oldest known chunk, from further back once a second, and everything once a minute', () => {
  const floor = createClaimFloor();
  const at = 1_000_000;
  expect(floor.next(at)).toBeNull();
  floor.learn(at - 5);
  expect(floor.next(at + 10)).toBe(at - 5 - 2 * SECOND_MS);
  floor.learn(null);
  expect(floor.next(at + SECOND_MS)).toBe(at - 5 - 10 * SECOND_MS);
  expect(floor.next(at + SECOND_MS + 1)).toBe(at - 5 - 2 * SECOND_MS);
  expect(floor.next(at + 60 * SECOND_MS)).toBeNull();
  // If the clock is set back, new chunks would lie below the floor.
  expect(floor.next(at + 59 * SECOND_MS)).toBeNull();
});

/** Chunks that were due at least an hour ago and were claimed after the dump started. */
async function sendMany(db: Database): Promise<void> {
  await sql`
    insert into chunks (run_id, test_id, gateway_id, partner_id, created_at, deadline_ms, expires_at, due_at, first_id, count,
      next_id)
    select 0, test_id, gateway_id, partner_id, created_at, deadline_ms, expires_at, created_at - interval '1 hour',
      id + n, 1, id + n
    from messages cross join generate_series(1, ${sql.lit(SENT)}) n`.execute(db);
  await sql`update chunks set waiting = false where run_id = 0`.execute(db);
}

/** Index entries and rows of chunks read over this database's single connection. */
async function blocksRead(db: Database): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ blocks: number }>`
    select sum(heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit) as blocks from pg_statio_user_tables
    where relname = 'chunks'`.execute(db);
  return Number(rows[0]?.blocks);
}
