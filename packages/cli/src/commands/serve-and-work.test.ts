/**
 * Scaling out: two consoles and two workers that start at once over an empty PostgreSQL, with a lab behind a gateways file. Each
 * is a process.
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { calls } from '@textprobe/contract/calls';
import { sqlTime } from '@textprobe/database/core/connection';
import { readLeader } from '@textprobe/database/leaders/lease';
import { createTestDatabase, type TestDatabase } from '@textprobe/database/testing/test-database';
import {
  PROGRAM_TEST_MS,
  type Program,
  runProgram,
  startProgram,
} from '@textprobe/domain/testing/child-program';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Console, hasEnded, openConsole } from '../testing/console.ts';
import { type DataSite, makeDataSite } from '../testing/data-site.ts';
import { writeGatewaysFile } from '../testing/input-files.ts';

vi.setConfig({ testTimeout: PROGRAM_TEST_MS });

const EXAMPLE = fileURLToPath(new URL('../../examples/directory.csv', import.meta.url));
const TOKEN = 'scrape-me-9917-please';
const PASSWORD = /Log in as admin with the password (?<password>\S+)/u;

let site: DataSite;
let database: TestDatabase;
let settings: Record<string, string>;
let password: string;
const programs: Program[] = [];
const consoles: Console[] = [];

beforeAll(async () => {
  site = await makeDataSite();
  database = await createTestDatabase({ empty: true });
  settings = {
    DATABASE_URL: database.url,
    DATA_DIR: site.path('unused'),
    GATEWAYS: site.path('gateways.json'),
    LAB_SCENARIO: 'perfect',
    METRICS_TOKEN: TOKEN,
    WORK_METRICS_PORT: '0',
  };
});
afterAll(async () => {
  for (const console of consoles) console.leave();
  await Promise.all(programs.map((program) => program.end()));
  await database.drop();
  await site.remove();
});

const METRICS_ADDRESS = /"address":"(?<address>[^"]+)","msg":"serving the metrics of this worker/u;

async function scrape(address: string): Promise<string> {
  const response = await fetch(address, { headers: { authorization: `Bearer ${TOKEN}` } });
  expect(response.status).toBe(200);
  return response.text();
}

async function start(...args: string[]): Promise<Program> {
  const program = await startProgram(args, { settings });
  programs.push(program);
  return program;
}

it('when two consoles and an import start at once on an empty database, one migrates and one prints a password', async () => {
  const [imported, ...serving] = await Promise.all([
    runProgram(['import', EXAMPLE], { settings }),
    start('serve'),
    start('serve'),
  ]);
  expect(imported, imported.stderr).toMatchObject({ code: 0 });
  const passwords = serving.flatMap(({ output }) => PASSWORD.exec(output.stdout)?.groups?.password ?? []);
  expect(passwords).toHaveLength(1);
  password = passwords[0] ?? '';
  for (const { place } of serving) consoles.push(await openConsole(place, password));
});

it('every test runs exactly once, whichever console created it, and both consoles follow it live', async () => {
  const [first, second] = consoles;
  if (first === undefined || second === undefined) throw new Error('the consoles did not start');
  const phones = await first.phones();
  const handsets = [];
  for (const { id, phoneNumber, carrier } of phones) {
    const { key } = await first.client.call(calls.createHandsetKey, { body: { phoneId: id } });
    handsets.push({ phoneNumber, carrier, key });
  }
  await writeFile(site.path('handsets.json'), JSON.stringify(handsets));
  const target = programs[0]?.place ?? '';
  const lab = await start('lab', '--port', '0', '--handsets', site.path('handsets.json'), '--target', target);
  await writeGatewaysFile(settings.GATEWAYS ?? '', Number(lab.place.split(':')[1]));
  await Promise.all([start('work'), start('work')]);
  await lab.said(/bound to the carrier lab.*bound to the carrier lab/su);

  const officeIDs = (await first.offices()).map(({ id }) => id);
  const phoneIDs = phones.map(({ id }) => id);
  const made = await Promise.all(
    [first, second, first, second, first, second].map((console) =>
      console.createTest({ officeIDs, phoneIDs }),
    ),
  );
  for (const testId of made) {
    const report = await second.reportWhen(testId, hasEnded);
    expect(report.test.executionStatus).toBe('DELIVERED');
    expect(new Set(report.testLogs.map(({ runId }) => runId)).size).toBe(1);
    const pairs = report.testLogs.map(({ officeID, phoneID }) => `${officeID} ${phoneID}`);
    expect(new Set(pairs).size).toBe(officeIDs.length * phoneIDs.length);
    expect(pairs).toHaveLength(officeIDs.length * phoneIDs.length);
    await first.reportWhen(testId, hasEnded);
  }
});

it('CALL-25 each worker serves its own counters on its own port, and all report the same backlog', async () => {
  const workers = programs.slice(-2);
  const addresses = workers.map(({ output }) => METRICS_ADDRESS.exec(output.stderr)?.groups?.address ?? '');
  const submitted = await database.db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  let sum = 0;
  for (const address of addresses) {
    const text = await scrape(address);
    sum += Number(/^textprobe_submissions_total\{.*outcome="accepted"\} (\d+)$/mu.exec(text)?.[1] ?? 0);
    expect(text).toMatch(/^textprobe_gateway_up\{.*\} 1$/mu);
    expect(text).toMatch(/^textprobe_messages_waiting 0$/mu);
  }
  expect(sum).toBe(submitted.count);
  const edge = await scrape(new URL(calls.metrics.path, programs[0]?.place).href);
  expect(edge).toMatch(/^textprobe_messages_waiting 0$/mu);
  expect(edge).not.toContain('textprobe_gateway_up{');
});

it('when one worker is killed, the other continues', async () => {
  const [first] = consoles;
  const worker = programs.at(-1);
  expect(await worker?.end('SIGKILL')).toMatchObject({ signal: 'SIGKILL' });
  const testId = await first?.createTest({
    officeIDs: [(await first.offices())[0]?.id ?? 0],
    phoneIDs: (await first.phones()).map(({ id }) => id),
  });
  expect((await first?.reportWhen(testId ?? 0, hasEnded))?.test.executionStatus).toBe('DELIVERED');
});

it('OPS-6 one of two consoles does the upkeep; when it is killed, the other takes over', async () => {
  const { db } = database;
  const leader = async () => {
    const { holder } = await readLeader(db, 'upkeep');
    return programs.find(({ pid }) => holder?.includes(`-${pid}-`));
  };
  const [first, second] = programs;
  const former = await leader();
  expect([first, second]).toContain(former);
  // The leader swept when it began to lead, and will again an hour later.
  const ended = sqlTime(0);
  await db
    .insertInto('login_attempts')
    .values({ key: 'ended', failures: 1, last_failure_at: ended, blocked_until: ended })
    .execute();
  await former?.end('SIGKILL');
  const successor = former === first ? second : first;
  await expect.poll(async () => (await leader())?.pid, { timeout: 30_000 }).toBe(successor?.pid);
  const left = db.selectFrom('login_attempts').select('key').where('key', '=', 'ended');
  await expect.poll(() => left.execute(), { timeout: 30_000 }).toEqual([]);
});

it('each exits with code 0 at SIGTERM', async () => {
  const ends = await Promise.all(programs.map((program) => program.end()));
  // A worker and a console were killed.
  expect(ends.filter(({ code }) => code === 0)).toHaveLength(3);
  expect(ends.filter(({ signal }) => signal === 'SIGKILL')).toHaveLength(2);
});
