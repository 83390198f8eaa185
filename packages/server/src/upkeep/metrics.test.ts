/** The metrics of a process over HTTP: access, and what they count. */
import { calls } from '@textprobe/contract/calls';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { SESSION_IDLE_MS } from '../auth/sessions.ts';
import type { TestClient } from '../testing/test-client.ts';
import { openTestServer, startTestServer } from '../testing/test-server.ts';

const TOKEN = 'scrape-0123456789';
const { metrics, partners, getTest } = calls;
let client: TestClient;
const { server } = await openTestServer({ metrics: { registry: new Registry(), token: TOKEN } });
client = await server.operator();

async function scrape(): Promise<string> {
  return (await client.call(metrics)).text();
}

test('CALL-25 metrics count and time requests by route pattern, method and status class', async () => {
  await client.call(partners);
  await client.call(partners);
  await client.problem(getTest, { query: { testId: 4_711 } });
  await client.send('GET', '/api/nowhere/4711');
  const count = (labels: string) => `textprobe_http_request_duration_seconds_count{${labels}}`;
  // An answer is counted once its last byte is sent; the client may see that byte first.
  await expect.poll(scrape).toContain(`${count('method="GET",route="unknown",status="4xx"')} 1`);
  const text = await scrape();
  expect(text).toContain(`${count(`method="GET",route="${partners.path}",status="2xx"`)} 2`);
  expect(text).toContain(`${count(`method="GET",route="${getTest.path}",status="4xx"`)} 1`);
  expect(text).toMatch(/^textprobe_http_request_duration_seconds_sum\{.*\} 0\.\d+$/m);
  expect(text).not.toContain('4711');
  expect(text).toMatch(/^textprobe_http_requests_in_flight 0$/m);
});

test('CALL-25 metrics count open event streams', async () => {
  const ended = new AbortController();
  const cookie = client.cookieHeader();
  const stream = await fetch(new URL(calls.live.path, server.address), {
    headers: { cookie },
    signal: ended.signal,
  });
  expect(stream.status).toBe(200);
  expect(await scrape()).toMatch(/^textprobe_live_streams 1$/m);
  ended.abort();
  await expect.poll(scrape).toMatch(/^textprobe_live_streams 0$/m);
});

test('CALL-25 metrics need a session or the token: 401 without either', async () => {
  const scraper = server.visitor();
  const bearing = (authorization: string) => ({ headers: { authorization } });
  const response = await scraper.call(metrics, bearing(`Bearer ${TOKEN}`));
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(await scraper.refusal(metrics)).toBe('401 session.required');
  for (const wrong of [`Bearer ${TOKEN}x`, 'Bearer', 'Basic eDp5', TOKEN]) {
    expect(await scraper.refusal(metrics, bearing(wrong))).toBe('401 metrics-token.invalid');
  }
});

test('CALL-25 without a configured token no token is accepted, but a session is', async () => {
  await using closed = await startTestServer();
  const headers = { authorization: 'Bearer null' };
  expect(await closed.visitor().problem(metrics, { headers })).toMatchObject({ status: 401 });
  const text = await (await (await closed.operator()).call(metrics)).text();
  expect(text).toContain('textprobe_http_requests_in_flight');
});

test('CALL-25 reading the metrics does not keep an idle session alive', async () => {
  const watcher = await server.operator();
  await server.clock.advance(SESSION_IDLE_MS - 60_000);
  await watcher.call(metrics);
  await server.clock.advance(60_000);
  expect(await watcher.problem(metrics)).toMatchObject({ status: 401 });
  client = await server.operator();
});
