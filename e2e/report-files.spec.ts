/** The Test Report: PDF and CSV, pictures and videos, the reasons of a verdict. */
import { readFile } from 'node:fs/promises';
import type { Report } from '@textprobe/contract/messages';
import { expectAccessible } from './axe.ts';
import { expect, test } from './console.ts';
import { untilSettled } from './made-tests.ts';
import { makePlannedTest, picture } from './planned-tests.ts';
import { answerReport, execution, openExecution, openReport, reportAction } from './report-screen.ts';

let everyEnd: Report;

test.beforeAll(async ({ world }) => {
  everyEnd = await untilSettled(world.request, world.everyEnd);
});

test('REPORT-2, REPORT-10, CALL-24 Export PDF downloads test-report-{id}-{date}.pdf', async ({
  console: page,
  world,
}) => {
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
