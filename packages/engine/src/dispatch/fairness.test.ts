/**
 * Promise 6: one partner's backlog does not delay another's messages, at one gateway, with several workers, or next to
 * a dead link.
 */
import { afterEach, expect, test } from 'vitest';
import { createFakeGateway } from '../testing/fake-gateway.ts';
import { createPacedGateway, type PacedGateway } from '../testing/paced-gateway.ts';
import { createWorld, type World } from '../testing/world.ts';

let world: World;
afterEach(() => world.close());

/** A carrier that takes 100 messages a second: ten per tick. */
const TICK_MS = 100;
const PER_TICK = 10;
const OTHERS_NUMBER = '+14155559999';

test('Promise 6: one partner’s 5,000 messages delay another’s single one by less than a second', async () => {
  await startBacklog();
  const carrier = createPacedGateway(PER_TICK);
  await world.startEngine(carrier.gateway);
  expect(await delayOfOther([carrier])).toBeLessThan(1_000);
});

test('Promise 6: the same holds with two workers for one gateway', async () => {
  await startBacklog();
  const carriers = [createPacedGateway(PER_TICK), createPacedGateway(PER_TICK)];
  for (const { gateway } of carriers) await world.startEngine(gateway);
  expect(await delayOfOther(carriers)).toBeLessThan(1_000);
});

test('Promise 6: a gateway that never answers does not delay messages of other gateways', async () => {
  await startBacklog();
  const { id: deadId } = await world.db
    .insertInto('gateways')
    .values({ name: 'dead', kind: 'fake' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await world.db.updateTable('offices').set({ gateway_id: deadId }).execute();
  const dead = createFakeGateway({ name: 'dead', answer: () => 'withhold' });
  const live = createFakeGateway();
  const gateways = new Map([
    [deadId, dead],
    [world.gatewayId, live],
  ]);
  await world.startEngine(live, { gateways });
  await dead.submitted(50);
  await createOthersTest();
  await live.submitted(1);
  expect(live.submissions.map(({ from }) => from)).toEqual([OTHERS_NUMBER]);
  expect(dead.submissions).toHaveLength(50);
});

/** Creates a test with 5,000 messages of one partner. */
async function startBacklog(): Promise<void> {
  world = await createWorld({ offices: 50, phones: 100 });
  await world.createTest();
}

/** How long another partner's single message waits behind the backlog, in milliseconds of the carrier's ticks. */
async function delayOfOther(carriers: readonly PacedGateway[]): Promise<number> {
  const tick = () => Promise.all(carriers.map((carrier) => carrier.tick()));
  await untilCreated(5_000);
  for (let before = 0; before < 3; before += 1) await tick();
  await createOthersTest();
  await untilCreated(5_001);
  for (let ticks = 1; ; ticks += 1) {
    await tick();
    const sent = carriers.flatMap(({ submissions }) => submissions.map(({ from }) => from));
    if (sent.includes(OTHERS_NUMBER)) return ticks * TICK_MS;
  }
}

async function createOthersTest(): Promise<void> {
  const { id: partnerId } = await world.db
    .insertInto('partners')
    .values({ name: 'Zenith' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: clientId } = await world.db
    .insertInto('clients')
    .values({ partner_id: partnerId, name: 'Lone' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const office = { name: 'Lone', manager_first_name: 'Ann', manager_last_name: 'Lee' };
  const { id } = await world.db
    .insertInto('offices')
    .values({ ...office, client_id: clientId, phone_number: OTHERS_NUMBER })
    .returning('id')
    .executeTakeFirstOrThrow();
  await world.createTest({ officeIds: [id], phoneIds: world.phoneIds.slice(0, 1) });
}

/** Screens are notified of every chunk. */
async function untilCreated(messages: number): Promise<void> {
  await world.until(async () => {
    const { made } = await world.db
      .selectFrom('runs')
      .select(({ fn }) => fn.sum<string>('messages_created').as('made'))
      .executeTakeFirstOrThrow();
    return Number(made) === messages;
  });
}
