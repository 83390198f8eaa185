/** The backlog metrics of an installation, from prepared rows. */
import { sqlTime } from '@textprobe/database/core/connection';
import { silentLog } from '@textprobe/database/core/log';
import { registerGateways } from '@textprobe/database/gateways/gateways';
import { addIgnoredReceipts } from '@textprobe/database/gateways/ignored-receipts';
import {
  keepHandsetWatch,
  type PhoneSign,
  recordPhoneSigns,
} from '@textprobe/database/handsets/phone-health';
import { releaseLease, takeLease } from '@textprobe/database/leaders/lease';
import { createTestDatabase, type TestDatabase } from '@textprobe/database/testing/test-database';
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { gaugeBacklog } from './backlog-gauges.ts';
import { gaugeProcess } from './process-gauges.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const clock = createManualClock(NOW);
let database: TestDatabase;
let registry: Registry;
beforeEach(async () => {
  database = await createTestDatabase();
  registry = new Registry();
  gaugeProcess(registry, [database.db]);
  gaugeBacklog(registry, { db: database.db, clock, log: silentLog, offlineAfterMs: 900_000 });
});
afterEach(() => database.drop());

/** The value of each sample by its name and labels. */
async function scrape(): Promise<Record<string, number>> {
  const lines = (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at).replace(/^textprobe_/, ''), Number(line.slice(at + 1))];
    }),
  );
}

/** Without the metrics of the process itself. */
async function scrapeBacklog(): Promise<Record<string, number>> {
  const series = Object.entries(await scrape());
  return Object.fromEntries(
    series.filter(([name]) => !/^(?:process|nodejs|database_connections|leader)/u.test(name)),
  );
}

const NOTHING = {
  database_up: 1,
  messages_waiting: 0,
  longest_wait_seconds: 0,
  messages_claimed: 0,
  runs_due: 0,
  test_phones_offline: 0,
  'default_partition_filled{table="message_events"}': 0,
  'default_partition_filled{table="messages"}': 0,
  'default_partition_filled{table="submission_parts"}': 0,
  'default_partition_filled{table="raw_receipts"}': 0,
  'default_partition_filled{table="receptions"}': 0,
};

it('an idle installation has no backlog', async () => {
  expect(await scrapeBacklog()).toEqual(NOTHING);
});

it('reports waiting messages and the longest wait, claims, due runs, and rows outside all partitions', async () => {
  const { db } = database;
  const test = await db
    .insertInto('tests')
    .values({
      test_type: 'IMMEDIATE',
      message_type: 'SMS',
      body: 'Hello',
      partner_ids: [1],
      client_ids: [1],
      office_ids: [1],
      phone_ids: [1],
      created_at: sqlTime(NOW),
      updated_at: sqlTime(NOW),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const run = await db
    .insertInto('runs')
    .values({
      test_id: test.id,
      due_at: sqlTime(NOW - 1_000),
      created_at: sqlTime(NOW),
      deadline_ms: 60_000,
      message_total: 3,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const message = (id: number, submissionState: number, createdAt = NOW) => ({
    id,
    created_at: sqlTime(createdAt),
    run_id: run.id,
    test_id: test.id,
    office_id: 1,
    partner_id: 1,
    phone_id: 1,
    gateway_id: 1,
    message_type: 'SMS' as const,
    test_type: 'IMMEDIATE' as const,
    carrier: 'AT&T',
    evidence: 'handset' as const,
    sender: '+12025550100',
    recipient: '+12025550200',
    submission_state: submissionState,
    deadline_ms: 60_000,
    deadline_at: sqlTime(NOW + 60_000),
    expires_at: sqlTime(NOW + 60_000),
  });
  await db
    .insertInto('messages')
    .values([
      message(11, 0),
      message(12, 0),
      message(13, 0),
      message(14, 5),
      // Years ahead, without a partition.
      message(15, 5, NOW + 5 * 365 * 86_400_000),
    ])
    .execute();
  const chunk = (firstId: number, count: number, dueAt: number) => ({
    run_id: run.id,
    test_id: test.id,
    gateway_id: 1,
    partner_id: 1,
    created_at: sqlTime(NOW),
    deadline_ms: 60_000,
    expires_at: sqlTime(NOW + 60_000),
    due_at: sqlTime(dueAt),
    first_id: firstId,
    count,
    next_id: firstId,
  });
  await db
    .insertInto('chunks')
    .values([chunk(11, 1, NOW - 30_000), chunk(12, 1, NOW + 5_000)])
    .execute();
  await db
    .insertInto('claims')
    .values({
      first_id: 13,
      count: 2,
      attempt: 1,
      created_at: sqlTime(NOW),
      gateway_id: 1,
      worker: 'w',
      claimed_at: sqlTime(NOW),
      lease_until: sqlTime(NOW + 30_000),
      deadline_at: sqlTime(NOW + 60_000),
    })
    .execute();
  expect(await scrapeBacklog()).toEqual({
    ...NOTHING,
    messages_waiting: 2,
    longest_wait_seconds: 30,
    messages_claimed: 1,
    runs_due: 1,
    'default_partition_filled{table="messages"}': 1,
  });
});

it('SERVER-3 reports how many receipts of each gateway matched no message', async () => {
  const { db } = database;
  const gateway = (name: string) => ({
    name,
    kind: 'smpp',
    isDefault: false,
    sendsMms: false,
    isDefaultMms: false,
  });
  const ids = await registerGateways(db, [gateway('acme'), gateway('bravo')]);
  const acme = { gatewayId: ids.get('acme') ?? 0, newestAt: NOW, newest: 'id:77' };
  await addIgnoredReceipts(db, [
    { ...acme, reason: 'unmatched', count: 12 },
    { ...acme, reason: 'no-id', count: 3 },
  ]);
  expect(await scrapeBacklog()).toEqual({
    ...NOTHING,
    'receipts_unmatched{gateway="acme"}': 12,
    'receipts_unmatched{gateway="bravo"}': 0,
  });
});

it('counts the test phones that ping and have fallen silent', async () => {
  const { db } = database;
  const phones = await db
    .insertInto('test_phones')
    .values(
      ['+12025550201', '+12025550202', '+12025550203'].map((phoneNumber) => ({
        name: phoneNumber,
        phone_number: phoneNumber,
        carrier: 'AT&T',
      })),
    )
    .returning('id')
    .execute();
  await keepHandsetWatch(db, { now: NOW - 3_600_000, lapseMs: 0 });
  await keepHandsetWatch(db, { now: NOW, lapseMs: 4_000_000 });
  const ping = { battery: 0.5, charging: null, network: null };
  const [silent, online, never] = phones.map(({ id }) => ({ phoneId: id, source: 'native', ping }));
  const signs = [
    { ...silent, at: NOW - 900_000 },
    { ...online, at: NOW - 899_000 },
    { ...never, at: NOW - 3_000_000, ping: null },
  ] as PhoneSign[];
  for (const before of [2_000, 1_000, 0]) {
    const earlier = signs.map((sign) => ({ ...sign, at: sign.at - before }));
    await recordPhoneSigns(db, earlier, 900_000);
  }
  expect(await scrapeBacklog()).toEqual({ ...NOTHING, test_phones_offline: 1 });
});

it('OPS-6 reports which worker leads the sweeps and for how long, or how long none has', async () => {
  const { db } = database;
  const fence = await takeLease(db, { name: 'sweeps', holder: 'worker-7', leaseMs: 60_000 });
  if (fence === null) throw new Error('the lease was not free');
  await sql`update leaders set held_since = now() - interval '1 hour'`.execute(db);
  const led = await scrape();
  expect(led['leader_seconds{worker="worker-7"}']).toBeGreaterThanOrEqual(3_600);
  expect(led.leader_absent_seconds).toBe(0);

  await releaseLease(db, fence);
  await sql`update leaders set lease_until = now() - interval '1 minute'`.execute(db);
  const alone = await scrape();
  expect(Object.keys(alone).filter((name) => name.startsWith('leader_seconds'))).toEqual([]);
  expect(alone.leader_absent_seconds).toBeGreaterThanOrEqual(60);
});

it('without the database the scrape succeeds without the backlog', async () => {
  await scrape();
  await database.drop();
  expect(await scrapeBacklog()).toEqual({ database_up: 0 });
});

it('a process reports its pool, without the wait of the scrape itself, its memory and its event loop lag', async () => {
  // The first one opens the connection.
  await scrape();
  const series = await scrape();
  expect(series['database_connections{state="open"}']).toBeGreaterThan(0);
  expect(series['database_connections{state="waiting"}']).toBe(0);
  expect(series.process_resident_memory_bytes).toBeGreaterThan(1_000_000);
  expect(series).toHaveProperty('nodejs_eventloop_lag_p99_seconds');
});
