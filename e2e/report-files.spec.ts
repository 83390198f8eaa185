/** The Test Report: PDF and CSV, pictures and videos, the reasons of a verdict, many messages. */
import { readFile } from 'node:fs/promises';
import type { Report } from '@textprobe/contract/messages';
import { expectAccessible } from './axe.ts';
import { expect, expectComplaints, step, test } from './console.ts';
import { untilSettled } from './made-tests.ts';
import { makePlannedTest, picture } from './planned-tests.ts';
import {
  answerReport,
  execution,
  executions,
  openExecution,
  openReport,
  reportAction,
} from './report-screen.ts';

const PDF = '**/deliverabilitytestlogs/generate-pdf?id=*';
const FAILURE = 'Failed to export PDF. Please try again.';

let everyEnd: Report;

test.beforeAll(async ({ world }) => {
  everyEnd = await untilSettled(world.request, world.everyEnd);
});

test('REPORT-2, REPORT-10, CALL-24 Export PDF downloads test-report-{id}-{date}.pdf, retries once when the server is busy, and says when it failed', async ({
  console: page,
  world,
  complaints,
}) => {
  await test.step('the download', async () => {
    await openReport(page, world.everyEnd);
    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export PDF' }).click();
    const download = await downloaded;
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(new Date());
    expect(download.suggestedFilename()).toBe(`test-report-${world.everyEnd}-${today}.pdf`);
    const content = await readFile(await download.path());
    expect(content.subarray(0, 5).toString()).toBe('%PDF-');
    expect(content.length).toBeGreaterThan(10_000);
  });
  await step(page, 'a busy server', async () => {
    let asked = 0;
    await page.route(PDF, async (route) => {
      asked += 1;
      if (asked === 1) await route.fulfill({ status: 503, headers: { 'Retry-After': '1' }, body: '{}' });
      else await route.continue();
    });
    await openReport(page, world.everyEnd);
    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export PDF' }).click();
    await downloaded;
    expect(asked).toBe(2);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expectComplaints(complaints, /status of 503/);
  });
  await step(page, 'a failure', async () => {
    await page.route(PDF, (route) => route.fulfill({ status: 500, body: '{}' }));
    await openReport(page, world.everyEnd);
    await page.getByRole('button', { name: 'Export PDF' }).click();
    const alert = page.getByRole('alertdialog');
    await expect(alert).toContainText(FAILURE);
    await alert.getByRole('button', { name: 'OK' }).click();
    await expect(page.getByRole('button', { name: 'Export PDF' })).toBeFocused();
    await expectComplaints(complaints, /status of 500/, /Failed to export the PDF/);
  });
});

test('CALL-25 Export CSV saves all messages of this test', async ({ console: page, world }) => {
  await openReport(page, world.everyEnd);
  const downloaded = page.waitForEvent('download');
  await (await reportAction(page, 'Export CSV')).click();
  const download = await downloaded;
  expect(download.suggestedFilename()).toMatch(new RegExp(`^test-logs-${world.everyEnd}-[\\d-]+\\.csv$`));
  const [, ...rows] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(rows.map((row) => Number(row.split(',')[0])).sort((a, b) => a - b)).toEqual(
    everyEnd.testLogs.map(({ testLogID }) => testLogID).sort((a, b) => a - b),
  );
});

test("REPORT-6 pictures with 'Open in new tab', and 'View Media' where one fails to load", async ({
  console: page,
  world: { request, ids },
}) => {
  const { testId } = await makePlannedTest(request, ids, {
    from: ['Oakland'],
    to: ['Avery'],
    content: { messageType: 'MMS' },
    files: [
      { name: 'storefront.png', mimeType: 'image/png', buffer: picture() },
      { name: 'broken.png', mimeType: 'image/png', buffer: picture(40, 30) },
    ],
  });
  const { test: made } = await untilSettled(request, testId);
  const [storefront, broken] = made.mediaFiles;
  // The second file is not a picture for the browser.
  await page.route(`**${broken?.url}/thumbnail`, (route) =>
    route.fulfill({ contentType: 'image/webp', body: 'not a picture' }),
  );
  await openReport(page, testId);
  const attachments = page
    .getByRole('table', { name: 'Detailed Test Information' })
    .getByRole('row', { name: 'Media Attachments' });
  const shown = attachments.getByRole('img', { name: 'storefront.png' });
  await shown.scrollIntoViewIfNeeded();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const links = attachments.getByRole('link', { name: 'Open in new tab' });
  await expect(links).toHaveCount(2);
  await expect(links.first()).toHaveAttribute('href', storefront?.url ?? '');
  await expect(links.first()).toHaveAttribute('target', '_blank');
  await expect(attachments.getByRole('link', { name: 'View Media' })).toHaveAttribute(
    'href',
    broken?.url ?? '',
  );
  const opened = page.waitForEvent('popup');
  await links.first().click();
  const popup = await opened;
  await popup.waitForLoadState();
  expect(popup.url()).toContain(storefront?.url ?? '-');
  await expectAccessible(page);
});

test('REPORT-6 a video can be played; an MMS without files says so', async ({ console: page, world }) => {
  await page.goto('/tests');
  // Recorded in the test, because there is no video file.
  const film = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' });
    const recorded = new Promise<Blob>((resolve) => {
      recorder.ondataavailable = ({ data }) => resolve(data);
    });
    recorder.start();
    for (let frame = 0; frame < 12; frame += 1) {
      canvas.getContext('2d')?.fillRect(frame * 8, 0, 8, 150);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    recorder.stop();
    return [...new Uint8Array(await (await recorded).arrayBuffer())];
  });
  await page.route('**/api/media/f11m', (route) =>
    route.fulfill({ contentType: 'video/webm', body: Buffer.from(film) }),
  );
  const file = { url: '/api/media/f11m', name: 'walk.mp4', type: 'video/mp4', size: 1_258_291 };
  let files = [{ ...file, width: null, height: null, originalUrl: null }];
  await answerReport(page, (answer) => ({
    ...answer,
    test: { ...answer.test, messageType: 'MMS', mediaFiles: files },
  }));
  await openReport(page, world.everyEnd);
  const attachments = page.getByRole('row', { name: 'Media Attachments' });
  const video = attachments.getByLabel('walk.mp4');
  await expect(video).toHaveAttribute('controls');
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true;
    return element.play();
  });
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0);
  await expect(attachments).toContainText('video/mp4 · 1.20 MB');

  files = [];
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(attachments).toContainText('No Media Files Attached');
});

test('REPORT-6 shows the received files next to the sent ones', async ({
  console: page,
  world: { request, ids },
}) => {
  const { testId } = await makePlannedTest(request, ids, {
    from: ['Oakland'],
    to: ['Avery'],
    content: { messageType: 'MMS' },
    files: [
      { name: 'one.png', mimeType: 'image/png', buffer: picture() },
      { name: 'two.png', mimeType: 'image/png', buffer: picture(60, 60) },
    ],
  });
  await untilSettled(request, testId);
  await answerReport(page, (answer) => ({
    ...answer,
    testLogs: answer.testLogs.map((log) => ({
      ...log,
      reception: {
        at: log.creationTimestamp,
        statedAt: null,
        clock: null,
        text: log.sent.text,
        comparison: 'intact' as const,
        sender: null,
        senderComparison: null,
        missingMedia: [...answer.test.mediaFiles.slice(1), null],
        media: answer.test.mediaFiles.slice(0, 1).map((sent) => ({
          ...sent,
          name: 'IMG_0001.png',
          size: 900,
          comparison: { outcome: 'transcoded' as const, sent, difference: 0.023 },
        })),
      },
    })),
  }));
  await openReport(page, testId);
  const detail = await openExecution(page, executions(page).first());
  await expect(detail.getByRole('heading', { name: /^Files/ })).toHaveText([
    'Files sent (2)',
    'Files arrived (1)',
  ]);
  await expect(detail.getByText('IMG_0001.png')).toBeVisible();
  await expect(detail).toContainText('image/png · 900 bytes');
  await expect(detail).toContainText(/2(\.3)?% different in appearance/);
  await expect(detail).toContainText('Did not arrive: two.png, a deleted file.');
  await expectAccessible(page);
});

test("SERVER-3 'Why' opens the facts behind a verdict, step by step", async ({ console: page, world }) => {
  await openReport(page, world.everyEnd);
  for (const [phone, verdict, steps] of [
    [
      'Emerson',
      'receipt only',
      [
        'Did the handset confirm that it received the message? No.',
        'Does the carrier’s receipt say that it was delivered? Yes.',
        'Is the carrier’s receipt enough for this phone? No: its handset must confirm.',
        'Has the deadline passed? Yes, without a report from the handset.',
      ],
    ],
    [
      'Finley',
      'late',
      [
        'Did the handset confirm that it received the message? Yes.',
        'Did the text arrive as it was sent? Yes.',
        'Did it come before the deadline? No: it came after.',
      ],
    ],
  ] as const) {
    const detail = await openExecution(page, execution(page, 'Oakland', phone));
    const why = detail.getByRole('group').filter({ hasText: 'Why' });
    await detail.getByText(`Why “${verdict}”?`).click();
    await expect(why.getByRole('list', { name: 'The rule' }).getByRole('listitem')).toHaveText([...steps]);
    await expect(why).toContainText(`So the verdict is ${verdict}.`);
  }
  await expectAccessible(page);
});

test('REPORT-7 a report of 5,000 messages renders one page, with navigation', async ({
  console: page,
  world,
}) => {
  await answerReport(page, (answer) => {
    const testLogs = Array.from({ length: 5_000 }, (_, index) => {
      const log = answer.testLogs[index % answer.testLogs.length] ?? answer.testLogs[0];
      if (log === undefined) throw new Error('There are no logs');
      return { ...log, testLogID: index + 1, creationTimestamp: everyEnd.test.creationTimestamp };
    });
    return { ...answer, testLogs, testLogCount: 100_000, testDurations: [], testDurationLogIDs: [] };
  });
  await openReport(page, world.everyEnd);
  await expect(page.getByRole('heading', { name: 'Test Executions (100,000)' })).toBeVisible();
  await expect(page.getByText('The newest 5,000 are listed. Export CSV for all of them.')).toBeVisible();
  await expect(executions(page)).toHaveCount(100);
  await expect(executions(page).first()).toContainText('5000');
  const pages = page.getByRole('navigation', { name: 'Pages of messages' });
  await expect(pages).toContainText('1–100 of 5,000');
  await pages.getByRole('button', { name: 'Page 50' }).click();
  await expect(pages).toContainText('4,901–5,000 of 5,000');
  await expect(executions(page)).toHaveCount(100);
  await expect(executions(page).last()).toContainText(/^1\D/);
  await expect(page).toHaveURL(/[?&]page=50/);
  // A new filter starts at the first page.
  await page
    .getByRole('group', { name: 'Show executions by verdict' })
    .getByRole('button', { name: /^lost/ })
    .click();
  await expect(pages).toContainText(/^1–100 of 55\d/);
  await expect(page).not.toHaveURL(/page=/);
});
