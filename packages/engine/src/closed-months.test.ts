/** OPS-6: sweeps read only months with open items, however many months there are. */
import { closeDatabase, type Database, openDatabase } from '@textprobe/database/core/connection';
import { silentLog } from '@textprobe/database/core/log';
import { ensurePartitions } from '@textprobe/database/migrations/month-partitions';
import { insertRawReceipts } from '@textprobe/database/receipts/raw-receipts';
import { receiptStateRank } from '@textprobe/domain/ledger-states';
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { createLeaseSweep } from './dispatch/leases.ts';
import type { Duty } from './kit/duty.ts';
import type { Leadership } from './kit/leader.ts';
import { createUnmatchedSweep } from './receive/unmatched.ts';
import { createRunClosingSweep } from './runs/close-runs.ts';
import { createOrphanedRunSweep } from './runs/run-expander.ts';
import { createDeadlineSweep } from './settle/deadlines.ts';
import { claimNewMessages } from './testing/evidence-rig.ts';
import { passDeadlines, passLeases } from './testing/pass-deadlines.ts';
import { leadNow, sweepDeps } from './testing/sweep-deps.ts';
import { createWorld, type World } from './testing/world.ts';
import { createPartitionKeeper } from './upkeep/partitions.ts';
import { createRollupFold } from './upkeep/rollups.ts';

const MONTHS = 35;
const MONTH_MS = 30.5 * 24 * 3_600_000;

let world: World;
/** A single connection, so that its statistics can be flushed before they are read. */
let db: Database;
afterEach(async () => {
  await closeDatabase(db);
  await world.close();
});

test('OPS-6 no sweep reads a month without open items, whether or not it has work to do', async () => {
  world = await createWorld({ phones: 5 });
  db = openDatabase({ url: world.url, log: silentLog, applicationName: 'sweeps', maxConnections: 1 });
  const leader = await leadNow(db);
  await claimNewMessages({ ...world, db });
  await fillClosedMonths();

  async function sweepAfter(prepare: () => Promise<unknown>): Promise<void> {
    await prepare();
    const before = await readsOfClosedMonths();
    expect(before.leaves).toBe(4 * MONTHS);
    await sweepOnce(leader);
    expect(await readsOfClosedMonths()).toEqual(before);
  }

  await sweepAfter(async () => {});
  await sweepAfter(addUnmatchedReceipt);
  await sweepAfter(() => passLeases(db));
  await sweepAfter(() => passDeadlines(db));
  const { rows } = await sql<{ settled: number }>`select count(*)::int4 as settled from messages
    where created_at > now() - interval '1 day' and settled_at is not null`.execute(db);
  expect(rows).toEqual([{ settled: 5 }]);
});

async function addUnmatchedReceipt(): Promise<void> {
  const receipt = {
    gatewayId: world.gatewayId,
    providerId: 'foreign',
    idVariants: ['foreign'],
    recipient: null,
    state: receiptStateRank('delivered'),
    error: null,
    at: world.clock.now(),
    raw: 'id:…',
  };
  await db.transaction().execute((tx) => insertRawReceipts(tx, [{ receipt, message: null }]));
}

/** One round of each sweep over the single connection. */
async function sweepOnce(leader: Leadership): Promise<void> {
  const clock = createManualClock(Date.now());
  const deps = sweepDeps({ db, codes: world.codes, clock }, leader);
  const sweeps: Duty[] = [
    createLeaseSweep(deps),
    createDeadlineSweep(deps),
    createUnmatchedSweep(deps),
    createRunClosingSweep(deps),
    createOrphanedRunSweep(deps),
    createRollupFold(deps),
    createPartitionKeeper(deps),
  ];
  for (const sweep of sweeps) {
    sweep.start();
    // Waiting for its next round.
    await expect.poll(() => clock.pending).toBe(1);
    await sweep.stop();
  }
}

/** One row per table and month, all finished. */
async function fillClosedMonths(): Promise<void> {
  for (let ago = 2; ago < MONTHS + 2; ago += 4)
    await ensurePartitions(db, world.clock.now() - (ago + 3) * MONTH_MS);
  const months = sql`generate_series(date_trunc('month', now()) - interval '36 months',
    date_trunc('month', now()) - interval '2 months', interval '1 month') as month`;
  await sql`
    insert into messages select (jsonb_populate_record(null::messages, to_jsonb(m) || jsonb_build_object(
      'created_at', month + interval '3 days', 'submission_state', 5, 'settled_at', now(), 'attempts', 1))).*
    from ${months} join messages m on m.id = (select min(id) from messages)`.execute(db);
  await sql`
    insert into submission_parts (message_id, message_created_at, part, parts, gateway_id, provider_id)
    select id, created_at, 1, 1, ${world.gatewayId}::int4, 'p' || created_at from messages
    where settled_at is not null`.execute(db);
  await sql`
    insert into raw_receipts (received_at, gateway_id, provider_id, id_variants, state, raw, message_id, message_created_at)
    select created_at, ${world.gatewayId}::int4, 'p', array['p'], 3, '', id, created_at from messages
    where settled_at is not null`.execute(db);
  await sql`
    insert into receptions (received_at, inbox, code, message_id, message_created_at)
    select created_at, 'native', 'c', id, created_at from messages where settled_at is not null`.execute(db);
  await sql`analyze`.execute(db);
}

/** Scans of the partitions of past months, over all tables. */
async function readsOfClosedMonths() {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ leaves: number; seq: number; idx: number }>`
    select count(*)::int4 as leaves, sum(seq_scan)::int4 as seq, sum(coalesce(idx_scan, 0))::int4 as idx
    from pg_stat_user_tables
    where relname ~ '^(messages|submission_parts|raw_receipts|receptions)_[0-9]'
      and right(relname, 7) between to_char(now() - interval '36 months', 'YYYY_MM')
        and to_char(now() - interval '2 months', 'YYYY_MM')`.execute(db);
  return rows[0] ?? { leaves: 0, seq: 0, idx: 0 };
}
