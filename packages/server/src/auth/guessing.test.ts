/** Password guessing slows the guesser, not the owner (GUARD-6): from one network and thousands, with and without a device cookie. */
import { calls } from '@textprobe/contract/calls';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestClient } from '../testing/test-client.ts';
import { PASSWORD, startTestServer, type TestServer, USERNAME } from '../testing/test-server.ts';

const DEVICE = 'textprobe-device';
let server: TestServer;
beforeEach(async () => {
  // Ten thousand guesses log tens of thousands of lines, which no test here reads.
  server = await startTestServer({ log: pino({ level: 'silent' }) });
});
afterEach(() => server.close());

/** Through a proxy on this machine. */
function tryFrom(
  address: string,
  password = 'wrong',
  client: TestClient = server.visitor(),
  username = USERNAME,
) {
  const body = new URLSearchParams({ username, password });
  return client.send('POST', calls.login.path, {
    body,
    headers: { 'x-forwarded-for': address },
    token: null,
  });
}

const NETWORKS = 2_000;
const AT_ONCE = 50;
const network = (nth: number) => `10.0.${nth >> 8}.${nth & 255}`;

/** Without a socket: thousands of them would dominate the run time. */
async function guessFrom(remoteAddress: string): Promise<number> {
  const { statusCode } = await server.app.inject({
    method: 'POST',
    url: calls.login.path,
    remoteAddress,
    payload: new URLSearchParams({ username: USERNAME, password: 'wrong' }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  return statusCode;
}

/** A browser that has logged in before, and out again. */
async function knownBrowser(): Promise<TestClient> {
  const client = await server.operator();
  await client.call(calls.logout);
  expect([...client.cookies.keys()]).toContain(DEVICE);
  return client;
}

/** Retries after each Retry-After until the login succeeds. @returns the milliseconds that took */
async function logInPatiently(address: string): Promise<number> {
  const begin = server.clock.now();
  for (;;) {
    const response = await tryFrom(address, PASSWORD);
    if (response.status === 200) return server.clock.now() - begin;
    await server.clock.advance(Number(response.headers.get('retry-after')) * 1_000);
    if (server.clock.now() - begin > 120_000) throw new Error('not logged in after two minutes');
  }
}

test('GUARD-6 seventeen wrong guesses from one address do not lock the owner out at another', async () => {
  for (let i = 0; i < 17; i += 1) {
    await tryFrom('192.0.2.1');
    await server.clock.advance(3_000);
  }
  expect((await tryFrom('192.0.2.1', PASSWORD)).status).toBe(429);
  expect((await tryFrom('198.51.100.1', PASSWORD)).status).toBe(200);
});

test('GUARD-6 a guess a minute, for hours, locks no one out', async () => {
  for (let i = 0; i < 120; i += 1) {
    await tryFrom('192.0.2.1');
    await server.clock.advance(60_000);
  }
  expect((await tryFrom('198.51.100.1', PASSWORD)).status).toBe(200);
});

test('GUARD-6 a browser that has logged in before gets in from the very network that guesses', async () => {
  const owner = await knownBrowser();
  for (let i = 0; i < 25; i += 1) await tryFrom('192.0.2.1');
  expect((await tryFrom('192.0.2.1', PASSWORD)).status).toBe(429);
  expect((await tryFrom('192.0.2.1', PASSWORD, owner)).status).toBe(200);
});

test('GUARD-6 a browser that has logged in before has a count of its own', async () => {
  const owner = await knownBrowser();
  for (let i = 0; i < 6; i += 1) expect((await tryFrom('192.0.2.1', 'wrong', owner)).status).toBe(401);
  const slowed = await tryFrom('198.51.100.1', PASSWORD, owner);
  expect(slowed.status).toBe(429);
  expect(slowed.headers.get('retry-after')).toBe('1');
  await server.clock.advance(1_000);
  expect((await tryFrom('198.51.100.1', PASSWORD, owner)).status).toBe(200);
});

test('GUARD-6 a device cookie works for its own account only, and a forged one for none', async () => {
  const owner = await knownBrowser();
  const forger = server.visitor();
  const [account, id, password, expiry] = owner.cookies.get(DEVICE)?.split('.') ?? [];
  forger.cookies.set(DEVICE, [account, id, password, expiry, 'AAAAAAAAAAAAAAAAAAAAAA'].join('.'));
  for (let i = 0; i < 6; i += 1) await tryFrom('192.0.2.1');
  expect((await tryFrom('192.0.2.1', PASSWORD, forger)).status).toBe(429);
  for (let i = 0; i < 6; i += 1) await tryFrom('192.0.2.1', 'wrong', owner, 'somebody else');
  expect((await tryFrom('192.0.2.1', 'wrong', owner, 'somebody else')).status).toBe(429);
  expect((await tryFrom('192.0.2.1', PASSWORD, owner)).status).toBe(200);
});

test('GUARD-6 a new password invalidates the device cookies of the account', async () => {
  const owner = await knownBrowser();
  await server.setPassword('another');
  for (let i = 0; i < 6; i += 1) await tryFrom('192.0.2.1');
  expect((await tryFrom('192.0.2.1', 'another', owner)).status).toBe(429);
  await server.clock.advance(2_000);
  expect((await tryFrom('192.0.2.1', 'another', owner)).status).toBe(200);
  for (let i = 0; i < 6; i += 1) await tryFrom('192.0.2.1');
  expect((await tryFrom('192.0.2.1', 'another', owner)).status).toBe(200);
});

test('GUARD-6 an IPv6 guesser is counted by its /64', async () => {
  for (let i = 0; i < 6; i += 1) await tryFrom(`2001:db8:0:1::${i + 1}`);
  expect((await tryFrom('2001:db8:0:1:ffff::9', PASSWORD)).status).toBe(429);
  expect((await tryFrom('2001:db8:0:2::1', PASSWORD)).status).toBe(200);
});

test('GUARD-6 during ten thousand guesses from 2,000 networks a known browser logs in at once, a new one within 60 s', async () => {
  const owner = await knownBrowser();
  const inPeace = await elapsed(() => tryFrom('198.51.100.9', PASSWORD, owner));
  const statuses: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    for (let first = 0; first < NETWORKS; first += AT_ONCE) {
      const guesses = Array.from({ length: AT_ONCE }, (_, nth) => guessFrom(network(first + nth)));
      statuses.push(...(await Promise.all(guesses)));
    }
    await server.clock.advance(1_000);
  }
  expect(statuses).toHaveLength(10_000);
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
  // During the attack: fifty more wait at the gate.
  const flood = Promise.all(Array.from({ length: AT_ONCE }, (_, nth) => guessFrom(network(NETWORKS + nth))));
  const underAttack = await elapsed(() => tryFrom('198.51.100.9', PASSWORD, owner));
  expect(underAttack).toBeLessThan(inPeace * 4 + 250);
  await flood;
  const waited = await logInPatiently('203.0.113.5');
  expect(waited).toBeGreaterThan(0);
  expect(waited).toBeLessThan(60_000);
}, 300_000);

async function elapsed(login: () => Promise<Response>): Promise<number> {
  const begin = performance.now();
  expect((await login()).status).toBe(200);
  return performance.now() - begin;
}

test('GUARD-6 trusts X-Forwarded-For from trusted proxies only', async () => {
  await using strict = await startTestServer({ trustedProxies: ['192.0.2.0/24'] });
  const guess = (address: string) => tryFrom(address, 'wrong', strict.visitor());
  for (let i = 0; i < 6; i += 1) expect((await guess(`10.0.0.${i}`)).status).toBe(401);
  expect((await guess('10.0.0.99')).status).toBe(429);
});

test('GUARD-6 ignores what a caller puts before the proxy’s own entry', async () => {
  for (let i = 0; i < 6; i += 1) await tryFrom(`10.0.0.${i}, 192.0.2.1`);
  expect((await tryFrom('10.0.0.99, 192.0.2.1', PASSWORD)).status).toBe(429);
});

test('GUARD-6 patient guessers from many networks wait longer after each failure, an honest new browser once', async () => {
  for (let nth = 0; nth < 60; nth += 1) await guessFrom(network(nth));
  const late = network(1_000);
  expect(await guessFrom(late)).toBe(429);
  await server.clock.advance(30_000);
  expect(await guessFrom(late)).toBe(401);
  await server.clock.advance(29_000);
  expect(await guessFrom(late)).toBe(429);
  await server.clock.advance(1_000);
  expect(await guessFrom(late)).toBe(401);
  await server.clock.advance(59_000);
  expect(await guessFrom(late)).toBe(429);
  expect(await logInPatiently('203.0.113.5')).toBe(30_000);
});
