/** OPS-6: a worker that was paused and believes that it still leads writes nothing, in any sweep. */
import type { Database } from '@textprobe/database/core/connection';
import { releaseLease } from '@textprobe/database/leaders/lease';
import { insertRawReceipts } from '@textprobe/database/receipts/raw-receipts';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { createLeaseSweep } from './dispatch/leases.ts';
import type { Duty } from './kit/duty.ts';
import type { Leadership } from './kit/leader.ts';
import { createUnmatchedSweep } from './receive/unmatched.ts';
import { createRunClosingSweep } from './runs/close-runs.ts';
import { createDeadlineSweep } from './settle/deadlines.ts';
import { accepted, claimNewMessages, deliver, type RigMessage, receiptOf } from './testing/evidence-rig.ts';
import { passDeadlines, passLeases } from './testing/pass-deadlines.ts';
import { refuse } from './testing/refusals.ts';
import { leadNow, type SweepDeps, sweepDeps } from './testing/sweep-deps.ts';
import { createWorld, type World } from './testing/world.ts';
import { createPartitionKeeper } from './upkeep/partitions.ts';
import { createRollupFold } from './upkeep/rollups.ts';

let world: World;
let duty: Duty | undefined;
afterEach(async () => {
  await duty?.stop();
  await world.close();
});

const YEAR_MS = 366 * 24 * 3_600_000;

async function claimOne(): Promise<RigMessage> {
  const [message] = await claimNewMessages(world);
  if (message === undefined) throw new Error('no message was claimed');
  return message;
}

async function submitOne(): Promise<RigMessage> {
  const message = await claimOne();
  await deliver(world, message, [accepted(message)]);
  return message;
}

/** Each sweep, with work for it. */
const sweeps: readonly [string, () => Promise<unknown>, (deps: SweepDeps) => Duty][] = [
  [
    'ends claims of workers that are gone',
    async () => {
      await claimOne();
      await passLeases(world.db);
    },
    createLeaseSweep,
  ],
  [
    'counts the failure of a claim that cannot be ended',
    async () => {
      const { id } = await claimOne();
      await passLeases(world.db);
      await refuse(world.db, 'messages', 'update', `new.id = ${id}`);
    },
    createLeaseSweep,
  ],
  [
    'ends overdue messages',
    async () => {
      await submitOne();
      await passDeadlines(world.db);
    },
    createDeadlineSweep,
  ],
  [
    'rematches receipts',
    async () => {
      const message = await submitOne();
      const receipt = receiptOf(message, world.gatewayId);
      await world.db.transaction().execute((tx) => insertRawReceipts(tx, [{ receipt, message: null }]));
    },
    createUnmatchedSweep,
  ],
  [
    'rematches receptions',
    async () => {
      const { code, text } = await submitOne();
      await sql`insert into receptions (received_at, inbox, code, text)
        values (${new Date(world.clock.now())}, 'native', ${code}, ${text})`.execute(world.db);
    },
    createUnmatchedSweep,
  ],
  [
    'closes runs left open',
    async () => deliver(world, await submitOne(), [{ kind: 'reception', text: 'whole', at: 2 }]),
    createRunClosingSweep,
  ],
  ['folds the rollups', claimOne, createRollupFold],
  [
    'makes partitions',
    async () => {},
    (deps) => {
      const now = () => world.clock.now() + YEAR_MS;
      return createPartitionKeeper({ ...deps, clock: { ...world.clock, now } });
    },
  ],
];

test.each(sweeps)(
  'OPS-6 a stale leader writes nothing where the leader %s',
  async (_what, prepare, create) => {
    world = await createWorld();
    await prepare();
    const { stale, current } = await changeLeaders();
    const before = await contents(world.db);

    const lost = Promise.withResolvers<void>();
    duty = create(sweepDeps(world, { fence: () => stale.fence(), onTaken() {}, lost: () => lost.resolve() }));
    duty.start();
    await lost.promise;
    await duty.stop();
    expect(await contents(world.db)).toEqual(before);

    // There was work to do.
    duty = create(sweepDeps(world, current));
    duty.start();
    await expect.poll(() => contents(world.db)).not.toEqual(before);
  },
);

/** A leader whose lease passed to another process while it was paused, and the new leader. */
async function changeLeaders(): Promise<{ stale: Leadership; current: Leadership }> {
  const stale = await leadNow(world.db);
  const fence = stale.fence();
  if (fence !== null) await releaseLease(world.db, fence);
  return { stale, current: await leadNow(world.db) };
}

/** A digest of every table except the leaders, with the table names. */
async function contents(db: Database): Promise<Record<string, string | null>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'leaders'
    order by relname`.execute(db);
  const digests: Record<string, string | null> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ digest: string | null }>`
      select md5(string_agg(t::text, '|' order by t::text)) as digest from ${sql.table(name)} t`.execute(db);
    digests[name] = rows[0]?.digest ?? null;
  }
  return digests;
}
