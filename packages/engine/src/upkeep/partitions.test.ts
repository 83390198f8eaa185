import { silentLog } from '@textprobe/database/core/log';
import { insertMessages } from '@textprobe/database/messages/message-creation';
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { expandNextChunk } from '../runs/expand-run.ts';
import { leadNow } from '../testing/sweep-deps.ts';
import { createWorld, type World } from '../testing/world.ts';
import { createPartitionKeeper, keepPartitions } from './partitions.ts';

let world: World;
afterEach(() => world.close());

const YEAR_MS = 365 * 24 * 3_600_000;

test('partitions are created ahead, and rows in a default one raise an alarm', async () => {
  world = await createWorld();
  const alarms: object[] = [];
  const log = { ...silentLog, error: (fields: object) => void alarms.push(fields) };
  await keepPartitions({ db: world.db, clock: world.clock, log });
  expect(alarms).toEqual([]);

  const nextYear = world.clock.now() + YEAR_MS;
  const before = await partitions();
  await keepPartitions({ db: world.db, clock: { ...world.clock, now: () => nextYear }, log });
  expect(await partitions()).toBe(before + 5);

  const createdAt = world.clock.now() + 2 * YEAR_MS;
  const chunk = {
    runId: 1,
    testId: 1,
    messageType: 'SMS',
    testType: 'IMMEDIATE',
    createdAt,
    expiresAt: createdAt + 1,
    deadlineMs: 1,
  } as const;
  const message = {
    id: 1,
    runId: 1,
    partnerId: 1,
    officeId: 1,
    phoneId: 1,
    gatewayId: 1,
    carrier: 'AT&T',
    evidence: 'handset',
  } as const;
  await world.db
    .transaction()
    .execute((tx) =>
      insertMessages(tx, [chunk], [{ ...message, sender: '+1', recipient: '+1', filledBody: null }]),
    );
  await keepPartitions({ db: world.db, clock: world.clock, log });
  expect(alarms).toEqual([{ tables: ['messages_default'] }]);
});

test('chunks are deleted with the month of their messages, once an operator has dropped it', async () => {
  world = await createWorld();
  await world.createTest();
  const [runId] = (await world.db.selectFrom('runs').select('id').execute()).map(({ id }) => id);
  await expandNextChunk({ db: world.db, clock: world.clock, log: silentLog }, runId ?? 0);
  // A month without a table: one chunk without messages, one whose message is in the default partition, one waiting.
  await sql`
    insert into chunks (run_id, test_id, gateway_id, partner_id, created_at, deadline_ms, expires_at, due_at, first_id, count,
      next_id, waiting)
    select run_id, test_id, gateway_id, partner_id, created_at - interval '1 year', deadline_ms, expires_at, due_at,
      1000000 + n, 1, 1000000 + n, n = 3 from chunks cross join generate_series(1, 3) n`.execute(world.db);
  await sql`
    insert into messages (id, created_at, run_id, test_id, partner_id, office_id, phone_id, gateway_id, message_type, test_type,
      carrier, evidence, sender, recipient, deadline_ms, deadline_at, expires_at)
    select 1000002, created_at - interval '1 year', run_id, test_id, partner_id, office_id, phone_id, gateway_id, message_type,
      test_type, carrier, evidence, sender, recipient, deadline_ms, deadline_at, expires_at from messages`.execute(
    world.db,
  );
  const kept = async () =>
    (await world.db.selectFrom('chunks').select('first_id').orderBy('first_id').execute()).map(
      (chunk) => chunk.first_id,
    );
  const all = await kept();
  await keepPartitions({ db: world.db, clock: world.clock, log: silentLog });
  expect(await kept()).toEqual(all.filter((id) => id !== 1_000_001));
});

test('GUARD-10 months that an open dump blocks are retried every minute, and created once it has ended', async () => {
  world = await createWorld();
  const clock = createManualClock(world.clock.now() + YEAR_MS);
  const locked = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const dump = world.db.transaction().execute(async (tx) => {
    await sql`lock table messages in access share mode`.execute(tx);
    locked.resolve();
    await finish.promise;
  });
  await locked.promise;
  let tries = 0;
  let warned = Promise.withResolvers<void>();
  const log = {
    ...silentLog,
    warn: () => {
      tries += 1;
      warned.resolve();
    },
  };
  const keeper = createPartitionKeeper({ db: world.db, clock, log, leader: await leadNow(world.db) });
  const before = await partitions();
  try {
    keeper.start();
    await warned.promise;
    warned = Promise.withResolvers();
    await nextPause(clock);
    await clock.advance(60_000);
    await warned.promise;
    expect([tries, await partitions()]).toEqual([2, before]);

    finish.resolve();
    await dump;
    await nextPause(clock);
    await clock.advance(60_000);
    await expect.poll(partitions).toBe(before + 5);
    expect(tries).toBe(2);
  } finally {
    finish.resolve();
    await keeper.stop();
  }
});

/** Resolves once the duty waits for its next run. */
async function nextPause(clock: { readonly pending: number }): Promise<void> {
  await expect.poll(() => clock.pending).toBe(1);
}

async function partitions(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_inherits where inhparent = 'messages'::regclass`.execute(world.db);
  return rows[0]?.count ?? 0;
}
