/** Gateways that break the port's contract: known outcomes stay, and the worker continues. */
import { submissionStateFromRank } from '@textprobe/domain/ledger-states';
import type { CarrierReceipt, Gateway } from '@textprobe/gateways/gateway-port';
import { afterEach, expect, test } from 'vitest';
import { acceptance, createFakeGateway } from '../testing/fake-gateway.ts';
import { passDeadlines } from '../testing/pass-deadlines.ts';
import { createWorld, type World } from '../testing/world.ts';

let world: World;
afterEach(() => world.close());

async function endsOf(testId: number) {
  const rows = await world.messagesOf(testId);
  return rows.map(({ submission_state }) => submissionStateFromRank(submission_state));
}

test('Promise 3: if a gateway throws in mid-batch and repeats an outcome, each message still has one outcome', async () => {
  world = await createWorld({ phones: 4 });
  const submitBatch: Gateway['submitBatch'] = ([first], onOutcome) => {
    if (first === undefined) return;
    onOutcome(first, acceptance('first'));
    onOutcome(first, { kind: 'rejected', at: Date.now(), error: 'repeated' });
    throw new Error('broken');
  };
  const engine = await world.startEngine(Object.assign(createFakeGateway(), { submitBatch }));
  const testId = await world.createTest();
  const ends = await world.until(async () => {
    const states = await endsOf(testId);
    return states.filter((state) => state === 'accepted' || state === 'unknown').length === 4 && states;
  });
  expect(ends.toSorted()).toEqual(['accepted', 'unknown', 'unknown', 'unknown']);
  await world.until(async () => engine.state().gateways[0]?.inFlight === 0);
});

test('Promise 4: if a gateway throws for every batch, each message becomes unknown and its run closes', async () => {
  world = await createWorld({ phones: 3 });
  const submitBatch = () => {
    throw new Error('broken');
  };
  await world.startEngine(Object.assign(createFakeGateway(), { submitBatch }));
  const testId = await world.createTest();
  await world.until(async () => (await endsOf(testId)).join() === 'unknown,unknown,unknown');
  await passDeadlines(world.db);
  await world.until(
    async () => !['UNEXECUTED', 'EXECUTING'].includes((await world.test(testId)).execution_status),
  );
});

test('an acknowledgment that throws stops neither the writer nor later receipts', async () => {
  world = await createWorld({ phones: 2, evidence: 'receipt' });
  const gateway = createFakeGateway();
  await world.startEngine(gateway);
  const testId = await world.createTest();
  await gateway.submitted(2);
  await world.until(async () => (await endsOf(testId)).join() === 'accepted,accepted');
  const [first, second] = gateway.submissions.map((message) => gateway.providerIdOf(message));
  const receipt: Omit<CarrierReceipt, 'providerId' | 'idVariants'> = {
    recipient: null,
    state: 'delivered',
    error: null,
    at: Date.now(),
    raw: 'delivered',
  };
  gateway.handlers.onReceipt({ ...receipt, providerId: first ?? '', idVariants: [first ?? ''] }, () => {
    throw new Error('the session has ended');
  });
  await gateway.sendReceipt({ ...receipt, providerId: second ?? '' });
  const states = (await world.messagesOf(testId)).map(({ receipt_state }) => receipt_state);
  expect(new Set(states).size).toBe(1);
  expect(states[0]).toBeGreaterThan(0);
});
