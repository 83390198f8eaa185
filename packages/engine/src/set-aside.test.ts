/**
 * GUARD-11: an item that was set aside blocks nothing, is retried after growing pauses, and is forgotten once it works.
 */
import { silentLog } from '@textprobe/database/core/log';
import { createRollupChanges } from '@textprobe/database/rollups/rollup-changes';
import { appendRollupDeltas } from '@textprobe/database/rollups/rollup-deltas';
import { readTotals } from '@textprobe/database/rollups/rollup-reader';
import { ALL_PARTNERS } from '@textprobe/database/scope/scope';
import { listSetAside, retrySetAside } from '@textprobe/database/set-aside/set-aside-list';
import { countTestsOfKind } from '@textprobe/database/tests/status-counts';
import { submissionStateFromRank } from '@textprobe/domain/ledger-states';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { endStaleClaims } from './dispatch/leases.ts';
import { isolateFailures } from './kit/isolate-failures.ts';
import { claimNewMessages, createRigClock } from './testing/evidence-rig.ts';
import { createFakeGateway } from './testing/fake-gateway.ts';
import { passLeases } from './testing/pass-deadlines.ts';
import { allow, countSetAside, refuse } from './testing/refusals.ts';
import { createWorld, type World } from './testing/world.ts';
import { foldSums } from './upkeep/rollups.ts';

const MINUTE_MS = 60_000;
/** A sent message, as the rollups count it. */
const SENT = {
  created_at: 0,
  office_id: 1,
  partner_id: 1,
  gateway_id: 1,
  message_type: 'SMS',
  test_type: 'IMMEDIATE',
  evidence: 'handset',
  status: 1,
  submitted_at: 0,
  received_at: null,
  submission_state: 5,
  receipt_state: 0,
  receipt_at: null,
  comparison: null,
  sender_comparison: null,
  file_finding: null,
  handset_offline: false,
  deadline_at: 60_000,
  deadline_passed: false,
} as const;

let world: World;
afterEach(() => world.close());

test('GUARD-11 a claim whose end cannot be recorded is set aside after three tries; other claims end', async () => {
  world = await createWorld({ phones: 3 });
  const [first] = await claimNewMessages(world);
  await passLeases(world.db);
  await refuse(world.db, 'messages', 'update', `new.id = ${first?.id}`);
  const { kinds, metrics, until } = countSetAside();
  await world.startEngine(createFakeGateway(), { metrics });
  const rows = await world.until(async () => {
    const all = await world.messagesOf(first?.testId ?? 0);
    return all.filter(({ submission_state: state }) => state > 1).length === 2 && all;
  });
  expect(rows.map((row) => submissionStateFromRank(row.submission_state))).toEqual([
    'claimed',
    'unknown',
    'unknown',
  ]);
  await until(1);
  expect(kinds).toEqual(['lease']);
  expect(await listSetAside(world.db)).toMatchObject([{ kind: 'lease', item: `${first?.id}`, tries: 3 }]);
});

test('GUARD-11 an unmatched report that the database refuses is set aside after three tries; other reports find their messages', async () => {
  world = await createWorld({ phones: 3 });
  const messages = await claimNewMessages(world);
  const [first] = messages;
  await refuse(world.db, 'messages', 'update', `new.id = ${first?.id}`);
  for (const { code, text } of messages) {
    await sql`insert into receptions (received_at, inbox, code, text)
      values (${new Date(world.clock.now())}, 'native', ${code}, ${text})`.execute(world.db);
  }
  const { kinds, metrics, until } = countSetAside();
  await world.startEngine(createFakeGateway(), { metrics });
  const rows = await world.until(async () => {
    const all = await world.messagesOf(first?.testId ?? 0);
    return all.filter(({ received_at: at }) => at !== null).length === 2 && all;
  });
  expect(rows.map(({ comparison }) => comparison)).toEqual([null, 'identical', 'identical']);
  await until(1);
  expect(kinds).toEqual(['reception']);
});

test('GUARD-11 what was set aside is retried after growing pauses, counted once, and forgotten when it works', async () => {
  const clock = createRigClock();
  world = await createWorld({ clock });
  const [message] = await claimNewMessages(world);
  const { kinds, metrics } = countSetAside();
  const deps = { db: world.db, clock, log: silentLog, metrics };
  const sweep = () =>
    isolateFailures(deps, 'lease', 1_000, (limit, taken) => endStaleClaims(deps, limit, taken));
  const tries = async () => (await listSetAside(world.db)).map((row) => row.tries);

  await refuse(world.db, 'messages', 'update', `new.id = ${message?.id}`);
  await clock.advance(MINUTE_MS);
  await sweep();
  expect(await tries()).toEqual([3]);
  // Pauses of 5, 10 and 20 minutes.
  for (const [minutes, failures] of [
    [4, 3],
    [2, 4],
    [8, 4],
    [3, 5],
    [18, 5],
  ] as const) {
    await clock.advance(minutes * MINUTE_MS);
    await sweep();
    expect(await tries(), `after ${minutes} minutes more`).toEqual([failures]);
  }
  expect(kinds).toEqual(['lease']);

  await allow(world.db, 'messages', 'update');
  expect(await sweep()).toBeNull();
  // An administrator can retry at once.
  expect(await retrySetAside(world.db, clock.now())).toBe(1);
  expect((await sweep())?.statuses.size).toBe(1);
  expect(await tries()).toEqual([]);
  expect((await world.messagesOf(message?.testId ?? 0)).map((row) => row.submission_state)).toEqual([3]);
});

test('GUARD-11 changes that cannot be added to the rollups block no others, are still counted, and are added later', async () => {
  const clock = createRigClock();
  world = await createWorld({ clock });
  const { kinds, metrics } = countSetAside();
  const deps = { db: world.db, clock, log: silentLog, metrics };
  const { signal } = new AbortController();
  const left = async () => {
    const { rows } = await sql<{ deltas: string }>`
      select coalesce(string_agg(carriers[1], ' ' order by id), '') as deltas from rollup_deltas`.execute(
      world.db,
    );
    const { rows: tests } = await sql<{
      n: number;
    }>`select count(*)::int4 as n from test_count_deltas`.execute(world.db);
    return [rows[0]?.deltas, tests[0]?.n];
  };
  for (const carrier of ['A', 'B', 'poison', 'C', 'D']) {
    const changes = createRollupChanges();
    changes.add({ ...SENT, carrier });
    await world.db.transaction().execute((tx) => appendRollupDeltas(tx, changes.deltas()));
  }
  await sql`delete from test_count_deltas`.execute(world.db);
  for (const reason of ['', 'poison', 'other']) {
    await sql`insert into test_count_deltas (day, test_type, message_type, execution_status, status_reason, tests)
      values (current_date, 'IMMEDIATE', 'SMS', 'FAILED', ${reason}, 1)`.execute(world.db);
  }
  await refuse(world.db, 'hourly_rollups', 'insert', `new.carrier = 'poison'`);
  await refuse(world.db, 'test_counts', 'insert', `new.status_reason = 'poison'`);
  await foldSums(deps, signal);
  expect(await left()).toEqual(['poison', 1]);
  expect(kinds.toSorted()).toEqual(['message sum', 'test sum']);
  // Readers add the deltas to the rollups, so every figure includes them.
  const seen = async () => [
    (await readTotals(world.db, ALL_PARTNERS)).messages,
    await countTestsOfKind(world.db, ALL_PARTNERS, { executionStatus: 'FAILED' }),
  ];
  expect(await seen()).toEqual([5, 3]);

  await allow(world.db, 'hourly_rollups', 'insert');
  await allow(world.db, 'test_counts', 'insert');
  await foldSums(deps, signal);
  expect(await left()).toEqual(['poison', 1]);
  await clock.advance(6 * MINUTE_MS);
  await foldSums(deps, signal);
  expect(await left()).toEqual(['', 0]);
  expect(await seen()).toEqual([5, 3]);
  expect(await listSetAside(world.db)).toEqual([]);
});
