/** Duplicate writes with one Idempotency-Key over HTTP: concurrent, later, in several processes, and after failures. */
import { calls } from '@textprobe/contract/calls';
import { createAccount } from '@textprobe/database/accounts/accounts';
import { picture } from '@textprobe/media/testing/sample-files';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { hashPassword } from '../auth/passwords.ts';
import { formOf, MMS_PAYLOAD } from '../testing/forms.ts';
import { PAYLOAD } from '../testing/payload.ts';
import { at, createTestClient, type Sent, type TestClient } from '../testing/test-client.ts';
import { openTestServer, PASSWORD, startTestServer } from '../testing/test-server.ts';
import { sweepEnded } from '../upkeep/housekeeping.ts';
import { RESPONSE_RETENTION_MS } from './idempotency.ts';

const { createTest, updateTest, deleteTest, createHandsetKey, deleteHandsetKey } = calls;

/** Set by a test: what the engine's API does before it schedules. */
let beforeScheduling: () => Promise<void> = async () => undefined;
const opened = await openTestServer();
const { server } = opened;
let { client } = opened;
const { scheduleTest } = server.engineApi;
const engineApi = {
  ...server.engineApi,
  async scheduleTest(...asked: Parameters<typeof scheduleTest>) {
    await beforeScheduling();
    return scheduleTest(...asked);
  },
};
const second = await startTestServer({ db: server.db, clock: server.clock, engineApi });
afterAll(() => second.close());
beforeEach(async () => {
  await server.db.deleteFrom('tests').execute();
  await server.db.deleteFrom('idempotency_keys').execute();
});
afterEach(() => {
  beforeScheduling = async () => undefined;
});

/** The same session in another process, whose engine API the test holds. */
function elsewhere(): TestClient {
  const other = createTestClient(second.address);
  for (const [name, value] of client.cookies) other.cookies.set(name, value);
  return other;
}

function keyed(key: string, body: unknown = PAYLOAD): Sent {
  return { body, headers: { 'idempotency-key': key } };
}

async function countTests(): Promise<number> {
  return (await server.db.selectFrom('tests').select('id').execute()).length;
}

async function replayOf(sender: TestClient, sent: Sent) {
  const response = await sender.send('POST', createTest.path, sent);
  const replayed = response.headers.get('idempotency-replayed');
  return { status: response.status, replayed, body: await response.text() };
}

test('the same key and body create one test, and the second answer equals the first byte for byte', async () => {
  const first = await replayOf(client, keyed('a'));
  expect(first).toMatchObject({ status: 201, replayed: null });
  expect(await replayOf(client, keyed('a'))).toEqual({ ...first, replayed: 'true' });
  expect(await countTests()).toBe(1);
  expect(server.publishedTestIds.filter((id) => id === JSON.parse(first.body).testId)).toHaveLength(1);
});

test('the same content as a form of any kind is the same request', async () => {
  const first = await replayOf(client, keyed('a'));
  for (const content of [JSON.stringify(PAYLOAD), new Blob([JSON.stringify(PAYLOAD)])]) {
    const form = new FormData();
    form.append('content', content as string);
    expect(await replayOf(client, keyed('a', form))).toEqual({ ...first, replayed: 'true' });
  }
});

test('the files of a form are part of the request; those of a duplicate are not stored twice', async () => {
  const cat = await picture('png', 12, 8);
  const dog = await picture('png', 8, 12);
  const asked = (file: Buffer) => keyed('a', formOf(MMS_PAYLOAD, [[file, 'pet.png', 'file0']]));
  const first = await replayOf(client, asked(cat));
  expect(first).toMatchObject({ status: 201, replayed: null });
  // Each form has a boundary of its own.
  expect(await replayOf(client, asked(cat))).toEqual({ ...first, replayed: 'true' });
  expect(await client.refusal(createTest, asked(dog))).toBe('422 idempotency.mismatch');
  expect(await server.storedFiles()).toHaveLength(1);
  expect(await countTests()).toBe(1);
});

test('without a key, or with different keys, each request creates a test', async () => {
  await client.call(createTest, { body: PAYLOAD });
  await client.call(createTest, { body: PAYLOAD });
  await client.call(createTest, keyed('a'));
  await client.call(createTest, keyed('b'));
  expect(await countTests()).toBe(4);
});

test('a double click in two processes creates one test; the others get its answer, or a 409 while it is in flight', async () => {
  const clients = [client, elsewhere(), client, elsewhere(), client, elsewhere()];
  const answers = await Promise.all(clients.map((sender) => replayOf(sender, keyed('a'))));
  expect(answers.filter(({ status, replayed }) => status === 201 && replayed === null)).toHaveLength(1);
  for (const { status } of answers) expect([201, 409]).toContain(status);
  const ids = answers.flatMap(({ status, body }) => (status === 201 ? [JSON.parse(body).testId] : []));
  expect(new Set(ids).size).toBe(1);
  expect(await countTests()).toBe(1);
});

test('while the first is in flight the second is 409 with Retry-After, in any process', async () => {
  const reached = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  beforeScheduling = () => {
    reached.resolve();
    return held.promise;
  };
  const first = replayOf(elsewhere(), keyed('a'));
  await reached.promise;
  const refused = await client.send('POST', createTest.path, keyed('a'));
  expect(refused.status).toBe(409);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(await refused.json()).toMatchObject({ code: 'idempotency.in-flight' });
  // Another key does not wait.
  await client.call(createTest, keyed('b'));
  held.resolve();
  expect(await replayOf(client, keyed('a')).then(() => first)).toMatchObject({ status: 201, replayed: null });
  expect(await countTests()).toBe(2);
});

test('the same key with another body, or for another call, is 422', async () => {
  const { testId } = await client.call(createTest, keyed('a'));
  const mismatch = { status: 422, code: 'idempotency.mismatch' };
  expect(await client.problem(createTest, keyed('a', { ...PAYLOAD, messageBody: 'Other' }))).toMatchObject(
    mismatch,
  );
  expect(await client.problem(updateTest, keyed('a', { ...PAYLOAD, testId }))).toMatchObject(mismatch);
  const headers = { 'idempotency-key': 'b' };
  const { testId: doomed } = await client.call(createTest, { body: PAYLOAD });
  await client.call(deleteTest, { query: { testId: doomed }, headers });
  expect(await client.problem(deleteTest, { query: { testId }, headers })).toMatchObject(mismatch);
  expect(await countTests()).toBe(1);
});

test('two accounts may use the same key', async () => {
  const account = {
    username: 'second',
    role: 'operator' as const,
    passwordHash: await hashPassword(PASSWORD),
  };
  await createAccount(server.db, { ...account, createdAt: server.clock.now() });
  const other = server.visitor();
  await other.login('second', PASSWORD);
  await client.call(createTest, keyed('a'));
  expect(await replayOf(other, keyed('a', { ...PAYLOAD, messageBody: 'Mine' }))).toMatchObject({
    status: 201,
    replayed: null,
  });
});

test('a refusal is not stored: the key may be used for the corrected request', async () => {
  expect(await client.refusal(createTest, keyed('a', { ...PAYLOAD, phoneIDs: [] }))).toBe(
    '422 recipients.none',
  );
  await client.call(createTest, keyed('a'));
  expect(await countTests()).toBe(1);
});

test('a failure halfway leaves neither test nor answer, and the same request may be retried', async () => {
  beforeScheduling = () => Promise.reject(new Error('broken'));
  expect(await elsewhere().problem(createTest, keyed('a'))).toMatchObject({ status: 500 });
  beforeScheduling = async () => undefined;
  expect(await replayOf(elsewhere(), keyed('a'))).toMatchObject({ status: 201, replayed: null });
  expect(await countTests()).toBe(1);
});

test('a process that loses its database halfway leaves neither, and releases the key', async () => {
  beforeScheduling = async () => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`.execute(server.db);
  };
  expect(await elsewhere().refusal(createTest, keyed('a'))).toBe('503 database.unavailable');
  expect(await countTests()).toBe(0);
  expect(await replayOf(client, keyed('a'))).toMatchObject({ status: 201, replayed: null });
});

test('replays an update even when its test has begun since, and a delete when its test is gone', async () => {
  const { testId } = await client.call(createTest, { body: PAYLOAD });
  const change = keyed('a', { ...PAYLOAD, testId, messageBody: 'Changed' });
  const changed = await client.call(updateTest, change);
  await server.db.updateTable('tests').set({ execution_status: 'EXECUTING' }).execute();
  expect(await client.call(updateTest, change)).toEqual(changed);
  await server.db.updateTable('tests').set({ execution_status: 'UNEXECUTED' }).execute();
  const headers = { 'idempotency-key': 'b' };
  for (const replayed of [null, 'true']) {
    const response = await client.call(deleteTest, { query: { testId }, headers });
    expect(response.headers.get('idempotency-replayed')).toBe(replayed);
    expect(await response.text()).toBe('');
  }
});

test('a replayed response shows the handset key again, and the table does not contain it', async () => {
  const asked = keyed('a', { phoneId: 1 });
  const made = await client.call(createHandsetKey, asked);
  expect(await client.call(createHandsetKey, asked)).toEqual(made);
  const rows = await server.db.selectFrom('idempotency_keys').selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(rows[0]?.answer.toString('latin1')).not.toContain(made.key);
  const headers = { 'idempotency-key': 'b' };
  for (let times = 0; times < 2; times += 1) await client.call(at(deleteHandsetKey, made.id), { headers });
});

test.each([
  ['empty', ''],
  ['longer than 255 characters', 'k'.repeat(256)],
  ['with a space', 'a b'],
  ['beyond ASCII', 'clé'],
])('a key that is %s is 400', async (_kind, key) => {
  expect(await client.refusal(createTest, keyed(key))).toBe('400 idempotency.key');
  expect(await countTests()).toBe(0);
});

test('accepts a key of 255 characters', async () => {
  await client.call(createTest, keyed('~'.repeat(255)));
});

test('the key expires after a day, whether its answer was swept or not', async () => {
  await client.call(createTest, keyed('a'));
  await server.clock.advance(RESPONSE_RETENTION_MS - 1);
  client = await server.operator();
  expect(await replayOf(client, keyed('a'))).toMatchObject({ replayed: 'true' });
  await server.clock.advance(1);
  expect(await replayOf(client, keyed('a'))).toMatchObject({ status: 201, replayed: null });
  expect(await replayOf(client, keyed('a'))).toMatchObject({ replayed: 'true' });
  await server.clock.advance(RESPONSE_RETENTION_MS);
  await sweepEnded(server);
  expect(await server.db.selectFrom('idempotency_keys').selectAll().execute()).toEqual([]);
  client = await server.operator();
});

test('DIR-2 the same key with another id, query or If-Match is another request', async () => {
  const { createPartner, retirePartner, replacePartner } = calls;
  const add = async (name: string) => client.call(createPartner, { body: { name, limitPerDay: null } });
  const [first, other] = [await add('Keyed'), await add('Keyed too')];
  const retire = (id: number) => at(retirePartner, id);
  const headers = { 'idempotency-key': 'retire' };
  expect((await client.call(retire(first.id), { headers })).retired).toBe(true);
  expect(await client.refusal(retire(other.id), { headers })).toBe('422 idempotency.mismatch');

  const { path } = at(replacePartner, other.id);
  const tag = (await client.send('GET', path)).headers.get('etag') ?? '';
  const body = { name: 'Keyed again', limitPerDay: null };
  const replace = (ifMatch: string, key: string) =>
    client.send('PUT', path, { body, headers: { 'if-match': ifMatch, 'idempotency-key': key } });
  expect((await replace('"stale"', 'stale')).status).toBe(412);
  expect((await replace(tag, 'fresh')).status).toBe(200);
  expect((await replace('"stale"', 'fresh')).status).toBe(422);

  const made = await replayOf(client, keyed('query'));
  const { testId } = JSON.parse(made.body) as { testId: number };
  const remove = (id: number) => ({ query: { testId: id }, headers: { 'idempotency-key': 'delete' } });
  await client.call(deleteTest, remove(testId));
  expect(await client.refusal(deleteTest, remove(testId + 1))).toBe('422 idempotency.mismatch');
});
