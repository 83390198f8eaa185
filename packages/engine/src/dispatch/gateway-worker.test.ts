import { afterEach, expect, test } from 'vitest';
import { acceptance, createFakeGateway } from '../testing/fake-gateway.ts';
import { createWorld, type World } from '../testing/world.ts';

let world: World;
afterEach(() => world.close());

const DRAIN_MS = 1_000;

test('Promise 3: a replaced gateway finishes what is in flight, and the new one sends the rest, each message once', async () => {
  world = await createWorld({ phones: 6 });
  const old = createFakeGateway({ name: 'old', window: 2, answer: () => 'withhold' });
  const engine = await world.startEngine(old);
  const testId = await world.createTest();
  await old.submitted(2);
  const next = createFakeGateway({ name: 'new', window: 4 });
  const replaced = engine.replaceGateway(world.gatewayId, next, DRAIN_MS);
  for (const [reference, answer] of old.withheld) answer(acceptance(reference));
  await replaced;
  await next.submitted(4);
  const sent = [...old.submissions, ...next.submissions].map(({ to }) => to);
  expect(new Set(sent).size).toBe(6);
  expect(sent).toHaveLength(6);
  await world.until(async () => {
    const messages = await world.messagesOf(testId);
    return messages.every(({ submission_state }) => submission_state === 5);
  });
  expect(engine.state().gateways.map(({ name }) => name)).toEqual(['new']);
});

test('messages that a replaced gateway certainly did not send return to the queue, and the new one sends them', async () => {
  world = await createWorld({ phones: 3 });
  const old = createFakeGateway({
    answer: () => 'withhold',
    atStop: () => ({ kind: 'deferred', retryAfterMs: 0, reason: 'The gateway is being stopped.' }),
  });
  const engine = await world.startEngine(old);
  await world.createTest();
  await old.submitted(3);
  const next = createFakeGateway();
  await engine.replaceGateway(world.gatewayId, next, 10);
  await next.submitted(3);
  expect(next.submissions.map(({ to }) => to).toSorted()).toEqual(
    old.submissions.map(({ to }) => to).toSorted(),
  );
});

test('a removed gateway sends nothing more; its messages wait for a gateway with that id', async () => {
  world = await createWorld({ phones: 2 });
  const old = createFakeGateway();
  const engine = await world.startEngine(old);
  await engine.replaceGateway(world.gatewayId, null, DRAIN_MS);
  expect(engine.state().gateways).toEqual([]);
  await world.createTest();
  const next = createFakeGateway();
  await engine.replaceGateway(world.gatewayId, next, DRAIN_MS);
  await next.submitted(2);
  expect(old.submissions).toEqual([]);
});

test('rapid changes are serialized: of three gateways only the last remains', async () => {
  world = await createWorld();
  const engine = await world.startEngine(createFakeGateway({ name: 'first' }));
  const names = ['second', 'third', 'last'];
  await Promise.all(
    names.map((name) => engine.replaceGateway(world.gatewayId, createFakeGateway({ name }), DRAIN_MS)),
  );
  expect(engine.state().gateways.map(({ name, link }) => [name, link])).toEqual([['last', 'up']]);
});

test('a change during shutdown starts nothing', async () => {
  world = await createWorld();
  const engine = await world.startEngine(createFakeGateway());
  const next = createFakeGateway();
  await Promise.all([engine.stop(DRAIN_MS), engine.replaceGateway(world.gatewayId, next, DRAIN_MS)]);
  expect(next.state().link).not.toBe('up');
});
