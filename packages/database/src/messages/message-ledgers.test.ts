import { newLedgers } from '@textprobe/domain/message-lifecycle';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { recordPlans } from '../testing/explain-plans.ts';
import { realClock } from '../testing/real-clock.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { insertMessages } from './message-creation.ts';
import { lockMessages, writeLedgers } from './message-ledgers.ts';
import { fromLedgers, type MessageKey, toLedgers } from './message-row.ts';

const createdAt = realClock.now();

const database = await createTestDatabase();
afterAll(() => database.drop());

const FORWARD = {
  submission_state: 5,
  receipt_state: 3,
  receipt_at: createdAt + 9,
  received_at: createdAt + 8,
  deadline_passed: true,
  status: 5,
};

test.each([
  ['an answer', { submission_state: 3 }],
  ['a claim after an answer', { submission_state: 0 }],
  ['a receipt', { receipt_state: 2 }],
  ['a reception, to a later one', { received_at: createdAt + 9 }],
  ['a reception, to none', { received_at: null }],
  ['a deadline', { deadline_passed: false }],
] as const)(
  'the statement itself refuses to undo %s, and leaves the row unchanged',
  async (_what, backwards) => {
    const key = await insertMessage();
    const write = (change: object) =>
      database.db.transaction().execute(async (tx) => {
        const [row] = await lockMessages(tx, [key]);
        if (row === undefined) throw new Error('the message is gone');
        await writeLedgers(tx, [{ ...row, ...change }]);
      });
    await write(FORWARD);
    // So this step is the one refused.
    await write({ submission_error: 'the same again' });
    await expect(write(backwards)).rejects.toThrow('1 messages would have moved backwards');
    const row = await database.db
      .selectFrom('messages')
      .select(['submission_state', 'receipt_state', 'receipt_at', 'received_at', 'deadline_passed', 'status'])
      .where('id', '=', key.id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual(FORWARD);
  },
);

test('a new row reads as new ledgers, and ledgers survive a round trip through the columns', async () => {
  const key = await insertMessage();
  const row = await database.db
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', key.id)
    .executeTakeFirstOrThrow();
  const fresh = newLedgers({ expiresAt: createdAt + 1_000, deadlineMs: 1_000, evidence: 'handset' });
  expect(toLedgers(row)).toEqual(fresh);
  const moved = {
    ...fresh,
    submission: { state: 'accepted', at: createdAt + 5, error: null },
    receipt: { state: 'failed', at: createdAt + 6, error: 'absent' },
    reception: { at: createdAt + 7, comparison: 'truncated', sender: 'altered', files: 'missing' },
    deadlinePassed: true,
  } as const;
  expect(toLedgers({ ...row, ...fromLedgers(moved, row) })).toEqual(moved);
});

test('unknown keys are left out', async () => {
  const locked = await database.db
    .transaction()
    .execute((tx) => lockMessages(tx, [{ id: 999_999, createdAt }]));
  expect(locked).toEqual([]);
});

test('messages of two months are locked in the order of their ids, and written in one call', async () => {
  const later = await insertMessage();
  const earlier = await insertMessage(createdAt - 31 * 24 * 3_600_000);
  const partitions = await database.db.transaction().execute(async (tx) => {
    const rows = await lockMessages(tx, [earlier, later]);
    expect(rows.map(({ id }) => id)).toEqual([later.id, earlier.id]);
    await writeLedgers(
      tx,
      rows.map((row) => ({ ...row, submission_error: `written to ${row.id}` })),
    );
    return rows.map(({ partition }) => partition);
  });
  expect(new Set(partitions).size).toBe(2);
  const rows = await database.db
    .selectFrom('messages')
    .select(['id', 'submission_error'])
    .where('id', 'in', [earlier.id, later.id])
    .orderBy('id')
    .execute();
  expect(rows).toEqual([later, earlier].map(({ id }) => ({ id, submission_error: `written to ${id}` })));
});

test('a transaction that waits for a message sees its final version and location', async () => {
  const key = await insertMessage();
  const locked = Promise.withResolvers<void>();
  const second = Promise.withResolvers<number>();
  const first = database.db.transaction().execute(async (tx) => {
    const [row] = await lockMessages(tx, [key]);
    if (row === undefined) throw new Error('the message is gone');
    locked.resolve();
    await writeLedgers(tx, [{ ...row, submission_state: 1, submission_error: 'first' }]);
    const waiter = await second.promise;
    await waitsForLock(waiter);
  });
  await locked.promise;
  await database.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    second.resolve(rows[0]?.pid ?? 0);
    const [row] = await lockMessages(tx, [key]);
    expect(row).toMatchObject({ submission_state: 1, submission_error: 'first' });
    if (row !== undefined) await writeLedgers(tx, [{ ...row, submission_state: 5, submission_error: null }]);
  });
  await first;
  const { submission_state } = await database.db
    .selectFrom('messages')
    .select('submission_state')
    .where('id', '=', key.id)
    .executeTakeFirstOrThrow();
  expect(submission_state).toBe(5);
});

async function waitsForLock(pid: number): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from pg_locks where pid = ${pid} and not granted`.execute(database.db);
    if (rows.length > 0) return;
  }
}

let nextId = 1_000;

test('an old message among contended ones costs one key lookup, and no scan of what lies between', async () => {
  const day = 40_000;
  const firstId = 5_000_000;
  await sql`
    insert into messages (id, created_at, run_id, test_id, partner_id, office_id, phone_id, gateway_id, message_type, test_type,
      carrier, evidence, sender, recipient, deadline_ms, deadline_at, expires_at)
    select ${firstId}::int8 + n, to_timestamp((${createdAt}::float8 + n) / 1000), 1, 1, 1, 1, 1, 1, 'SMS', 'IMMEDIATE', 'AT&T',
      'handset', '+12025550100', '+12025550200', 1000, now(), now() from generate_series(0, ${day}::int4) n`.execute(
    database.db,
  );
  const [oldest, newest] = [0, day].map((n) => ({ id: firstId + n, createdAt: createdAt + n })) as [
    MessageKey,
    MessageKey,
  ];
  const recorder = recordPlans(database.db);
  await database.db.transaction().execute(async (holder) => {
    await lockMessages(holder, [newest]);
    const free = await recorder.db
      .transaction()
      .execute((tx) => lockMessages(tx, [oldest, newest], { wait: false }));
    expect(free.map(({ id }) => id)).toEqual([oldest.id]);
    const plans = await recorder.take('(analyze, buffers, timing off, costs off)');
    const pages = plans.map((line) => Number(/Buffers: shared hit=(\d+)/u.exec(line)?.[1] ?? 0));
    expect(Math.max(...pages)).toBeGreaterThan(0);
    expect(Math.max(...pages)).toBeLessThan(50);
  });
});

async function insertMessage(at = createdAt) {
  nextId += 1;
  await database.db.transaction().execute((tx) =>
    insertMessages(
      tx,
      [
        {
          runId: 1,
          testId: 1,
          messageType: 'SMS',
          testType: 'IMMEDIATE',
          createdAt: at,
          expiresAt: at + 1_000,
          deadlineMs: 1_000,
        },
      ],
      [
        {
          id: nextId,
          runId: 1,
          partnerId: 1,
          officeId: 1,
          phoneId: 1,
          gatewayId: 1,
          carrier: 'AT&T',
          evidence: 'handset',
          sender: '+14155550001',
          recipient: '+12125550001',
          filledBody: null,
        },
      ],
    ),
  );
  return { id: nextId, createdAt: at };
}
