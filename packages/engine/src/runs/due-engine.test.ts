/** Scheduled and recurring tests on running engines, with the real clock. */
import { sqlTime } from '@textprobe/database/connection';
import { losAngelesDate } from '@textprobe/domain/los-angeles-time';
import { afterEach, expect, test } from 'vitest';
import { createFakeGateway } from '../testing/fake-gateway.ts';
import { createWorld, type World } from '../testing/world.ts';

let world: World;
afterEach(() => world.close());

test('CREATE-16 a test scheduled for later goes out at its instant, not before, and ends like any other', async () => {
  world = await createWorld({ phones: 2, evidence: 'receipt' });
  const gateway = createFakeGateway();
  await world.startEngine(gateway);
  const dueAt = Date.now() + 700;
  const id = await world.createTest({ scheduledAt: dueAt });
  await gateway.submitted(2);
  expect(Date.now()).toBeGreaterThanOrEqual(dueAt);
  const [run] = await world.db.selectFrom('runs').selectAll().execute();
  expect(run).toMatchObject({ test_id: id, due_at: dueAt });
  for (const message of gateway.submissions) {
    await gateway.sendReceipt({ providerId: gateway.providerIdOf(message), state: 'delivered' });
  }
  await world.until(async () => (await world.test(id)).execution_status === 'DELIVERED');
});

test('a recurring test shows the state of its latest run, and UNEXECUTED until the first', async () => {
  world = await createWorld({ evidence: 'receipt' });
  const gateway = createFakeGateway();
  await world.startEngine(gateway);
  const rule = {
    interval: 1,
    frequency: 'days',
    start_date: losAngelesDate(Date.now()),
    time: '00:00',
  } as const;
  const id = await world.createTest({ rule });
  expect((await world.test(id)).execution_status).toBe('UNEXECUTED');
  for (const [nth, state, status] of [
    [1, 'delivered', 'DELIVERED'],
    [2, 'failed', 'FAILED'],
    [3, 'delivered', 'DELIVERED'],
  ] as const) {
    await makeDue(id);
    await gateway.submitted(nth);
    expect((await world.test(id)).execution_status).toBe('EXECUTING');
    const message = gateway.submissions[nth - 1];
    if (message === undefined) throw new Error('nothing was submitted');
    await gateway.sendReceipt({ providerId: gateway.providerIdOf(message), state });
    await world.until(async () => (await world.test(id)).execution_status === status);
  }
});

test('Promise 2: of four workers over one database each due test is started by one', async () => {
  world = await createWorld();
  const gateways = [1, 2, 3, 4].map(() => createFakeGateway());
  for (const gateway of gateways) await world.startEngine(gateway);
  const dueAt = Date.now() + 500;
  const ids = await Promise.all(
    Array.from({ length: 60 }, (_, index) => world.createTest({ scheduledAt: dueAt + index })),
  );
  await world.until(async () => {
    const rows = await world.db
      .selectFrom('messages')
      .select('test_id')
      .where('submission_state', '=', 5)
      .execute();
    return rows.length === 60;
  });
  const runs = await world.db.selectFrom('runs').select('test_id').execute();
  expect(runs.map((run) => run.test_id).sort((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
  expect(gateways.flatMap(({ submissions }) => submissions)).toHaveLength(60);
});

/** As if its time had come. */
async function makeDue(id: number): Promise<void> {
  await world.db
    .updateTable('tests')
    .set({ next_due: sqlTime(Date.now()) })
    .where('id', '=', id)
    .execute();
}
