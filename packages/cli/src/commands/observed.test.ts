/**
 * Observability of the whole program: metrics of all its work, and a log without secrets or private data, at debug level, over
 * carriers that lose, refuse and lie.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { calls } from '@textprobe/contract/calls';
import { listMessagesOfTest } from '@textprobe/database/message-log/message-log';
import { openMessageCodes } from '@textprobe/database/messages/message-codes';
import { ALL_PARTNERS } from '@textprobe/database/scope/scope';
import { createTestDatabase, type TestDatabase } from '@textprobe/database/testing/test-database';
import { PROGRAM_TEST_MS, type Program, startProgram } from '@textprobe/domain/testing/child-program';
import { passDeadlines } from '@textprobe/engine/testing/pass-deadlines';
import { createTestClient } from '@textprobe/server/testing/test-client';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Console, hasEnded, openConsole } from '../testing/console.ts';
import { type DataSite, makeDataSite } from '../testing/data-site.ts';

vi.setConfig({ testTimeout: PROGRAM_TEST_MS, hookTimeout: PROGRAM_TEST_MS });

const PASSWORD = 'correct-horse-8472';
const TOKEN = 'scrape-me-9917-please';
const BODY = 'very private words 5561 for {first_name}';
const authorization = `Bearer ${TOKEN}`;

let site: DataSite;
let database: TestDatabase;
let program: Program;
let console: Console;
/** What no log line may contain, by kind. */
const secrets = new Map<string, string>([
  ['the password', PASSWORD],
  ['the metrics token', TOKEN],
  ['the body of a message', 'very private words'],
]);
let refusedId: string | null;
let failedId: string | null;

beforeAll(async () => {
  site = await makeDataSite();
  database = await createTestDatabase();
  program = await startProgram(['start'], {
    settings: {
      DATABASE_URL: database.url,
      DATA_DIR: site.path('data'),
      LOG_LEVEL: 'debug',
      LAB_SCENARIO: 'stormy',
      ADMIN_PASSWORD: PASSWORD,
      METRICS_TOKEN: TOKEN,
    },
  });
  console = await openConsole(program.place, PASSWORD);
  await doEverything();
});
afterAll(async () => {
  console?.leave();
  await program?.end();
  await database?.drop();
  await site?.remove(site.path('data'));
});

/** A test that runs to its end, and calls that are refused for various reasons. */
async function doEverything(): Promise<void> {
  const { client } = console;
  for (const [name, value] of client.cookies) secrets.set(`the cookie ${name}`, value);
  const offices = await console.offices();
  const phones = await console.phones();
  const body = {
    messageBody: BODY,
    officeIDs: offices.slice(0, 3).map(({ id }) => id),
    phoneIDs: phones.map(({ id }) => id),
  };
  const token = await client.csrfToken();
  secrets.set('the CSRF token', token);
  const key = 'intent-of-somebody-3312';
  secrets.set('the idempotency key', key);
  const sent = { body, token, headers: { 'idempotency-key': key } };
  const { testId } = await client.call(calls.createTest, sent);
  await client.call(calls.createTest, sent);

  const handset = await client.call(calls.createHandsetKey, { body: { phoneId: phones[0]?.id ?? 0 } });
  secrets.set('a handset key', handset.key);
  const stranger = createTestClient(program.place);
  const report = { messageCode: 'A7777777777', messageBody: 'whispered 6620', sender: '+12025550123' };
  secrets.set('what a handset reported', 'whispered 6620');
  const headers = { authorization: `Bearer ${handset.key}` };
  await stranger.problem(calls.messageReceivedSms, { body: report, headers, token: null });
  await stranger.problem(calls.messageReceivedSms, {
    body: report,
    headers: { authorization: 'Bearer tph_guessed_4406' },
    token: null,
  });
  secrets.set('a guessed handset key', 'tph_guessed_4406');
  await stranger.login('admin', 'mistyped-7713');
  secrets.set('a mistyped password', 'mistyped-7713');
  await stranger.login('typed-into-the-wrong-field-1180', 'x');
  secrets.set('a password typed as a name', 'typed-into-the-wrong-field-1180');
  const refused = await client.send('POST', calls.createTest.path, { body: { ...body, phoneIDs: [BODY] } });
  refusedId = refused.headers.get('x-request-id');
  await client.send('POST', calls.createTest.path, { body: `{"messageBody": "${BODY}` });

  // An unreachable gateway, tested and opened, and one that is refused with its password.
  const gatewayPassword = 'carriers-own-5528';
  secrets.set('the password of a gateway', gatewayPassword);
  const settings = { host: '127.0.0.1', port: 1, systemId: 'probe', password: gatewayPassword };
  const tried = await client.call(calls.testNewGateway, { body: { kind: 'smpp', settings } });
  expect(tried).toMatchObject({ ok: false, words: expect.stringContaining('ECONNREFUSED') });
  const gateway = { name: 'away', kind: 'smpp' as const, settings };
  await client.call(calls.createGateway, { body: gateway });
  await program.said(/"gateway":"away".*gateway opened/u);
  await client.problem(calls.createGateway, { body: gateway });
  const wrong = { ...gateway, name: 'wrong', settings: { ...settings, prot: 1 } };
  await client.problem(calls.createGateway, { body: wrong });
  await sql`alter table gateway_settings add constraint no_window check (not settings ? 'window')`.execute(
    database.db,
  );
  const broken = { ...gateway, name: 'broken', settings: { ...settings, window: 3 } };
  expect((await client.send('POST', calls.createGateway.path, { body: broken })).status).toBe(500);
  secrets.set(
    'the key of the secrets',
    (await readFile(join(site.path('data'), 'secrets.key'), 'utf8')).trim(),
  );

  // The database's error about a refused row quotes the row.
  await sql`alter table tests add constraint no_luck check (body not like '%unlucky%')`.execute(database.db);
  const unlucky = 'unlucky words 2209';
  secrets.set('the body of a test that failed', unlucky);
  const failed = await client.send('POST', calls.createTest.path, {
    body: { ...body, messageBody: unlucky },
  });
  expect(failed.status).toBe(500);
  failedId = failed.headers.get('x-request-id');

  // Deadlines pass only after the carriers have reported, not because of a slow machine.
  await console.reportWhen(
    testId,
    (current) =>
      current.testLogs.every(({ submission }) => !['waiting', 'claimed'].includes(submission.outcome)) &&
      current.testLogs.some(({ receipt }) => receipt.state !== 'none') &&
      current.testLogs.some(({ reception }) => reception !== null),
  );
  await passDeadlines(database.db);
  const { testLogs } = await console.reportWhen(testId, hasEnded);
  const { submissions } = await codesOf(testId);
  expect(testLogs).toHaveLength(submissions.length);
  for (const code of submissions) secrets.set(`the code ${code}`, code);
}

async function codesOf(testId: number): Promise<{ submissions: string[] }> {
  const codes = await openMessageCodes(database.db);
  const rows = await listMessagesOfTest(database.db, ALL_PARTNERS, codes, testId, { limit: 1_000 });
  return { submissions: rows.map(({ code }) => code) };
}

async function scrape(): Promise<Map<string, number>> {
  const response = await fetch(new URL(calls.metrics.path, program.place), { headers: { authorization } });
  expect(response.status).toBe(200);
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('textprobe_'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice('textprobe_'.length, at), Number(line.slice(at + 1))];
    }),
  );
}

it('CALL-25 the metrics cover the work of the whole program', async () => {
  const metrics = await scrape();
  const sum = (start: string) =>
    [...metrics].reduce((total, [name, value]) => total + (name.startsWith(start) ? value : 0), 0);
  const messages = [...secrets.keys()].filter((name) => name.startsWith('the code')).length;
  expect(sum('claims_total')).toBeGreaterThanOrEqual(messages);
  expect(sum('submissions_total')).toBeGreaterThanOrEqual(messages);
  expect(sum('receipts_total')).toBeGreaterThan(0);
  expect(metrics.get('receptions_total{result="matched"}')).toBeGreaterThan(0);
  expect(metrics.get('receptions_total{result="unmatched"}')).toBeGreaterThan(0);
  expect(metrics.get('due_to_sent_seconds_count')).toBeGreaterThan(0);
  expect(sum('gateway_in_flight')).toBe(0);
  expect([...metrics.keys()].filter((name) => name.startsWith('gateway_up'))).not.toEqual([]);
  expect(metrics.get('database_up')).toBe(1);
  expect(metrics.get('messages_waiting')).toBe(0);
  expect(metrics.get('runs_due')).toBe(0);
  expect(metrics.get('live_streams')).toBe(1);
  const created = `{method="POST",route="${calls.createTest.path}",status="2xx"}`;
  expect(metrics.get(`http_request_duration_seconds_count${created}`)).toBe(2);
});

it('CALL-22 every log line is JSON, and a request can be found by the request id of its answer', () => {
  const lines = program.output.stderr.trimEnd().split('\n');
  const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(refusedId).not.toBeNull();
  expect(parsed).toContainEqual(
    expect.objectContaining({ requestId: refusedId, status: 422, route: calls.createTest.path }),
  );
  expect(parsed).toContainEqual(
    expect.objectContaining({
      requestId: failedId,
      level: 'error',
      err: expect.objectContaining({ code: '23514' }),
    }),
  );
  const requests = parsed.filter((line) => line.msg === 'request');
  expect(new Set(requests.map((line) => line.requestId)).size).toBe(requests.length);
});

it('CALL-22 no log line contains a secret, a code or the text of a message', () => {
  const log = program.output.stderr;
  expect(log.length).toBeGreaterThan(1_000);
  const leaked = [...secrets]
    .filter(([, secret]) => secret !== '' && log.includes(secret))
    .map(([name]) => name);
  expect(leaked).toEqual([]);
});
