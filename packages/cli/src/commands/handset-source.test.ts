/** An app reports to the whole program by webhook, even if the program is killed in between. */
import { calls } from '@textprobe/contract/calls';
import type { Report, TestLog } from '@textprobe/contract/messages';
import { PROGRAM_TEST_MS, type Program, startProgram } from '@textprobe/domain/testing/child-program';
import { signEnvelope } from '@textprobe/gateways/inbox/sms-gateway/sms-gateway-proof';
import { at } from '@textprobe/server/testing/test-client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Console, openConsole } from '../testing/console.ts';
import { type DataSite, makeDataSite } from '../testing/data-site.ts';
import { DEVICE, smsOf } from '../testing/source-payloads.ts';

vi.setConfig({ testTimeout: PROGRAM_TEST_MS });

let site: DataSite;
let settings: Record<string, string>;
let program: Program;
let console_: Console;
beforeAll(async () => {
  site = await makeDataSite();
  settings = {
    DATA_DIR: await site.dataDir('data'),
    LAB_SCENARIO: 'browser-tests',
    CONFIRMATION_DEADLINE: '10s',
    ADMIN_PASSWORD: 'correct horse battery',
  };
  await start();
}, PROGRAM_TEST_MS);
afterAll(async () => {
  console_?.leave();
  await program?.end();
  await site.remove(settings.DATA_DIR ?? '');
});

async function start(): Promise<void> {
  program = await startProgram(['start'], { settings });
  console_ = await openConsole(program.place, 'correct horse battery');
}

function post(source: { url: string; secret: string | null }, envelope: unknown): Promise<Response> {
  const body = Buffer.from(JSON.stringify(envelope));
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = signEnvelope(source.secret ?? '', body, timestamp);
  const headers = {
    'content-type': 'application/json',
    'x-signature': signature,
    'x-timestamp': timestamp,
  };
  return fetch(new URL(new URL(source.url).pathname, program.place), { method: 'POST', body, headers });
}

const is =
  (id: number, isSo: (log: TestLog) => boolean) =>
  ({ testLogs }: Report) =>
    testLogs.some((log) => log.testLogID === id && isSo(log));

it('CALL-16 a webhook of an app confirms a message that has only a receipt, and a kill in between loses nothing', async () => {
  // Its carrier says delivered, and its handset in the lab never reports.
  const phone = (await console_.phones()).find(({ name }) => name.startsWith('Emerson'));
  const [office] = await console_.offices();
  const testId = await console_.createTest({
    officeIDs: [office?.id ?? 0],
    phoneIDs: [phone?.id ?? 0],
  });
  const { testLogs } = await console_.reportWhen(testId, (report) =>
    report.testLogs.some(({ receipt }) => receipt.state === 'delivered'),
  );
  const [log] = testLogs;
  if (log === undefined || phone === undefined) throw new Error('there is no message');
  const { client } = console_;
  const source = await client.call(calls.createHandsetSource, {
    body: { kind: 'sms-gateway', name: 'An app' },
  });

  // The device is not mapped to a phone yet, so the report is only stored.
  const answer = await post(source, smsOf(log.sent.text));
  expect(answer.status).toBe(202);
  for (;;) {
    const [listed] = await client.call(calls.handsetSources);
    if (listed?.unmapped.some(({ deviceId }) => deviceId === DEVICE)) break;
  }
  console_.leave();
  await program.end('SIGKILL');
  await start();

  await console_.client.call(at(calls.setHandsetSourcePhones, source.id), {
    body: { phones: [{ phoneId: phone.id, deviceId: DEVICE }] },
  });
  const report = await console_.reportWhen(
    testId,
    is(log.testLogID, ({ testActivityStatus }) => testActivityStatus === 'RECEIVED'),
  );
  expect(report.testLogs[0]).toMatchObject({
    receipt: { state: 'delivered' },
    reception: {
      text: log.sent.text,
      clock: 'service center',
      statedAt: '2026-11-21T10:00:04.000-08:00',
    },
  });
  expect(program.output.stderr).not.toContain(source.secret);
});
