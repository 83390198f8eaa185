import type { CarrierReceipt, SubmissionOutcome } from '@textprobe/gateways/gateway-port';
import { afterEach, expect, test } from 'vitest';
import { acceptance, createFakeGateway } from '../testing/fake-gateway.ts';
import { createWorld, type World } from '../testing/world.ts';

let world: World;
afterEach(() => world.close());

const said: CarrierReceipt = {
  providerId: 'SM1',
  idVariants: ['sm1'],
  recipient: null,
  state: 'delivered',
  error: null,
  at: Date.now(),
  raw: 'MessageSid=SM1&MessageStatus=delivered',
};
/** A phone without a handset agent: its message counts as delivered when the carrier says so. */
async function submitOne(answer: () => SubmissionOutcome | 'withhold') {
  world = await createWorld({ evidence: 'receipt' });
  const gateway = createFakeGateway({ answer });
  await world.startEngine(gateway);
  const testId = await world.createTest();
  await gateway.submitted(1);
  const takeReceipt = (more: Partial<CarrierReceipt> = {}) =>
    world.engineApi.takeReceipt({ id: world.gatewayId, name: gateway.name }, { ...said, ...more });
  const delivered = () => world.until(async () => (await world.messagesOf(testId))[0]?.receipt_state === 3);
  return { gateway, testId, takeReceipt, delivered };
}

test('Promise 5: a receipt posted before the answer was read is stored and finds its message', async () => {
  const { gateway, takeReceipt, delivered } = await submitOne(() => 'withhold');
  await takeReceipt();
  for (const answer of gateway.withheld.values()) answer(acceptance('SM1'));
  expect(await delivered()).toBe(true);
});

test('Promise 1: a receipt that cannot be committed is rejected', async () => {
  const { takeReceipt } = await submitOne(() => acceptance('SM1'));
  await world.db.schema.alterTable('submission_parts').renameTo('elsewhere').execute();
  await expect(takeReceipt()).rejects.toThrow();
  await world.db.schema.alterTable('elsewhere').renameTo('submission_parts').execute();
});
