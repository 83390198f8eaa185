/** The metrics that the engine reports while it sends, receives and gives up. */
import { silentLog } from '@textprobe/database/core/log';
import type { SubmissionOutcome } from '@textprobe/gateways/gateway-port';
import { afterEach, expect, test } from 'vitest';
import { createEngineApi } from './api.ts';
import { type EngineMetrics, NO_METRICS } from './metrics.ts';
import { createFakeGateway } from './testing/fake-gateway.ts';
import { passDeadlines, passLeases } from './testing/pass-deadlines.ts';
import { createWorld, type World } from './testing/world.ts';

let world: World;
afterEach(() => world.close());

/** Records every call as `name` and arguments, in order; `since` resolves once a matching call arrives. */
function recorder() {
  const calls: [keyof EngineMetrics, ...unknown[]][] = [];
  const waiting = new Set<() => void>();
  const names = Object.keys(NO_METRICS) as (keyof EngineMetrics)[];
  const metrics = Object.fromEntries(
    names.map((name) => [
      name,
      (...args: unknown[]) => {
        calls.push([name, ...args]);
        for (const look of waiting) look();
      },
    ]),
  ) as unknown as EngineMetrics;
  return {
    metrics,
    of: (name: keyof EngineMetrics) => calls.filter(([called]) => called === name).map(([, ...args]) => args),
    until: (isThere: () => boolean) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!isThere()) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}

test('counts claims, submissions by outcome, receipts and late answers, and measures the send lag', async () => {
  world = await createWorld({ phones: 4 });
  const recorded = recorder();
  const answers: ((at: number) => SubmissionOutcome)[] = [
    (at) => ({ kind: 'accepted', at, parts: [{ part: 1, parts: 1, providerId: 'a' }] }),
    (at) => ({ kind: 'rejected', at, error: 'no such number' }),
    (at) => ({ kind: 'unknown', at, error: 'no answer' }),
    () => ({ kind: 'deferred', retryAfterMs: 60_000, reason: 'throttled' }),
  ];
  const gateway = createFakeGateway({
    name: 'north',
    answer: ({ to }) => answers[Number(to.slice(-4)) - 1]?.(Date.now()) ?? 'withhold',
  });
  await world.startEngine(gateway, { metrics: recorded.metrics });
  await world.createTest();
  await recorded.until(() => recorded.of('sent').length === 3);
  const submitted = recorded.of('submitted').map((call) => call.join(' '));
  expect(new Set(submitted)).toEqual(
    new Set(['north accepted', 'north deferred', 'north rejected', 'north unknown']),
  );
  const claimed = recorded.of('claimed');
  expect(claimed.map(([name]) => name)).toContain('north');
  expect(claimed.reduce((sum, [, messages]) => sum + Number(messages), 0)).toBe(4);
  for (const [lagMs] of recorded.of('sent')) {
    expect(lagMs).toBeGreaterThanOrEqual(0);
    expect(lagMs).toBeLessThan(60_000);
  }

  await gateway.sendReceipt({ providerId: 'a', state: 'delivered' });
  expect(recorded.of('receipt')).toEqual([['north', 'delivered']]);
  const lost = gateway.submissions.find(({ to }) => to.endsWith('3'));
  await gateway.handlers.onLateOutcome(lost?.reference ?? '', {
    kind: 'accepted',
    at: Date.now(),
    parts: [],
  });
  expect(recorded.of('lateAnswer')).toEqual([['north', 'accepted']]);
});

test('counts messages that stayed unconfirmed until their deadline, and those lost with a worker', async () => {
  world = await createWorld({ phones: 2 });
  const recorded = recorder();
  const gateway = createFakeGateway({
    answer: ({ to }) =>
      to.endsWith('1') ? { kind: 'accepted', at: Date.now(), parts: [] } : ('withhold' as const),
  });
  await world.startEngine(gateway, { metrics: recorded.metrics });
  const testId = await world.createTest();
  await world.until(async () => {
    const states = (await world.messagesOf(testId)).map(({ submission_state: state }) => state);
    return states.join() === '5,1';
  });
  // As if its worker had been gone for a long time.
  await passLeases(world.db);
  await recorded.until(() => recorded.of('claimsLost').length > 0);
  await passDeadlines(world.db);
  const passed = () => recorded.of('deadlinesPassed').reduce((sum, [count]) => sum + Number(count), 0);
  // Both: a handset may still confirm the UNKNOWN one until then.
  await recorded.until(() => passed() >= 2);
  await world.until(async () =>
    (await world.messagesOf(testId)).every(({ settled_at: settledAt }) => settledAt !== null),
  );
  expect(recorded.of('claimsLost')).toEqual([[1]]);
  expect(passed()).toBe(2);
});

test('counts handset reports: matched and unmatched', async () => {
  world = await createWorld();
  const recorded = recorder();
  const gateway = createFakeGateway();
  await world.startEngine(gateway);
  await world.createTest();
  await gateway.submitted(1);
  const { db, codes, clock } = world;
  const engineApi = createEngineApi({
    db,
    codes,
    clock,
    log: silentLog,
    deadlineMs: 60_000,
    metrics: recorded.metrics,
  });
  const report = (messageCode: string) => ({
    inbox: 'native',
    phoneId: null,
    messageCode,
    text: null,
    sender: null,
    stated: null,
  });
  await engineApi.receive([report(gateway.submissions[0]?.text ?? ''), report('no code here')]);
  await engineApi.stop();
  const sums = recorded
    .of('receptions')
    .reduce<[number, number]>(
      ([matched, unmatched], [more, others]) => [matched + Number(more), unmatched + Number(others)],
      [0, 0],
    );
  expect(sums).toEqual([1, 1]);
});
