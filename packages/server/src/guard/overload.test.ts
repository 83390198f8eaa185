/** Overload (promise 6) and graceful shutdown of the server. */
import { once } from 'node:events';
import { calls } from '@textprobe/contract/calls';
import { readPoolUse } from '@textprobe/database/core/connection';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { ECHO_PATH, startTestServer } from '../testing/test-server.ts';

test('Promise 6: beyond its limit the server answers 503 with Retry-After at once, and health still answers', async () => {
  const held = Promise.withResolvers<void>();
  const busy = Promise.withResolvers<void>();
  const registry = new Registry();
  const server = await startTestServer({
    limits: { requestsInFlight: 1 },
    metrics: { registry, token: null },
    engineApi: {
      async receive() {
        busy.resolve();
        await held.promise;
        return [{ kind: 'unmatched' }];
      },
    },
  });
  try {
    const handset = server.visitor();
    const post = () =>
      handset.send('POST', ECHO_PATH, { body: 'x', headers: { authorization: 'x' }, token: null });
    const first = post();
    await busy.promise;
    const refused = await post();
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await refused.json()).toMatchObject({ code: 'server.busy' });
    const metrics = await registry.metrics();
    expect(metrics).toContain('textprobe_http_requests_refused_total{reason="busy"} 1\n');
    expect(metrics).not.toContain('status="5xx"');
    const lines = server.logged.filter(({ status }) => status === 503);
    expect(lines).toMatchObject([{ level: 20, requestId: refused.headers.get('x-request-id') }]);
    expect(await handset.call(calls.healthLive)).toEqual({ alive: true });
    held.resolve();
    expect((await first).status).toBe(404);
    await expect.poll(async () => (await handset.send('GET', '/api/csrf')).status).toBe(200);
  } finally {
    held.resolve();
    await server.close();
  }
});

test('Promise 6: fewer calls are admitted while they wait too long for the database; reports still are, and afterwards all are', async () => {
  const server = await startTestServer({ limits: { requestsInFlight: 56 } });
  const held = Promise.withResolvers<void>();
  let holders: Promise<void>[] = [];
  try {
    const operator = await server.operator();
    const handset = server.visitor();
    const read = () => operator.send('GET', calls.partners.path);
    const report = () =>
      handset.send('POST', ECHO_PATH, { body: 'x', headers: { authorization: 'x' }, token: null });
    // Takes all connections of the pool.
    holders = Array.from({ length: 10 }, () => server.db.connection().execute(() => held.promise));
    // One fewer than a caller may have in flight while the limit is not reduced.
    const reads = Array.from({ length: 9 }, read);
    await expect.poll(() => readPoolUse(server.db).waiting).toBe(9);
    await server.clock.advance(5_000);
    const refused = await read();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
    expect(await refused.json()).toMatchObject({ code: 'rate.limited' });
    const reported = report();
    await expect.poll(() => server.arrivals.length).toBe(1);
    held.resolve();
    expect((await Promise.all(reads)).map(({ status }) => status)).toEqual(Array(9).fill(200));
    expect((await reported).status).toBe(404);
    await server.clock.advance(5_000);
    const again = await Promise.all(Array.from({ length: 10 }, read));
    expect(again.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const lines = server.logged.filter(({ msg }) => msg === 'overloaded: requests were refused');
    expect(lines).toMatchObject([{ refused: 1, delayMs: expect.any(Number) }]);
  } finally {
    held.resolve();
    await Promise.all(holders);
    await server.close();
  }
});

test('Promise 1: closing waits for requests in flight', async () => {
  const held = Promise.withResolvers<void>();
  const busy = Promise.withResolvers<void>();
  const server = await startTestServer({
    readiness: async () => {
      busy.resolve();
      await held.promise;
      return { ready: true };
    },
  });
  const answer = server.visitor().send('GET', calls.healthReady.path);
  await busy.promise;
  const closed = server.close();
  const stopped = once(server.app.server, 'close');
  held.resolve();
  expect((await answer).status).toBe(200);
  await Promise.all([closed, stopped]);
});
