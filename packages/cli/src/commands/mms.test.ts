/** An MMS through the whole program: sent over the lab's Messages API, reported by its handsets, compared file by file. */
import { calls } from '@textprobe/contract/calls';
import type { TestLog } from '@textprobe/contract/messages';
import { PROGRAM_TEST_MS, type Program, startProgram } from '@textprobe/domain/testing/child-program';
import { isoVideo, picture } from '@textprobe/media/testing/sample-files';
import { formOf, MMS_PAYLOAD } from '@textprobe/server/testing/forms';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Console, hasEnded, openConsole } from '../testing/console.ts';
import { type DataSite, makeDataSite } from '../testing/data-site.ts';

vi.setConfig({ testTimeout: PROGRAM_TEST_MS });

let site: DataSite;
let dataDir: string;
let program: Program;
let console_: Console;
beforeAll(async () => {
  site = await makeDataSite();
  dataDir = await site.dataDir('data');
  program = await startProgram(['start'], {
    settings: {
      DATA_DIR: dataDir,
      LAB_SCENARIO: 'browser-tests',
      CONFIRMATION_DEADLINE: '2s',
      ADMIN_PASSWORD: 'correct horse battery',
    },
  });
  console_ = await openConsole(program.place, 'correct horse battery');
}, PROGRAM_TEST_MS);
afterAll(async () => {
  console_?.leave();
  await program?.end();
  await site.remove(dataDir);
});

/** The message of the phone whose name begins with this. */
async function messageTo(logs: readonly TestLog[], name: string): Promise<TestLog> {
  const phone = (await console_.phones()).find((one) => one.name.startsWith(name));
  const log = logs.find(({ phoneID }) => phoneID === phone?.id);
  if (log === undefined) throw new Error(`there is no message to ${name}`);
  return log;
}

it('CALL-17 an MMS created in the console arrives, and its report compares each file as sent and as received', async () => {
  const png = await picture('png', 1_200, 800);
  const video = isoVideo('isom', 5_000);
  const phones = (await console_.phones()).filter(({ name }) =>
    /^(?:Avery|Devon|Harper|Jordan|Emerson)/.test(name),
  );
  const [office] = await console_.offices();
  const content = {
    ...MMS_PAYLOAD,
    officeIDs: [office?.id],
    phoneIDs: phones.map(({ id }) => id),
    messageBody: 'A cat for {first_name}',
  };
  const made = await console_.client.call(calls.createTest, {
    body: formOf(content, [
      [png, 'cat.png'],
      [video, 'dog.mp4'],
    ]),
  });
  // Emerson's never arrives; on a slow machine the others may arrive after their deadline.
  const { testLogs } = await console_.reportWhen(
    made.testId,
    (report) =>
      hasEnded(report) &&
      report.testLogs.filter(({ reception }) => reception?.missingMedia !== undefined).length === 4,
  );
  const [cat, dog] = made.mediaFiles;

  const intact = await messageTo(testLogs, 'Avery');
  expect(intact).toMatchObject({
    testActivityStatus: 'RECEIVED',
    submission: { outcome: 'accepted', gateway: 'carrier lab MMS' },
    receipt: { state: 'delivered' },
    reception: {
      media: [
        { type: 'image/png', comparison: { outcome: 'identical', sent: cat, difference: 0 } },
        { type: 'video/mp4', comparison: { outcome: 'identical', sent: dog, difference: 0 } },
      ],
      missingMedia: [],
    },
  });
  const transcoded = await messageTo(testLogs, 'Harper');
  expect(transcoded.reception?.media[0]).toMatchObject({
    type: 'image/jpeg',
    width: 640,
    height: 427,
    comparison: { outcome: 'transcoded', sent: cat },
  });
  expect(transcoded.reception?.media[0]?.comparison?.difference).toBeLessThan(0.05);
  const stripped = await messageTo(testLogs, 'Jordan');
  expect(stripped.reception).toMatchObject({ media: [], missingMedia: [cat, dog] });
  const damaged = await messageTo(testLogs, 'Devon');
  expect(damaged.reception?.media).toMatchObject([
    { type: 'image/png', comparison: { outcome: 'damaged', sent: cat } },
    { type: 'video/mp4', comparison: { outcome: 'damaged', sent: dog } },
  ]);
  const lie = await messageTo(testLogs, 'Emerson');
  expect(lie).toMatchObject({ receipt: { state: 'delivered' }, reception: null });
  const { path } = calls.exportLogs;
  const csv = await (await console_.client.send('GET', path, { query: { testId: made.testId } })).text();
  const [head = [], ...rows] = csv.split('\r\n').map((row) => row.split(','));
  // From the end: the texts before it may contain commas.
  const place = head.indexOf('Files') - head.length;
  const filesOf = new Map(rows.map((row) => [Number(row[0]), row.at(place)]));
  expect([intact, transcoded, damaged, stripped].map(({ testLogID }) => filesOf.get(testLogID))).toEqual([
    '',
    '1 file recoded',
    '2 files damaged',
    '2 files missing',
  ]);
  expect(program.output.stderr).not.toMatch(/"level":50/);
});
