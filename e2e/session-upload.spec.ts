/** A session that expires before an upload: form and files are kept, and the upload continues after the login. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Report } from '@textprobe/contract/messages';
import { expect, expectComplaints, test } from './console.ts';
import { createButton, dropArea, fillIn, openCreateTest, pick } from './create-form.ts';
import { T } from './made-tests.ts';
import { picture } from './planned-tests.ts';
import { PASSWORD, USERNAME } from './program.ts';

const MB = 1_048_576;
const CREATE = '/deliverabilitytest/create';
const NAMES = ['one.png', 'two.png', 'three.png', 'four.png'];

/** Valid pictures close to the size limit, padded after their end. On disk, where the browser reads them like a user's files. */
async function largePictures(folder: string): Promise<string[]> {
  const content = Buffer.concat([picture(), Buffer.alloc(9.5 * MB, 7)]);
  await mkdir(folder, { recursive: true });
  const paths = NAMES.map((name) => join(folder, name));
  for (const path of paths) await writeFile(path, content);
  return paths;
}

function dialog(page: Page) {
  return page.getByRole('dialog', { name: 'Log in to continue' });
}

/** A separate session, and a form with large files. */
async function writeLarge(page: Page, folder: string): Promise<void> {
  const form = { username: USERNAME, password: PASSWORD };
  expect((await page.request.post('/api/auth/sm/v1/login', { form })).status()).toBe(200);
  // Without live events, which could detect the expired session before the submission.
  await page.route('**/api/live', () => undefined);
  await openCreateTest(page);
  await fillIn(page, 'With large files');
  await pick(page, 'MMS');
  await dropArea(page)
    .locator('input[type="file"]')
    .setInputFiles(await largePictures(folder));
}

/** Logs in through the dialog, and expects the test to be created with these files. */
async function continueUpload(page: Page): Promise<void> {
  await expect(dialog(page)).toBeVisible();
  // No alert about a lost connection.
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(page.getByText(/cannot be reached/i)).toBeHidden();
  await dialog(page).getByLabel('Password').fill(PASSWORD);
  const [response] = await Promise.all([
    page.waitForResponse((one) => one.url().endsWith(CREATE) && one.status() === 201),
    dialog(page).getByRole('button', { name: 'Log In' }).click(),
  ]);
  await expect(page.getByRole('alertdialog')).toContainText('Test created successfully!');
  const { testId } = (await response.json()) as Report['test'];
  const report = await page.request.get(`${T}/deliverabilitytestlogs/report?testId=${testId}`);
  const { test: made } = (await report.json()) as Report;
  expect(made.mediaFiles.map(({ name }) => name)).toEqual(NAMES);
}

test('CALL-21 checks the session before uploading large files, and continues the upload after the login', async ({
  page,
  context,
}, testInfo) => {
  await writeLarge(page, testInfo.outputPath('files'));
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith(CREATE)) sent += 1;
  });
  await context.clearCookies();
  await createButton(page).click();
  await continueUpload(page);
  expect(sent).toBe(1);
});

test('CALL-21 a session that expires during the upload asks for a login too, and nothing is lost', async ({
  page,
  context,
  complaints,
}, testInfo) => {
  await writeLarge(page, testInfo.outputPath('files'));
  // As if it expired between the check and the upload.
  await page.route('**/api/auth/sm/v1/status', (route) => route.fulfill({ json: { authenticated: true } }), {
    times: 1,
  });
  await context.clearCookies();
  const refused = page.waitForResponse((one) => one.url().endsWith(CREATE) && one.status() === 401);
  await createButton(page).click();
  await refused;
  await continueUpload(page);
  await expectComplaints(complaints, /status of 401/);
});
