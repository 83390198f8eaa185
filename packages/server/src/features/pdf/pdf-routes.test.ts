/** PDF reports over HTTP, created by real render processes. */
import { calls } from '@textprobe/contract/calls';
import { rebuildRollups } from '@textprobe/database/rollups/rollup-rebuild';
import { losAngelesDate } from '@textprobe/domain/los-angeles-time';
import { avi, picture } from '@textprobe/media/testing/sample-files';
import { RenderFailed } from '@textprobe/reports/report-renderer';
import { lettersOf } from '@textprobe/reports/testing/pdf-text';
import { HARD_TEXT } from '@textprobe/reports/testing/sample-reports';
import { beforeEach, expect, test } from 'vitest';
import { formOf, MMS_PAYLOAD } from '../../testing/forms.ts';
import { changeTest, makeMessage, makeMessages, makeTest, repeatMessages } from '../../testing/messages.ts';
import { createPlainReports } from '../../testing/plain-reports.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { fillDirectory, openTestServer, startTestServer } from '../../testing/test-server.ts';

const { generatePdf, generateFilteredPdf } = calls;

const { server, client } = await openTestServer();
await server.db.insertInto('gateways').values({ name: 'Lab', kind: 'smpp', is_default: true }).execute();
beforeEach(async () => {
  await server.db.deleteFrom('messages').execute();
  await server.db.deleteFrom('tests').execute();
});

test('CALL-13, REPORT-4, REPORT-5, REPORT-7 the PDF of a test shows what its report shows', async () => {
  const outcomes = ['received', 'receipt only', 'rejected', 'unknown', 'sent'] as const;
  const made = await makeMessages(server.db, server.clock.now(), outcomes);
  const { pages, text } = await readPdf(client, generatePdf, { id: made.testId });
  for (const words of [
    `Test Report #${made.testId}`,
    'Basic Information',
    'Timing Information',
    'Organization Partner Acorn Clients Acorn North Offices Acorn North Oak Street',
    'Test Phone(s) Receivers Phone 1 Carriers AT&T',
    'Detailed Test Information',
    'Test Executions (5)',
    // The rate with its formula: one received of three with a known outcome.
    '33.3%',
    '1 received ÷ 3 known outcomes',
    'Delivery rate = messages received ÷ messages with a known outcome.',
    // The ledgers.
    'refused Invalid destination address',
    'no report',
    '2.5 s',
    'by operator',
  ]) {
    expect(text).toContain(words);
  }
  const headings =
    'Log ID Office Office Phone Target Phone Carrier Status Sent Time Received Time Delivery Time';
  expect(pages.at(-1)).toContain(`${headings} Carrier says Handset says`);
  expect(text).not.toContain('Recurrence Repeats');
  expect(pages.map((page) => /Page \d+ of \d+/.exec(page)?.[0])).toEqual(
    pages.map((_, index) => `Page ${index + 1} of ${pages.length}`),
  );
});

test('REPORT-10 the file is named after the test and the day in Los Angeles', async () => {
  const { testId } = await makeTest(server.db, server.clock.now());
  const { disposition } = await readPdf(client, generatePdf, { id: testId });
  const today = losAngelesDate(server.clock.now());
  expect(disposition).toBe(`attachment; filename="test-report-${testId}-${today}.pdf"`);
});

test('CALL-13 emoji, Chinese, Korean, Arabic and text that looks like Typst code are printed verbatim', async () => {
  const { testId } = await makeTest(server.db, server.clock.now());
  await changeTest(server.db, testId, { body: HARD_TEXT });
  const { text } = await readPdf(client, generatePdf, { id: testId });
  for (const line of HARD_TEXT.split('\n').filter((one) => !/\p{sc=Arabic}/u.test(one))) {
    expect(text).toContain(line.replaceAll(/\s+/g, ' '));
  }
  expect(lettersOf('Arabic', text)).toBe(lettersOf('Arabic', HARD_TEXT));
});

test('CALL-13 a body of 1,600 characters without a space fits on the page', async () => {
  const { testId } = await makeTest(server.db, server.clock.now());
  // Greek, which nothing else on the page uses.
  const body = Array.from({ length: 1_600 }, (_, index) => 'αβγδεζηθικλμ'[index % 12]).join('');
  await changeTest(server.db, testId, { body });
  const { text } = await readPdf(client, generatePdf, { id: testId });
  expect(text.match(/\p{sc=Greek}/gu)?.join('')).toBe(body);
});

test('REPORT-4 the PDF of a recurring test shows its recurrence', async () => {
  const { testId } = await makeTest(server.db, server.clock.now());
  const rule = { interval: 2, frequency: 'weeks', days_of_week: ['MONDAY', 'WEDNESDAY'], time: '10:30' };
  await changeTest(server.db, testId, { test_type: 'RECURRING', recurrence_rule: JSON.stringify(rule) });
  const { text } = await readPdf(client, generatePdf, { id: testId });
  expect(text).toContain('Recurrence Repeats Every 2 weeks On Monday and Wednesday At 10:30');
});

test('CALL-13 an MMS shows thumbnails of its pictures, and names of the other files', async () => {
  const made = await client.call(calls.createTest, {
    body: formOf(MMS_PAYLOAD, [
      [await picture('jpeg', 400, 300), 'Beach 🏖.jpg'],
      [avi(), 'walk.avi'],
    ]),
  });
  const { text, bytes } = await readPdf(client, generatePdf, { id: made.testId });
  expect(text).toContain('Media Attachments Beach 🏖.jpg, walk.avi');
  expect(text).toMatch(/No preview/);
  // Emoji are pictures too, but narrower.
  expect(Buffer.from(bytes).toString('latin1')).toMatch(/\/Width 320/);
});

test('CALL-13 beyond 2,000 messages only the newest are in the report, with the number of all', async () => {
  const reports = createPlainReports();
  await using plain = await startTestServer({ reports });
  await fillDirectory(plain.db);
  const made = await makeTest(plain.db, plain.clock.now());
  await makeMessage(plain.db, { ...made, at: plain.clock.now() }, 'sent');
  await repeatMessages(plain.db, made.testId, 2_004);
  await (await plain.operator()).call(generatePdf, { query: { id: made.testId } });
  const [report] = reports.rendered;
  expect(report?.head).toMatchObject({ logCount: 2_005 });
  const newest = await plain.db
    .selectFrom('messages')
    .select('id')
    .orderBy('id', 'desc')
    .limit(2_000)
    .execute();
  expect(report?.logs.map((log) => 'testLogID' in log && log.testLogID)).toEqual(newest.map(({ id }) => id));
});

test('CALL-15 the PDF of a filter shows the filter, its figures and only its logs', async () => {
  const made = await makeTest(server.db, server.clock.now());
  const at = server.clock.now();
  const received = await makeMessage(server.db, { ...made, at }, 'received');
  const rejected = await makeMessage(server.db, { ...made, at: at + 1 }, 'rejected');
  const other = await makeMessage(server.db, { ...made, at: at + 2 }, 'received');
  await server.db.updateTable('messages').set({ carrier: 'Verizon' }).where('id', '=', other.id).execute();
  await rebuildRollups(server.db);
  const today = losAngelesDate(at);
  const { text, disposition } = await readPdf(client, generateFilteredPdf, {
    carrier: 'at&t',
    startDate: today,
  });
  const [year, month, day] = today.split('-');
  for (const words of [
    'Delivery Report',
    `From ${month}/${day}/${year}`,
    'Carrier at&t',
    '50%',
    '1 received ÷ 2 known outcomes',
    'Average delay 2.5 s',
    'Logs (2)',
    `${rejected.id} ${made.testId} Hello SMS Immediate AT&T Failed`,
    `${received.id} ${made.testId} Hello SMS Immediate AT&T Received`,
  ]) {
    expect(text).toContain(words);
  }
  expect(text).not.toContain(`${other.id} ${made.testId} Hello`);
  expect(text.indexOf(`${rejected.id} ${made.testId} Hello`)).toBeLessThan(
    text.indexOf(`${received.id} ${made.testId} Hello`),
  );
  expect(disposition).toBe(`attachment; filename="delivery-report-${today}.pdf"`);
});

test('CALL-15 messages whose phone was offline are counted apart from those of unknown outcome', async () => {
  const outcomes = ['received', 'unknown', 'handset offline', 'handset offline'] as const;
  await makeMessages(server.db, server.clock.now(), outcomes);
  await rebuildRollups(server.db);
  const textOf = async (query: Record<string, string>) =>
    (await readPdf(client, generateFilteredPdf, query)).text;
  expect(await textOf({})).toMatch(/In progress 0 .*Unknown 1 .*Phone offline 2 .*100% · 4 messages/);
  expect(await textOf({ status: 'UNKNOWN' })).toMatch(/Unknown 1 .*Phone offline 2/);
  expect(await textOf({ status: 'RECEIVED' })).toMatch(/^(?!.*Phone offline).*100% · 1 message /);
});

test('CALL-15 a filter without matches gives a report that says so', async () => {
  const { text, pages } = await readPdf(client, generateFilteredPdf, {
    carrier: 'Nobody',
    endDate: '2026-01-01',
  });
  expect(text).toContain('No logs match these filters.');
  expect(pages).toHaveLength(1);
});

test('CALL-15 a long period is drawn by month', async () => {
  await makeMessages(
    server.db,
    Date.parse('2026-11-20T12:00:00-08:00'),
    Array<'received'>(5).fill('received'),
  );
  await rebuildRollups(server.db);
  const { text } = await readPdf(client, generateFilteredPdf, {
    startDate: '2024-01-01',
    endDate: '2026-11-21',
  });
  expect(text).toContain('Delivery rate by month');
});

test('CALL-13 the report of a test that does not exist is 404', async () => {
  expect(await client.refusal(generatePdf, { query: { id: 999_999 } })).toBe('404 test.unknown');
});

test('CALL-13 a report is canceled when its client disconnects, and no failure is logged', async () => {
  const asked = Promise.withResolvers<AbortSignal>();
  const left = Promise.withResolvers<void>();
  await using slow = await startTestServer({
    reports: {
      render: (_gather, signal) =>
        new Promise((_resolve, reject) => {
          asked.resolve(signal);
          signal.addEventListener('abort', () => {
            reject(signal.reason as Error);
            left.resolve();
          });
        }),
      close: async () => {},
    },
  });
  const operator = await slow.operator();
  const cookie = operator.cookieHeader();
  const reader = new AbortController();
  const url = new URL(generateFilteredPdf.path, slow.address);
  const answer = fetch(url, { headers: { cookie }, signal: reader.signal });
  await asked.promise;
  reader.abort();
  await expect(answer).rejects.toThrow();
  await left.promise;
  // The next answer has arrived, so anything the first would log is logged.
  expect((await operator.send('GET', '/api/csrf')).status).toBe(200);
  expect(slow.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

test('CALL-13 a report that cannot be created is 503 with Retry-After, and the cause is logged', async () => {
  await using failing = await startTestServer({
    reports: {
      render: async () => {
        throw new RenderFailed('the template is broken');
      },
      close: async () => {},
    },
  });
  const { testId } = await makeTest(failing.db, failing.clock.now());
  const response = await (await failing.operator()).send('GET', generatePdf.path, {
    query: { id: testId },
  });
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('10');
  expect(await response.json()).toMatchObject({ code: 'report.failed' });
  expect(failing.logged).toContainEqual(expect.objectContaining({ msg: 'could not create a report' }));
});
