import { realClock } from '@textprobe/database/testing/real-clock';
import type { Clock } from '@textprobe/domain/clock';
import { appendMessageCode } from '@textprobe/domain/message-code';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createFakeGateway } from './testing/fake-gateway.ts';
import { createWorld, type World } from './testing/world.ts';

let world: World;
afterEach(() => world.close());

describe('a running test', () => {
  test('goes from creation to its end: created, sent, delivered, received, closed', async () => {
    world = await createWorld({ offices: 2, phones: 3 });
    const gateway = createFakeGateway();
    await world.startEngine(gateway);
    const testId = await world.createTest({ body: 'Hi {first_name}' });
    await gateway.submitted(6);
    expect((await world.test(testId)).execution_status).toBe('EXECUTING');

    for (const message of gateway.submissions) {
      await gateway.sendReceipt({ providerId: gateway.providerIdOf(message), state: 'delivered' });
      const [answer] = await world.engineApi.receive([arrival(message.text)]);
      expect(answer).toMatchObject({ kind: 'matched', testActivityStatus: 'RECEIVED' });
    }
    const ended = await world.until(async () => {
      const row = await world.test(testId);
      return row.execution_status === 'DELIVERED' && row;
    });
    expect(ended.status_reason).toBeNull();
    const messages = await world.messagesOf(testId);
    expect(messages).toHaveLength(6);
    for (const message of messages) {
      expect(message).toMatchObject({
        submission_state: 5,
        receipt_state: 3,
        comparison: 'identical',
        status: 5,
      });
      expect(message.settled_at).not.toBeNull();
    }
    const run = await world.db.selectFrom('runs').selectAll().executeTakeFirstOrThrow();
    expect(run).toMatchObject({
      test_id: testId,
      status: 'DELIVERED',
      messages_created: 6,
      message_total: 6,
    });
    expect(run.closed_at).not.toBeNull();
  });

  test('SERVER-1 one message for each office and phone, from the office’s number, filled, with its code at the end', async () => {
    world = await createWorld({ offices: 2, phones: 2 });
    const gateway = createFakeGateway();
    await world.startEngine(gateway);
    const body = '{first_name}: {company_name}, {manager_first_name} {manager_last_name} {unknown}';
    const testId = await world.createTest({ body });
    await gateway.submitted(4);
    const messages = await world.messagesOf(testId);
    const expected = [1, 2].flatMap((office) =>
      [1, 2].map((phone) => ({
        from: `+1415555000${office}`,
        to: `+1212555000${phone}`,
        body: `Phone ${phone}: Bolt & Co, Mia${office} Moss${office} {unknown}`,
      })),
    );
    const sent = messages.map(({ code, sender, recipient }, index) => ({
      from: sender,
      to: recipient,
      text: appendMessageCode(expected[index]?.body ?? '', code),
    }));
    expect(sent.map(({ from, to }) => ({ from, to }))).toEqual(
      expected.map(({ from, to }) => ({ from, to })),
    );
    const byText = (a: { text: string }, b: { text: string }) => a.text.localeCompare(b.text);
    expect(gateway.submissions.map(({ from, to, text }) => ({ from, to, text })).sort(byText)).toEqual(
      sent.sort(byText),
    );
  });

  test('is sent because the engine is notified, without any polling', async () => {
    // Runs are polled every 500 ms and messages every second: never here. `npm run bench` measures the latency.
    const after: Clock['after'] = (ms, fn) => (ms >= 500 ? () => undefined : realClock.after(ms, fn));
    world = await createWorld({ clock: { ...realClock, after } });
    const gateway = createFakeGateway();
    await world.startEngine(gateway);
    for (let n = 1; n <= 5; n += 1) {
      await world.createTest();
      await gateway.submitted(n);
    }
    expect(gateway.submissions).toHaveLength(5);
  });

  test('never exceeds a gateway’s capacity', async () => {
    world = await createWorld({ offices: 10, phones: 30 });
    const gateway = createFakeGateway({ window: 7 });
    await world.startEngine(gateway);
    await world.createTest();
    await gateway.submitted(300);
    expect(gateway.maxInFlight).toBeLessThanOrEqual(7);
  });
});

describe('several workers', () => {
  test('Promise 3: two engines on one database submit every message once', async () => {
    world = await createWorld({ offices: 20, phones: 20 });
    const first = createFakeGateway({ name: 'first', window: 5 });
    const second = createFakeGateway({ name: 'second', window: 5 });
    await world.startEngine(first);
    await world.startEngine(second);
    const testId = await world.createTest();
    await world.until(
      async () => (await world.messagesOf(testId)).filter((m) => m.submission_state === 5).length === 400,
    );
    const references = [...first.submissions, ...second.submissions].map((message) => message.reference);
    expect(references).toHaveLength(400);
    expect(new Set(references).size).toBe(400);
  });

  test('a graceful stop gives back what was not sent, and another worker sends it', async () => {
    world = await createWorld({ phones: 3 });
    const closing = createFakeGateway({
      answer: () => 'withhold',
      atStop: () => ({ kind: 'deferred', retryAfterMs: 0, reason: 'not written yet' }),
    });
    const engine = await world.startEngine(closing);
    const testId = await world.createTest();
    await closing.submitted(3);
    expect(engine.state()).toMatchObject({ state: 'running', gateways: [{ link: 'up', inFlight: 3 }] });
    await engine.stop(1_000);
    expect(engine.state()).toMatchObject({ state: 'stopped', gateways: [{ link: 'stopped', inFlight: 0 }] });
    for (const message of await world.messagesOf(testId)) {
      expect(message).toMatchObject({ submission_state: 0, claimed_by: null, status: 0 });
    }
    const next = createFakeGateway();
    await world.startEngine(next);
    await next.submitted(3);
  });

  test('stop is idempotent: it stops the gateways once, and further calls wait for the same end', async () => {
    world = await createWorld();
    const gateway = createFakeGateway();
    const ended = Promise.withResolvers<void>();
    const { stop } = gateway;
    const stopped = vi.spyOn(gateway, 'stop').mockImplementation(async (withinMs) => {
      await ended.promise;
      await stop(withinMs);
    });
    const engine = await world.startEngine(gateway);
    const resolved: string[] = [];
    const first = engine.stop(100).then(() => resolved.push('first'));
    const second = engine.stop(100).then(() => resolved.push('second'));
    expect(engine.state().state).toBe('stopped');
    expect(resolved).toEqual([]);
    ended.resolve();
    await Promise.all([first, second]);
    await engine.stop(100);
    expect(resolved).toEqual(['first', 'second']);
    expect(stopped).toHaveBeenCalledOnce();
  });
});

function arrival(text: string) {
  return { inbox: 'native', phoneId: null, messageCode: text, text, sender: null, stated: null };
}
