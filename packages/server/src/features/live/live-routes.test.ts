/** The event stream over HTTP. */
import { calls } from '@textprobe/contract/calls';
import { createAccount } from '@textprobe/database/accounts/accounts';
import { sqlTime } from '@textprobe/database/core/connection';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashPassword } from '../../auth/passwords.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { PASSWORD, startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let client: TestClient;
beforeEach(async () => {
  server = await startTestServer({ limits: { liveStreams: 2 } });
  client = await server.operator();
});
afterEach(() => server.close());

/** Opens a stream; `until` reads until the text contains something, `end` until it is closed. */
async function openStream(from: TestClient = client) {
  const response = await from.send('GET', calls.live.path);
  const reader = (response.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream())
    .getReader();
  let text = '';
  async function until(wanted: string | null): Promise<string> {
    while (wanted === null || !text.includes(wanted)) {
      const { done, value } = await reader.read();
      if (done) return text;
      text += value;
    }
    return text;
  }
  await until('retry:');
  return { response, until, end: () => until(null) };
}

test('CALL-25 sends changed tests to every open stream, uncompressed and unbuffered', async () => {
  const [first, second] = [await openStream(), await openStream()];
  expect(first.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(first.response.headers.get('content-encoding')).toBeNull();
  expect(first.response.headers.get('cache-control')).toContain('no-store');
  server.publishLive([{ partnerIds: [1], testIds: [3, 5] }]);
  for (const stream of [first, second]) {
    expect(await stream.until('\n\nevent')).toContain('event: tests\ndata: {"testIds":[3,5]}\n\n');
  }
});

test('CALL-25 a comment every 20 s keeps the stream open', async () => {
  const stream = await openStream();
  await server.clock.advance(20_000);
  expect(await stream.until(': still here')).toContain(': still here\n\n');
});

test('CALL-25 a logout ends the streams of its session and no other', async () => {
  const other = await openStream(await server.operator());
  const stream = await openStream();
  await client.call(calls.logout);
  expect(await stream.end()).toContain('event: end\ndata: {"reason":"logged-out"}');
  server.publishLive(null);
  expect(await other.until('many')).not.toContain('event: end');
});

test('CALL-25 streams end when their session ends elsewhere', async () => {
  const stream = await openStream();
  await server.db
    .updateTable('sessions')
    .set({ expires_at: sqlTime(server.clock.now()) })
    .execute();
  await server.clock.advance(20_000);
  expect(await stream.end()).toContain('"reason":"expired"');
});

test('CALL-25 an open stream does not keep a session alive', async () => {
  const before = await lastActivity();
  await server.clock.advance(120_000);
  await openStream();
  expect(await lastActivity()).toBe(before);
});

test('CALL-25 a stream beyond the limit is refused with 503', async () => {
  await openStream();
  await openStream();
  const response = await client.send('GET', calls.live.path);
  expect(response.status).toBe(503);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await response.json()).toMatchObject({ code: 'server.busy' });
});

test('GUARD-7 a session holds ten streams and an account a hundred; other accounts still get theirs', async () => {
  // With the default limits.
  await using roomy = await startTestServer();
  const first = await roomy.operator();
  for (let nth = 0; nth < 10; nth += 1) await openStream(first);
  expect(await first.refusal(calls.live)).toBe('429 rate.limited');
  for (let nth = 10; nth < 100; nth += 10) {
    const next = await roomy.operator();
    for (let stream = 0; stream < 10; stream += 1) await openStream(next);
  }
  const last = await roomy.operator();
  const refused = await last.send('GET', calls.live.path);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  await first.call(calls.logout);
  await openStream(last);

  const passwordHash = await hashPassword(PASSWORD);
  await createAccount(roomy.db, {
    username: 'colleague',
    role: 'viewer',
    passwordHash,
    createdAt: roomy.clock.now(),
  });
  const colleague = roomy.visitor();
  expect((await colleague.login('colleague', PASSWORD)).status).toBe(200);
  for (let nth = 0; nth < 10; nth += 1) await openStream(colleague);
});

test('CALL-25 draining ends all streams and refuses new ones', async () => {
  const stream = await openStream();
  server.app.drain();
  expect(await stream.end()).toContain('"reason":"draining"');
  expect(await client.refusal(calls.live)).toBe('503 server.draining');
});

async function lastActivity(): Promise<number> {
  const row = await server.db.selectFrom('sessions').select('last_active_at').executeTakeFirstOrThrow();
  return row.last_active_at;
}
