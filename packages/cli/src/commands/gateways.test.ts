/**
 * Gateways added over HTTP: a console and two workers that start without any, over one PostgreSQL, with a lab as the carrier.
 * Each is a process.
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Call } from '@textprobe/contract/call';
import { calls } from '@textprobe/contract/calls';
import { createTestDatabase, type TestDatabase } from '@textprobe/database/testing/test-database';
import {
  PROGRAM_TEST_MS,
  type Program,
  runProgram,
  startProgram,
} from '@textprobe/domain/testing/child-program';
import { at } from '@textprobe/server/testing/test-client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Console, hasEnded, openConsole } from '../testing/console.ts';
import { type DataSite, makeDataSite } from '../testing/data-site.ts';

vi.setConfig({ testTimeout: PROGRAM_TEST_MS, hookTimeout: PROGRAM_TEST_MS });

const EXAMPLE = fileURLToPath(new URL('../../examples/directory.csv', import.meta.url));
const KEY = Buffer.alloc(32, 9).toString('base64');
const NEW_KEY = Buffer.alloc(32, 10).toString('base64');
/** The lab's password. */
const PASSWORD = 'lab';

let site: DataSite;
let database: TestDatabase;
let settings: Record<string, string>;
let serving: Program;
let lab: Program;
let console_: Console;
let gatewayId: number;
const workers: Program[] = [];

/** The call for the added gateway. */
const ofGateway = <C extends Call>(call: C): C => at(call, gatewayId);

beforeAll(async () => {
  site = await makeDataSite();
  database = await createTestDatabase();
  settings = {
    DATABASE_URL: database.url,
    DATA_DIR: site.path('unused'),
    GATEWAYS: 'database',
    LAB_SCENARIO: 'perfect',
    ADMIN_PASSWORD: 'correct horse battery',
    SECRETS_KEY: KEY,
    LOG_LEVEL: 'debug',
  };
  expect(await runProgram(['import', EXAMPLE], { settings })).toMatchObject({ code: 0 });
  serving = await startProgram(['serve'], { settings });
  console_ = await openConsole(serving.place, 'correct horse battery');
  const handsets = [];
  for (const { id, phoneNumber, carrier } of await console_.phones()) {
    const { key } = await console_.client.call(calls.createHandsetKey, { body: { phoneId: id } });
    handsets.push({ phoneNumber, carrier, key });
  }
  await writeFile(site.path('handsets.json'), JSON.stringify(handsets));
  const args = ['lab', '--port', '0', '--handsets', site.path('handsets.json'), '--target', serving.place];
  lab = await startProgram(args, { settings });
  workers.push(await startProgram(['work'], { settings }), await startProgram(['work'], { settings }));
});
afterAll(async () => {
  console_?.leave();
  await Promise.all([serving, lab, ...workers].map((program) => program?.end()));
  await database?.drop();
  await site?.remove();
});

const labSettings = (more: object = {}) => ({
  host: '127.0.0.1',
  port: Number(lab.place.split(':')[1]),
  systemId: 'textprobe',
  ...more,
});

/** To every phone from every office. */
async function send(): Promise<{ testId: number; messages: number }> {
  const officeIDs = (await console_.offices()).map(({ id }) => id);
  const phoneIDs = (await console_.phones()).map(({ id }) => id);
  return {
    testId: await console_.createTest({ officeIDs, phoneIDs }),
    messages: officeIDs.length * phoneIDs.length,
  };
}

/** A message to a phone with receipt evidence ends with its receipt; the handset's report comes a moment later. */
async function seeItEnd({ testId, messages }: { testId: number; messages: number }): Promise<void> {
  const { test, testLogs } = await console_.reportWhen(
    testId,
    (report) =>
      hasEnded(report) &&
      report.testLogs.every(({ testActivityStatus }) => testActivityStatus === 'RECEIVED'),
  );
  expect(test.executionStatus).toBe('DELIVERED');
  expect(testLogs).toHaveLength(messages);
}

const sendAndSeeItEnd = async () => seeItEnd(await send());

it('ACCT-9 a connection test does not reach this machine, and open ports look like closed ones', async () => {
  const tried = (host: string, port: number) =>
    console_.client.call(calls.testNewGateway, {
      body: { kind: 'smpp', settings: labSettings({ host, port, password: PASSWORD }) },
    });
  const { port } = labSettings();
  const own = Number(new URL(serving.place).port);
  for (const host of ['127.0.0.1', 'localhost', '::ffff:127.0.0.1', '0.0.0.0', '169.254.169.254']) {
    const found = [await tried(host, port), await tried(host, own), await tried(host, 1)];
    const words = `${host} is this server itself or a special address, which the test does not connect to. Enter the host of the carrier.`;
    expect(found).toEqual([1, 2, 3].map(() => ({ ok: false, words, tookMs: 0 })));
  }
});

it('messages wait for an unreachable carrier, prevent the removal of its gateway, and are sent once it is fixed', async () => {
  const { client } = console_;
  const away = { name: 'acme', isDefault: true, settings: labSettings({ port: 1, password: PASSWORD }) };
  ({ id: gatewayId } = await client.call(calls.createGateway, { body: { kind: 'smpp', ...away } }));
  await Promise.all(workers.map((worker) => worker.said(/No connection to 127\.0\.0\.1:1.*ECONNREFUSED/u)));
  const sent = await send();
  await console_.reportWhen(sent.testId, ({ testLogs }) => testLogs.length === sent.messages);
  expect(await client.problem(ofGateway(calls.deleteGateway))).toMatchObject({
    code: 'gateway.in-use',
    detail: `The gateway is in use: ${sent.messages} messages wait to be sent over it.`,
  });
  const mended = { name: 'acme', settings: labSettings({ password: PASSWORD }) };
  await client.call(ofGateway(calls.updateGateway), { body: mended });
  await seeItEnd(sent);
});

it('every worker reopens a changed gateway with all its connections, and sends a test over it', async () => {
  const { client } = console_;
  const body = {
    name: 'acme pairs',
    isDefault: true,
    settings: labSettings({ password: PASSWORD, bind: 'pair', binds: 2 }),
  };
  await client.call(ofGateway(calls.updateGateway), { body });
  await Promise.all(workers.map((worker) => worker.said(/"gateway":"acme pairs".*gateway opened/u)));
  await sendAndSeeItEnd();
});

it('every worker reopens a gateway changed with messages in flight, and none is lost or sent twice', async () => {
  const { client } = console_;
  const running = [sendAndSeeItEnd(), sendAndSeeItEnd()];
  const changed = await client.call(ofGateway(calls.updateGateway), {
    body: { name: 'acme 2', settings: labSettings({ binds: 3, window: 5 }) },
  });
  expect(changed).toMatchObject({ isDefault: true, secrets: [{ name: 'password' }] });
  await Promise.all(workers.map((worker) => worker.said(/"gateway":"acme 2".*gateway opened/u)));
  await Promise.all(running);
  await sendAndSeeItEnd();
  const twice = await database.db
    .selectFrom('submission_parts')
    .select('message_id')
    .groupBy(['message_id', 'part'])
    .having(({ fn }) => fn.countAll(), '>', 1)
    .execute();
  expect(twice).toEqual([]);
});

it('Promise 4: a worker without its key says so, sends nothing, and continues once it has the key again', async () => {
  const [first, second] = workers.splice(0);
  await Promise.all([first?.end(), second?.end()]);
  const lost = await startProgram(['work'], { settings: { ...settings, SECRETS_KEY: NEW_KEY } });
  await lost.said(
    /"reason":"The secret of gateway \d+ password was encrypted with another key.*cannot open a gateway/u,
  );
  await lost.end();
  const both = { ...settings, SECRETS_KEY: NEW_KEY, SECRETS_OLD_KEYS: KEY };
  workers.push(await startProgram(['work'], { settings: both }));
  await sendAndSeeItEnd();
});

it('secrets can be re-encrypted while the program runs, and the old key is then useless', async () => {
  const both = { ...settings, SECRETS_KEY: NEW_KEY, SECRETS_OLD_KEYS: KEY };
  const rekeyed = await runProgram(['secrets', 'rekey'], { settings: both });
  expect(rekeyed, rekeyed.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining('1 secret') });
  expect(await runProgram(['secrets', 'rekey'], { settings: both })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('0 secrets'),
  });
  const failed = await runProgram(['secrets', 'rekey'], { settings });
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('encrypted with another key') });
  workers.push(await startProgram(['work'], { settings: { ...settings, SECRETS_KEY: NEW_KEY } }));
  await sendAndSeeItEnd();
});

it('a gateway without waiting messages can be removed, and every worker closes it', async () => {
  const { status } = await console_.client.call(ofGateway(calls.deleteGateway));
  expect(status).toBe(204);
  await Promise.all(workers.map((worker) => worker.said(/gateway removed/u)));
});

it('CALL-22 no process wrote a password or a key to its log', () => {
  const logs = [serving, lab, ...workers].map(({ output }) => output.stdout + output.stderr).join('\n');
  expect(logs.length).toBeGreaterThan(10_000);
  for (const secret of [KEY, NEW_KEY, 'wrong-4417', '"password":"lab"']) expect(logs).not.toContain(secret);
});
