/** A session that ends before an upload: the files wait with the form, and go on after the login. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Report } from '@textprobe/contract/messages';
import { expect, expectComplaints, test } from './console.ts';
import { createButton, fillIn, openCreateTest, pick } from './create-form.ts';
import { T } from './made-tests.ts';
import { picture } from './planned-tests.ts';
import { PASSWORD, USERNAME } from './program.ts';

const MB = 1_048_576;
const CREATE = '/deliverabilitytest/create';
const NAMES = ['one.png', 'two.png', 'three.png', 'four.png'];

/** Pictures that are some, almost as large as a file may be: what follows their end is nobody's business. On disk, where the browser reads them as it does a person's. */
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

/** A session of its own, and a form with files that take a while. */
async function writeLarge(page: Page, folder: string): Promise<void> {
  const form = { username: USERNAME, password: PASSWORD };
  expect((await page.request.post('/api/auth/sm/v1/login', { form })).status()).toBe(200);
  // A live event could find the session gone before anything is sent: this one never tells of any.
  await page.route('**/api/live', () => undefined);
  await openCreateTest(page);
  await fillIn(page, 'With large files');
  await pick(page, 'MMS');
  await page.getByLabel('Choose files').setInputFiles(await largePictures(folder));
}

/** Logs in where the dialog asks, and sees the test made with these files. */
async function goOn(page: Page): Promise<void> {
  await expect(dialog(page)).toBeVisible();
  // It was no lost connection.
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

test('CALL-21 large files are not sent for nothing: the session is asked for first, the upload goes on after the login', async ({
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
  await goOn(page);
  expect(sent).toBe(1);
});

test('CALL-21 a session that ends during the upload asks for a login too, and nothing is lost', async ({
  page,
  context,
  complaints,
}, testInfo) => {
  await writeLarge(page, testInfo.outputPath('files'));
  // As if it had ended between the question and the upload.
  await page.route('**/api/auth/sm/v1/status', (route) => route.fulfill({ json: { authenticated: true } }), {
    times: 1,
  });
  await context.clearCookies();
  const refused = page.waitForResponse((one) => one.url().endsWith(CREATE) && one.status() === 401);
  await createButton(page).click();
  await refused;
  await goOn(page);
  await expectComplaints(complaints, /status of 401/);
});
