/** Scheduled and recurring tests on running engines, with the real clock. */
import { sqlTime } from '@textprobe/database/core/connection';
import { losAngelesDate } from '@textprobe/domain/los-angeles-time';
import { afterEach, expect, test } from 'vitest';
import { createFakeGateway } from '../testing/fake-gateway.ts';
import { createWorld, type World } from '../testing/world.ts';

let world: World;
afterEach(() => world.close());

test('CREATE-16 a scheduled test starts at its instant, not before, and ends like any other', async () => {
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

test('a recurring test shows the status of its latest run, and UNEXECUTED until the first', async () => {
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

/** As if it were due. */
async function makeDue(id: number): Promise<void> {
  await world.db
    .updateTable('tests')
    .set({ next_due: sqlTime(Date.now()) })
    .where('id', '=', id)
    .execute();
}
