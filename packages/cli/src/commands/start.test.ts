/** `textprobe start` from the user's view: first start, a message's path, shutdown, second start. */
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { calls } from '@textprobe/contract/calls';
import {
  PROGRAM_TEST_MS,
  type Program,
  runProgram,
  startProgram,
} from '@textprobe/domain/testing/child-program';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { hasEnded, openConsole } from '../testing/console.ts';
import { type DataSite, makeDataSite } from '../testing/data-site.ts';

vi.setConfig({ testTimeout: PROGRAM_TEST_MS });

const PASSWORD = /Log in as admin with the password (?<password>\S+)/u;

let site: DataSite;
let dataDir: string;
let password: string;
const programs: Program[] = [];

beforeAll(async () => {
  site = await makeDataSite();
  dataDir = site.path('data');
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.end()));
  await site.remove(dataDir);
});

const settings = (more: Record<string, string> = {}) => ({
  DATA_DIR: dataDir,
  LAB_SCENARIO: 'perfect',
  // Nothing here waits for it, and a slow machine must not reach it.
  CONFIRMATION_DEADLINE: '10m',
  ...more,
});

async function start(): Promise<Program> {
  const program = await startProgram(['start'], { settings: settings() });
  programs.push(program);
  return program;
}

/** The running program. */
function running(): Program {
  const program = programs[0];
  if (program === undefined) throw new Error('it did not start');
  return program;
}

it('reports a used port by setting and number, and leaves neither a process nor an unprinted password', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  const { code, stdout, stderr } = await runProgram(['start'], {
    settings: settings({ PORT: String(port) }),
  });
  other.close();
  expect(stderr).toContain(
    `textprobe: Port ${port} on 127.0.0.1 is in use by another program. Set PORT to another port, or to 0 for any free one.`,
  );
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(await site.postgresOf(dataDir)).toBeNull();
  expect(existsSync(path.join(dataDir, 'admin-password.txt'))).toBe(false);
});

it('prints the address and, once, the first password, which is stored in a file readable only by its owner', async () => {
  const program = await start();
  const { stdout } = program.output;
  expect(stdout).toMatch(/^ {2}Textprobe is ready at http:\/\/127\.0\.0\.1:\d+$/mu);
  password = PASSWORD.exec(stdout)?.groups?.password ?? '';
  expect(password.length).toBeGreaterThan(15);
  const file = path.join(dataDir, 'admin-password.txt');
  expect(stdout).toContain(`It is shown only once; it is also stored in ${file}`);
  expect(await readFile(file, 'utf8')).toBe(`${password}\n`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(program.output.stderr).not.toContain(password);
  const ready = await fetch(new URL(calls.healthReady.path, program.place));
  expect(ready.status).toBe(200);
});

it('loads a demo directory of three partners and nine phones over three carriers', async () => {
  const console = await openConsole(running().place, password);
  const partners = await console.client.call(calls.partners);
  const phones = await console.phones();
  console.leave();
  expect(partners).toHaveLength(3);
  expect(phones).toHaveLength(9);
  expect(new Set(phones.map(({ carrier }) => carrier))).toEqual(new Set(['AT&T', 'Verizon', 'T-Mobile']));
});

it('sends a test for two offices and three phones over SMPP and gets a report from every handset', async () => {
  const console = await openConsole(running().place, password);
  const offices = (await console.offices()).slice(0, 2);
  const phones = (await console.phones()).slice(0, 3);
  const began = Date.now();
  const testId = await console.createTest({
    officeIDs: offices.map(({ id }) => id),
    phoneIDs: phones.map(({ id }) => id),
  });
  const created = Date.now();
  // A handset may report before the receipt arrives: a final message still records the receipt.
  const report = await console.reportWhen(
    testId,
    (report) => hasEnded(report) && report.testLogs.every(({ receipt }) => receipt.state !== 'none'),
  );
  console.leave();
  expect(report.test.executionStatus).toBe('DELIVERED');
  expect(report.testLogs).toHaveLength(6);
  for (const log of report.testLogs) {
    expect(log).toMatchObject({
      testActivityStatus: 'RECEIVED',
      verdict: 'confirmed',
      submission: { outcome: 'accepted', gateway: 'carrier lab' },
      receipt: { state: 'delivered' },
      reception: { text: log.sent.text, comparison: 'intact' },
    });
  }
  const submitted = report.testLogs.map(({ submission }) => Date.parse(submission.at ?? ''));
  const first = Math.min(...submitted);
  // The 201 may be read after the engine has started.
  process.stdout.write(
    `create → 201 ${created - began} ms, create → first submit_sm ${first - began} ms, 201 → ${first - created} ms\n`,
  );
  expect(first).toBeGreaterThanOrEqual(began);
});

it('refuses a second start on the same DATA_DIR and names its holder', async () => {
  const program = running();
  const second = await runProgram(['start'], { settings: settings() });
  expect(second).toMatchObject({ code: 1, stdout: '' });
  expect(second.stderr).toMatch(
    new RegExp(
      `^textprobe: DATA_DIR ${dataDir} is in use by process ${program.pid} \\('textprobe start', since .* UTC, at ${program.place}\\)\\.`,
      'mu',
    ),
  );
  expect((await fetch(new URL(calls.healthReady.path, program.place))).status).toBe(200);
});

it('stops with PostgreSQL at SIGTERM, with exit code 0, while a browser receives live events', async () => {
  const program = running();
  const console = await openConsole(program.place ?? '', password);
  expect(await site.postgresOf(dataDir)).not.toBeNull();
  const end = await program.end('SIGTERM');
  console.leave();
  // A forced exit would have code 1.
  expect(end).toMatchObject({ code: 0, signal: null });
  expect(await site.postgresOf(dataDir)).toBeNull();
});

it('has nothing to set up at the second start, prints no password, and keeps its data', async () => {
  const program = await start();
  process.stdout.write(`second start: ready after ${program.readyAfterMs.toFixed(0)} ms\n`);
  // No step of the first start is repeated.
  expect(program.output.stderr).not.toMatch(/initdb|migrated|demo directory/u);
  expect(program.output.stdout).not.toMatch(/password/iu);
  const console = await openConsole(program.place, password);
  const tests = await console.client.call(calls.listTests);
  console.leave();
  expect(tests).toMatchObject([{ executionStatus: 'DELIVERED' }]);
  const end = await program.end('SIGINT');
  expect(end).toMatchObject({ code: 0, signal: null });
  expect(await site.postgresOf(dataDir)).toBeNull();
});
