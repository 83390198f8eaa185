/** The deadline sweep and late evidence: it loses no message, and never reads millions at a time. */
import { endDeadlines } from '@textprobe/database/messages/claim-endings';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { recordEvidence } from '../receive/record-evidence.ts';
import { accepted, claimNewMessages, createRigClock, deliver, receiptOf } from '../testing/evidence-rig.ts';
import { createWorld, type World } from '../testing/world.ts';
import { endOverdue } from './deadlines.ts';

let world: World;
afterEach(() => world.close());

test('Promise 4: a message that a receipt reopens while the sweep ends its claim still has its deadline', async () => {
  const clock = createRigClock();
  world = await createWorld({ clock });
  const { db } = world;
  const [message] = await claimNewMessages(world);
  if (message === undefined) throw new Error('there is no message');
  await deliver(world, message, [accepted(message), { kind: 'receipt', part: 1, state: 'failed', at: 10 }]);
  await clock.advance(3_600_000);
  await gateClaims();

  const receipt = await db.startTransaction().execute();
  await recordEvidence(
    receipt,
    [{ kind: 'receipt', receipt: receiptOf(message, world.gatewayId) }],
    clock.now(),
  );
  const gate = await db.startTransaction().execute();
  await sql`select pg_advisory_xact_lock(${GATE})`.execute(gate);
  const swept = db.transaction().execute((tx) => endDeadlines(tx, clock.now()));
  await expect.poll(countAtGate, { timeout: 20_000 }).toBe(1);
  await receipt.commit().execute();
  await gate.commit().execute();
  await swept;

  await deliver(world, message, [{ kind: 'deadline' }]);
  expect(await world.messagesOf(message.testId)).toMatchObject([
    { receipt_state: 3, deadline_passed: true, settled_at: expect.any(Number) },
  ]);
});

test('the deadline sweep ends claims of 10,000 messages in one transaction, and reaches the overdue message behind them', async () => {
  const clock = createRigClock();
  world = await createWorld({ clock, deadlineMs: 60_000 });
  const [message] = await claimNewMessages(world);
  if (message === undefined) throw new Error('there is no message');
  const unknown = { kind: 'unknown', at: message.createdAt, error: 'no answer' } as const;
  await deliver(world, message, [{ kind: 'outcome', outcome: unknown }]);
  // Claims whose messages have all ended; to a claim, a missing message looks like an ended one.
  await sql`
    insert into claims (first_id, count, attempt, created_at, gateway_id, worker, claimed_at, lease_until, deadline_at)
    select 1000 * n, 1000, 1, now(), ${world.gatewayId}, 'gone', now(), null, to_timestamp(0)
    from generate_series(1, 25) n`.execute(world.db);
  await clock.advance(24 * 3_600_000);

  const left: number[] = [];
  while ((await endOverdue(world)) !== null) left.push(await countClaims());
  expect(left).toEqual([16, 6, 6, 0]);
  expect(await world.messagesOf(message.testId)).toMatchObject([{ deadline_passed: true }]);
  expect(await countClaims()).toBe(0);
});

async function countClaims(): Promise<number> {
  const { rows } = await sql<{ claims: number }>`select count(*)::int4 as claims from claims`.execute(
    world.db,
  );
  return rows[0]?.claims ?? 0;
}

const GATE = sql.lit(4711);

/** Readers of claims block while the gate is locked, after they have taken their snapshot. */
async function gateClaims(): Promise<void> {
  await sql`
    create function pass_gate() returns boolean language plpgsql volatile as
      'begin perform pg_advisory_lock_shared(${GATE}); return pg_advisory_unlock_shared(${GATE}); end'`.execute(
    world.db,
  );
  await sql`alter table claims rename to ungated_claims`.execute(world.db);
  await sql`create view claims as select * from ungated_claims where pass_gate()`.execute(world.db);
}

async function countAtGate(): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`.execute(
    world.db,
  );
  return rows.length;
}
