/**
 * Unauthenticated load on the real program: sockets that trickle bodies, idle connections, a flood of probes. `npm test` uses a
 * tenth of them and of the limits; a soak uses all, and checks the times.
 */
import { appendFileSync } from 'node:fs';
import { request } from 'node:http';
import { calls } from '@textprobe/contract/calls';
import { PROGRAM_TEST_MS } from '@textprobe/domain/testing/child-program';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ADMIN_PASSWORD, type OverloadWorld, openOverloadWorld } from '../testing/overload-world.ts';

const IS_SOAK = Boolean(process.env.TEXTPROBE_SOAK);
vi.setConfig({ testTimeout: PROGRAM_TEST_MS, hookTimeout: PROGRAM_TEST_MS });

const TRICKLING = IS_SOAK ? 2_000 : 200;
const IDLE = IS_SOAK ? 4_200 : 420;
const ASKED = IS_SOAK ? 200 : 20;
/** Each takes a core for 50 ms. */
const LOGINS = 10;
const P95_MS = 250;
const RECOVERED_WITHIN_MS = 2_000;
const NEW_CONNECTION_WITHIN_MS = 250;
const PATIENCE_MS = 30_000;
const FLOODERS = 64;
const FLOOD_MS = IS_SOAK ? 10_000 : 1_000;
/** How much more a flood of probes may slow others than a flood of static files. */
const MOST_MORE = 1.25;
const ATTACKER = '127.0.0.2';

let world: OverloadWorld;
beforeAll(async () => {
  world = await openOverloadWorld(IS_SOAK ? {} : { REQUEST_LIMIT: '51' });
});
afterAll(() => world?.close());

it(`GUARD-1 while ${TRICKLING} sockets of one network trickle bodies, operators, handsets, carriers and new browsers are answered, and everything recovers afterwards`, async () => {
  const before = await ask(listTests);
  expect((await world.report()).status).toBe(404);
  const trickle = await world.trickle({
    from: ATTACKER,
    sockets: TRICKLING,
    beginnings: BEGINNINGS,
    more: 'x',
    again: true,
  });
  const during = [
    await ask(listTests),
    await ask(world.report),
    await ask(receipt),
    await ask(newBrowser, LOGINS),
  ];
  const [lists, reports, receipts, logins] = during;
  await trickle.end();
  const endedAt = performance.now();
  const after = [await ask(listTests, 5), await ask(world.report, 5)];
  const recoveredAfterMs = performance.now() - endedAt;
  report(
    `lists before: p95 ${before.p95} ms; while ${TRICKLING} sockets trickle: lists p95 ${lists?.p95} ms`,
  );
  report(`reports p95 ${reports?.p95} ms; afterwards ten answers within ${Math.round(recoveredAfterMs)} ms`);

  expect(lists?.statuses).toEqual(new Set([200]));
  // Stored, and matched to no message.
  expect(reports?.statuses).toEqual(new Set([404]));
  // Their gateway does not exist.
  expect(receipts?.statuses).toEqual(new Set([404]));
  expect(logins?.statuses).toEqual(new Set([200]));
  expect(after.map(({ statuses }) => statuses)).toEqual([new Set([200]), new Set([404])]);
  if (!IS_SOAK) return;
  expect(lists?.p95).toBeLessThan(P95_MS);
  expect(recoveredAfterMs).toBeLessThan(RECOVERED_WITHIN_MS);
});

it(`GUARD-1 with ${IDLE} idle connections of one network, each after a request, a new one is answered`, async () => {
  const idle = await world.trickle({ ...IDLERS, again: false });
  // From another network, and from the same one, where it replaces an idle connection.
  const others = await ask(() => send('127.0.0.3', 'GET', '/api/csrf'));
  const ofSame = () => send(ATTACKER, 'GET', '/api/csrf');
  // The last ones used up the replacement limit of their network.
  await expect.poll(() => ofSame().catch(({ message }: Error) => message)).toEqual({ status: 200 });
  const same = await ask(ofSame);
  await idle.end();
  report(
    `with ${IDLE} idle connections, answers on a new one: p95 ${others.p95} ms, from their network ${same.p95} ms`,
  );
  for (const { statuses } of [others, same]) expect(statuses).toEqual(new Set([200]));
  if (IS_SOAK) for (const { p95 } of [others, same]) expect(p95).toBeLessThan(NEW_CONNECTION_WITHIN_MS);
});

it(`GUARD-1 while ${IDLE} such connections reconnect a second after each is closed, one of another network is answered`, async () => {
  const idle = await world.trickle({ ...IDLERS, again: true });
  const others = await ask(() => send('127.0.0.3', 'GET', '/api/csrf'));
  await idle.end();
  report(
    `while ${IDLE} reconnect repeatedly, answers on a new one from another network: p95 ${others.p95} ms`,
  );
  expect(others.statuses).toEqual(new Set([200]));
  if (IS_SOAK) expect(others.p95).toBeLessThan(NEW_CONNECTION_WITHIN_MS);
});

it('GUARD-2 a flood of readiness probes is answered, and slows others no more than a flood of a static file', async () => {
  const file = await smallFile();
  const ratios: number[] = [];
  for (let round = 0; round < (IS_SOAK ? 5 : 1); round += 1) {
    const p95 = [];
    for (const path of [file, calls.healthReady.path]) {
      const flooding = world.flood(path, { connections: FLOODERS, perSecond: null, ms: FLOOD_MS });
      const lists = await ask(listTests);
      const { strange, good, refused } = await flooding;
      expect(strange).toEqual({});
      // For files a network of strangers is limited to its share, small in `npm test`; probes are all answered.
      if (path !== file) expect(refused).toBe(0);
      expect(lists.statuses).toEqual(new Set([200]));
      report(`flood of ${path}: ${Math.round(good)}/s, lists p95 ${lists.p95} ms`);
      p95.push(lists.p95);
    }
    ratios.push((p95[1] ?? 0) / (p95[0] ?? 1));
  }
  const median = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)];
  if (IS_SOAK) expect(median).toBeLessThan(MOST_MORE);
});

const listTests = () => world.bystander.send('GET', calls.listTests.path);

/** A random, well-formed key. */
const INVENTED = `tph_${'invented'.padEnd(43, '_')}`;
const JSON_BODY = { 'content-type': 'application/json', 'content-length': '60000' };
const SOURCE = `/api/inboxes/sms-gateway/${'a'.repeat(32)}`;
const SIGNATURE = { 'x-twilio-signature': `${'a'.repeat(27)}=` };

/** To the inboxes, the login and an unknown path, each with the first byte of its body. */
const BEGINNINGS = [
  head('POST', calls.messageReceivedSms.path, { ...JSON_BODY, authorization: `Bearer ${INVENTED}` }),
  head('POST', calls.messageReceivedSms.path, { ...JSON_BODY, authorization: 'Bearer 7' }),
  head('POST', SOURCE, JSON_BODY),
  head('POST', calls.login.path, JSON_BODY),
  head('POST', calls.login.path, { ...JSON_BODY, cookie: `textprobe=${'a'.repeat(43)}` }),
  head('POST', '/nowhere', JSON_BODY),
].map((text) => `${text}{`);

const IDLERS = { from: ATTACKER, sockets: IDLE, beginnings: [head('GET', '/api/csrf', {})], more: '' };

function head(method: string, path: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n');
}

function receipt(): Promise<{ status: number }> {
  return send('127.0.0.3', 'POST', '/api/gateways/999/status', SIGNATURE, 'MessageSid=SM1');
}

function newBrowser(): Promise<{ status: number }> {
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  return send(
    '127.0.0.3',
    'POST',
    calls.login.path,
    type,
    new URLSearchParams({ username: 'admin', password: ADMIN_PASSWORD }).toString(),
  );
}

/** Over a separate connection, from a given address. */
function send(
  from: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): Promise<{ status: number }> {
  return new Promise((resolve, reject) => {
    const asked = request(
      new URL(path, world.program.place),
      { method, headers, localAddress: from, agent: false },
      (answer) => {
        answer.resume();
        answer.once('end', () => resolve({ status: answer.statusCode ?? 0 }));
        answer.once('error', reject);
      },
    );
    asked.once('error', reject);
    asked.setTimeout(PATIENCE_MS, () =>
      asked.destroy(new Error(`${path} was not answered in ${PATIENCE_MS} ms`)),
    );
    asked.end(body);
  });
}

/** The result of repeated requests. p95 in milliseconds. */
async function ask(one: () => Promise<{ status: number }>, times = ASKED) {
  const statuses = new Set<number>();
  const took: number[] = [];
  for (let nth = 0; nth < times; nth += 1) {
    const askedAt = performance.now();
    const { status } = await one();
    took.push(performance.now() - askedAt);
    statuses.add(status);
  }
  took.sort((a, b) => a - b);
  return { statuses, p95: Math.round(took[Math.floor(took.length * 0.95)] ?? 0) };
}

/** The smallest static file. */
async function smallFile(): Promise<string> {
  const page = await (await fetch(world.program.place)).text();
  const icon = /href="(\/[^"]+\.(?:svg|png|ico|webmanifest))"/.exec(page)?.[1];
  if (icon === undefined) throw new Error('the page of the console names no file: has it been built?');
  return icon;
}

/** For the page in docs/evidence.md. */
function report(line: string): void {
  process.stdout.write(`${line}\n`);
  if (process.env.FUZZ_REPORT) appendFileSync(process.env.FUZZ_REPORT, `${line}\n`);
}
