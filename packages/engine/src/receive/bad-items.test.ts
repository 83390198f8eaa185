/** GUARD-11: one bad item never blocks others. Triggers make the database refuse single rows. */
import { sqlTime } from '@textprobe/database/core/connection';
import { listSetAside, retrySetAside } from '@textprobe/database/set-aside/set-aside-list';
import { receiptStateRank, submissionStateFromRank } from '@textprobe/domain/ledger-states';
import { MESSAGES_NOT_CREATED } from '@textprobe/domain/run-status';
import { canonicalProviderId } from '@textprobe/gateways/gateway-port';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { acceptance, createFakeGateway } from '../testing/fake-gateway.ts';
import { passDeadlines } from '../testing/pass-deadlines.ts';
import { allow, countSetAside, refuse } from '../testing/refusals.ts';
import { createWorld, type World } from '../testing/world.ts';

let world: World;
afterEach(() => world.close());

test('GUARD-11 a provider id of 4 kB blocks nothing: all messages of the batch are accepted, and its receipt finds its message', async () => {
  world = await createWorld({ phones: 3, evidence: 'receipt' });
  // Random enough not to be compressed into an index row.
  const long = Array.from({ length: 512 }, (_, index) =>
    Math.imul(index + 1, 2_654_435_761)
      .toString(16)
      .slice(-8),
  ).join('-');
  const gateway = createFakeGateway({
    answer: ({ to }, nth) => {
      const providerId = to.endsWith('2') ? long : `id-${nth}`;
      return acceptance(providerId);
    },
  });
  await world.startEngine(gateway);
  const testId = await world.createTest();
  await world.until(async () => {
    const accepted = (await world.messagesOf(testId)).filter(
      (row) => submissionStateFromRank(row.submission_state) === 'accepted',
    );
    return accepted.length === 3;
  });
  await gateway.sendReceipt({
    providerId: long,
    idVariants: [canonicalProviderId(long)],
    state: 'delivered',
  });
  const states = (await world.messagesOf(testId)).map((row) => row.receipt_state);
  expect(states).toEqual([0, receiptStateRank('delivered'), 0]);
});

test('GUARD-11 an answer that cannot be stored is set aside after three tries; its message says so, the others continue', async () => {
  world = await createWorld({ phones: 5 });
  await refuse(world.db, 'submission_parts', 'insert', `new.provider_id = 'poison'`);
  const { kinds, metrics } = countSetAside();
  const gateway = createFakeGateway({
    answer: ({ to }, nth) => {
      const providerId = to.endsWith('3') ? 'poison' : `id-${nth}`;
      return acceptance(providerId);
    },
  });
  await world.startEngine(gateway, { metrics });
  const testId = await world.createTest();
  const rows = await world.until(async () => {
    const all = await world.messagesOf(testId);
    return all.length === 5 && all.every(({ submission_state: state }) => state > 1) && all;
  });
  expect(rows.map((row) => submissionStateFromRank(row.submission_state))).toEqual(
    [1, 2, 3, 4, 5].map((nth) => (nth === 3 ? 'unknown' : 'accepted')),
  );
  expect(rows[2]?.submission_error).toBe('The carrier’s answer could not be stored.');
  expect(kinds).toEqual(['outcome']);
});

test('GUARD-11 a run whose messages cannot be created ends after three tries and says so; other runs are created', async () => {
  world = await createWorld({ phones: 2 });
  const [first, poisoned, third] = [
    await world.createTest(),
    await world.createTest(),
    await world.createTest(),
  ];
  await refuse(world.db, 'messages', 'insert', `new.test_id = ${poisoned}`);
  // As if their worker had been lost: the run expander finds all three at once.
  await world.db
    .updateTable('runs')
    .set({ created_at: sqlTime(world.clock.now() - 60_000) })
    .execute();
  const { kinds, metrics, until } = countSetAside();
  await world.startEngine(createFakeGateway(), { metrics });
  await world.until(async () => {
    const made = await Promise.all([first, third].map((testId) => world.messagesOf(testId ?? 0)));
    return made.every(({ length }) => length === 2);
  });
  await until(1);
  expect(kinds).toEqual(['run']);
  const ended = await world.until(async () => {
    const test = await world.test(poisoned ?? 0);
    return test.execution_status === 'FAILED' && test;
  });
  expect(ended.status_reason).toBe(MESSAGES_NOT_CREATED.all);
});

test('GUARD-11 a new receipt that the database always refuses is acknowledged, stored as received, and set aside', async () => {
  world = await createWorld({ phones: 2, evidence: 'receipt' });
  const { kinds, metrics, until } = countSetAside();
  const gateway = createFakeGateway({
    answer: ({ to }) => acceptance(`id${to}`),
  });
  await world.startEngine(gateway, { metrics });
  const testId = await world.createTest();
  const [bad, good] = await world.until(async () => {
    const all = await world.messagesOf(testId);
    return all.length === 2 && all.every(({ submission_state: state }) => state === 5) && all;
  });
  await refuse(world.db, 'messages', 'update', `new.id = ${bad?.id}`);
  for (const row of [bad, good]) {
    const providerId = `id${row?.recipient}`;
    // Resolves only after we acknowledge it to the carrier.
    await gateway.sendReceipt({ providerId, idVariants: [providerId], state: 'delivered' });
  }
  const states = (await world.messagesOf(testId)).map((row) => row.receipt_state);
  expect(states).toEqual([0, receiptStateRank('delivered')]);
  await until(1);
  expect(kinds).toEqual(['receipt']);

  // One that cannot even be stored is acknowledged too, and counted.
  await refuse(world.db, 'raw_receipts', 'insert', `new.provider_id = 'poison'`);
  await gateway.sendReceipt({ providerId: 'poison', idVariants: ['poison'], state: 'delivered' });
  expect(kinds).toEqual(['receipt', 'receipt']);
});

test('GUARD-11 a failing deadline, unmatched receipt and due test block no others', async () => {
  world = await createWorld({ phones: 4, evidence: 'receipt' });
  const { kinds, metrics, until } = countSetAside();
  const gateway = createFakeGateway({
    answer: ({ to }) => acceptance(`id${to}`),
  });
  await world.startEngine(gateway, { metrics });
  const testId = await world.createTest();
  const rows = await world.until(async () => {
    const all = await world.messagesOf(testId);
    return all.length === 4 && all.every(({ submission_state: state }) => state === 5) && all;
  });
  const [bad, overdue, other] = rows;
  // Nothing can be written to the first message any more: no receipt, no deadline.
  await refuse(world.db, 'messages', 'update', `new.id = ${bad?.id}`);
  for (const row of [bad, other]) {
    const id = `id${row?.recipient}`;
    await sql`insert into raw_receipts (received_at, gateway_id, provider_id, id_variants, recipient, state, raw)
      values (${sqlTime(world.clock.now())}, ${world.gatewayId}, ${id}, array[${id}], ${row?.recipient ?? ''},
        ${receiptStateRank('delivered')}::int2, 'unmatched')`.execute(world.db);
  }
  await world.until(
    async () => (await world.messagesOf(testId))[2]?.receipt_state === receiptStateRank('delivered'),
  );
  await until(1);
  expect(kinds).toEqual(['receipt']);

  const scheduled = [await schedule(), await schedule(), await schedule()];
  await refuse(world.db, 'runs', 'insert', `new.test_id = ${scheduled[1]}`);
  await world.db
    .updateTable('tests')
    .set({ next_due: sqlTime(world.clock.now()) })
    .where('id', 'in', scheduled)
    .execute();
  await world.until(async () => {
    const made = await Promise.all([scheduled[0], scheduled[2]].map((id) => world.messagesOf(id ?? 0)));
    return made.every(({ length }) => length === 4);
  });
  await until(2);
  expect(kinds).toEqual(['receipt', 'due test']);

  await allow(world.db, 'messages', 'update');
  await passDeadlines(world.db);
  await refuse(world.db, 'messages', 'update', `new.id = ${bad?.id}`);
  await world.until(async () => {
    const row = (await world.messagesOf(testId)).find(({ id }) => id === overdue?.id);
    return row?.settled_at !== null;
  });
  await until(3);
  expect(kinds).toEqual(['receipt', 'due test', 'deadline']);
});

function schedule(): Promise<number> {
  return world.createTest({ scheduledAt: world.clock.now() + 3_600_000 });
}

test('GUARD-11 a run that cannot be closed is set aside after three tries; other runs are closed', async () => {
  world = await createWorld({ phones: 1 });
  const { kinds, metrics, until } = countSetAside();
  const gateway = createFakeGateway({ answer: () => ({ kind: 'rejected', at: Date.now(), error: 'no' }) });
  const tests = [await world.createTest(), await world.createTest(), await world.createTest()];
  await refuse(world.db, 'runs', 'update', `new.test_id = ${tests[1]} and new.closed_at is not null`);
  await world.startEngine(gateway, { metrics });
  await world.until(async () => {
    const all = await Promise.all([tests[0], tests[2]].map((id) => world.test(id ?? 0)));
    return all.every(({ execution_status: status }) => status === 'FAILED');
  });
  await until(1);
  expect(kinds).toEqual(['closing']);

  await allow(world.db, 'runs', 'update');
  expect(await retrySetAside(world.db, world.clock.now())).toBe(1);
  await world.until(async () => (await world.test(tests[1] ?? 0)).execution_status === 'FAILED');
  expect(await listSetAside(world.db)).toEqual([]);
});
