/** Promise 6: overloaded, it refuses quickly; and it ends gracefully. */
import { once } from 'node:events';
import { calls } from '@textprobe/contract/calls';
import { expect, test } from 'vitest';
import { ECHO_PATH, startTestServer } from './testing/test-server.ts';

test('Promise 6: beyond its limit the server refuses at once with 503 and Retry-After, health still answers', async () => {
  const held = Promise.withResolvers<void>();
  const busy = Promise.withResolvers<void>();
  const server = await startTestServer({
    limits: { requestsInFlight: 1 },
    door: {
      scheduleTest: () => Promise.reject(new Error('not asked here')),
      stopRecurrence: async () => null,
      async receive() {
        busy.resolve();
        await held.promise;
        return [{ kind: 'unmatched' }];
      },
      hear: async () => undefined,
      takeReceipt: async () => undefined,
      announce: () => undefined,
      stop: async () => undefined,
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
    expect(await handset.call(calls.healthLive)).toEqual({ alive: true });
    held.resolve();
    expect((await first).status).toBe(404);
    await expect.poll(async () => (await handset.send('GET', '/api/csrf')).status).toBe(200);
  } finally {
    held.resolve();
    await server.close();
  }
});

test('Promise 1: closing waits for what is being answered', async () => {
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
