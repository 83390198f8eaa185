/** What one account may hold over all its sessions, so that it does not keep others waiting. */
import { calls } from '@textprobe/contract/calls';
import type { Role } from '@textprobe/domain/roles';
import { picture } from '@textprobe/media/testing/sample-files';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashPassword } from '../auth/passwords.ts';
import { formOf, MMS_PAYLOAD } from '../testing/forms.ts';
import { makeMessage, makeTest } from '../testing/messages.ts';
import { PAYLOAD } from '../testing/payload.ts';
import { logInAs } from '../testing/scope-sides.ts';
import type { TestClient } from '../testing/test-client.ts';
import {
  ECHO_PATH,
  fillDirectory,
  PASSWORD,
  startTestServer,
  type TestServer,
} from '../testing/test-server.ts';

const passwordHash = await hashPassword(PASSWORD);
/** Calls get three quarters of it, one session a quarter of that and one account half. */
const PLACES = 128;
const OF_SESSION = 24;
const OF_ACCOUNT = 48;

let server: TestServer;
let registry: Registry;
/** What is held ends with this. */
let held: PromiseWithResolvers<void>;
/** Whose reports were begun, in order. */
let rendered: string[];
/** How many links are being fetched. */
let fetching: number;
/** The files that were opened, in order; each waits for the end of what is held. */
let opened: string[] | null;
beforeEach(async () => {
  held = Promise.withResolvers<void>();
  rendered = [];
  fetching = 0;
  opened = null;
  registry = new Registry();
  server = await startTestServer({
    limits: { requestsInFlight: PLACES },
    metrics: { registry, token: null },
    reports: {
      async render(load) {
        const { by } = (await load()).head.generated;
        rendered.push(by);
        if (by === 'vera') await held.promise;
        return new Uint8Array();
      },
      close: async () => undefined,
    },
    async fetchLink() {
      fetching += 1;
      await held.promise;
      throw new Error('not reached');
    },
    watchStorage: (storage) => ({
      ...storage,
      async open(...asked) {
        opened?.push(asked[0]);
        if (opened !== null) await held.promise;
        return storage.open(...asked);
      },
    }),
  });
  await fillDirectory(server.db);
});
afterEach(async () => {
  held.resolve();
  await server.close();
});

const account = (username: string, role: Role) =>
  logInAs(server, { username, role, partnerIds: null, passwordHash });

async function anotherSession(username: string): Promise<TestClient> {
  const client = server.visitor();
  expect((await client.login(username, PASSWORD)).status).toBe(200);
  return client;
}

test('CALL-13 24 reports of one account delay no report of another one, and more of its own are refused with 503', async () => {
  const { testId } = await makeTest(server.db, server.clock.now());
  const sessions = [await account('vera', 'viewer'), await anotherSession('vera')];
  const other = await account('otto', 'viewer');
  const report = (client: TestClient) =>
    client.send('GET', calls.generatePdf.path, { query: { id: testId } });
  const flood = Array.from({ length: 24 }, (_, nth) => report(sessions[nth % 2] as TestClient));
  // The first that is answered: all others wait.
  const refused = await Promise.any(flood);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await refused.json()).toMatchObject({ code: 'report.busy' });
  expect((await report(other)).status).toBe(200);
  expect((await report(other)).status).toBe(200);
  await expect.poll(() => rendered.toSorted()).toEqual(['otto', 'otto', 'vera']);
  held.resolve();
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(21);
});

test('CALL-15 a queued report leaves its place to another when its client disconnects', async () => {
  const vera = await account('vera', 'viewer');
  const url = new URL(calls.generateFilteredPdf.path, server.address);
  const leaving = new AbortController();
  const ask = (signal?: AbortSignal) =>
    fetch(url, { headers: { cookie: vera.cookieHeader() }, ...(signal && { signal }) });
  const first = ask();
  await expect.poll(() => rendered).toHaveLength(1);
  const leave = Array.from({ length: 22 }, () => ask(leaving.signal));
  let refused = 0;
  for (const one of leave) one.then(({ status }) => (refused += status === 503 ? 1 : 0), ignore);
  // The queue is full.
  await expect.poll(() => refused).toBe(2);
  leaving.abort();
  await expect.poll(inFlight).toBe(1);
  const next = ask();
  held.resolve();
  expect([(await first).status, (await next).status]).toEqual([200, 200]);
  expect(rendered).toEqual(['vera', 'vera']);
});

test('GUARD-1 an account with five sessions gets half of the calls; those of another account are answered at once', async () => {
  const sessions = [await account('vera', 'operator')];
  while (sessions.length < 5) sessions.push(await anotherSession('vera'));
  const other = await account('otto', 'viewer');
  const body = { ...PAYLOAD, messageType: 'MMS', mediaURLs: { media: ['https://slow.example/cat.png'] } };
  const tokens = await Promise.all(sessions.map((one) => one.csrfToken()));
  // A report by session proves it a second time.
  for (const one of sessions) expect((await one.send('POST', ECHO_PATH, { body: 'x' })).status).toBe(404);
  const answers: Promise<Response>[] = [];
  for (const [nth, one] of sessions.entries()) {
    for (let asked = 0; asked < OF_SESSION; asked += 1)
      answers.push(one.send('POST', calls.createTest.path, { body, token: tokens[nth] ?? null }));
  }
  let refused = 0;
  for (const answer of answers) void answer.then(({ status }) => (refused += status === 429 ? 1 : 0));
  await expect.poll(() => [fetching, refused]).toEqual([OF_ACCOUNT, 5 * OF_SESSION - OF_ACCOUNT]);
  expect((await other.send('GET', calls.listTests.path)).status).toBe(200);
  expect(await sessions[0]?.refusal(calls.listTests)).toBe('429 rate.limited');
  held.resolve();
  await Promise.all(answers);
  await sessions[0]?.call(calls.listTests);
});

test('GUARD-1 thumbnails are created for accounts in turn', async () => {
  const vera = await account('vera', 'operator');
  const otto = await account('otto', 'viewer');
  const pictures = await Promise.all([1, 2, 3, 4, 5].map((width) => picture('png', 300 + width, 200)));
  const files = pictures.map((one, nth) => [one, `${nth}.png`] as const);
  const made = await vera.call(calls.createTest, { body: formOf(MMS_PAYLOAD, files) });
  const keys = new Map(
    (await server.db.selectFrom('media_files').select(['id', 'storage_key']).execute()).map((row) => [
      row.storage_key,
      made.mediaURLs.media.findIndex((url) => url.endsWith(row.id)),
    ]),
  );
  opened = [];
  const ask = (client: TestClient, nth: number) =>
    client.send('GET', `${made.mediaURLs.media[nth]}/thumbnail`);
  const flood = [0, 1, 2, 3].map((nth) => ask(vera, nth));
  await expect.poll(() => opened).toHaveLength(1);
  const single = ask(otto, 4);
  await expect.poll(inFlight).toBe(5);
  held.resolve();
  expect((await single).status).toBe(200);
  await Promise.all(flood);
  expect((opened ?? []).map((key) => keys.get(key)).indexOf(4)).toBeLessThan(3);
});

test('GUARD-1 24 exports of one account that wait for the database leave connections to all other calls', async () => {
  const vera = await account('vera', 'viewer');
  const otto = await account('otto', 'viewer');
  const at = server.clock.now();
  await makeMessage(server.db, { ...(await makeTest(server.db, at)), at }, 'received');
  const locked = Promise.withResolvers<void>();
  const lock = server.db.transaction().execute(async (tx) => {
    await sql`lock table messages`.execute(tx);
    locked.resolve();
    await held.promise;
  });
  await locked.promise;
  const leaving = new AbortController();
  const url = new URL(calls.exportLogs.path, server.address);
  const headers = { cookie: vera.cookieHeader(), 'accept-encoding': 'identity' };
  const flood = Array.from({ length: 24 }, () => fetch(url, { headers, signal: leaving.signal }));
  const statuses: number[] = [];
  for (const one of flood) one.then(({ status }) => statuses.push(status), ignore);
  await expect.poll(() => statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 429, 429]);
  await otto.call(calls.partners);
  await vera.call(calls.partners);
  leaving.abort();
  held.resolve();
  await lock;
  await expect.poll(inFlight).toBe(0);
  const next = await vera.send('GET', calls.exportLogs.path);
  expect((await next.text()).split('\r\n')).toHaveLength(3);
});

const ignore = () => undefined;

async function inFlight(): Promise<number> {
  return Number(/^textprobe_http_requests_in_flight (\d+)$/m.exec(await registry.metrics())?.[1]);
}
