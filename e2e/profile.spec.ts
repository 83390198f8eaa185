/** Profile: an account of its own, since a new password ends all other sessions, also those that the specs share. */
import type { Browser, Page } from '@playwright/test';
import { runProgram } from '@textprobe/domain/testing/child-program';
import { expectAccessibleInBoth } from './axe.ts';
import { expect, expectComplaints, expectNarrow, test } from './console.ts';
import { alert } from './create-form.ts';
import { PASSWORD } from './program.ts';

const USERNAME = 'paula';
const NEW = 'velvet tractor monsoon 41';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ program: { dataDir } }) => {
  const settings = { DATA_DIR: dataDir, ADMIN_PASSWORD: PASSWORD };
  expect(await runProgram(['account', 'add', USERNAME, 'viewer'], { settings })).toMatchObject({ code: 0 });
});

async function logIn(page: Page, password: string): Promise<void> {
  const form = { username: USERNAME, password };
  expect((await page.request.post('/api/auth/sm/v1/login', { form })).status()).toBe(200);
}

async function otherBrowser(browser: Browser, baseURL: string | undefined, password: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL ?? '', userAgent: FIREFOX });
  const page = await context.newPage();
  await logIn(page, password);
  await page.goto('/tests');
  await expect(page.getByRole('heading', { name: 'Tests', level: 1 })).toBeVisible();
  return page;
}

function sessions(page: Page) {
  return page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
}

async function fillPasswords(page: Page, current: string, next: string): Promise<void> {
  await page.getByLabel('Current password').fill(current);
  await page.getByLabel('New password').fill(next);
}

test('ACCT-5 a new password logs out the other browser; faults are shown at their field', async ({
  page,
  browser,
  baseURL,
  complaints,
}) => {
  await logIn(page, PASSWORD);
  const other = await otherBrowser(browser, baseURL, PASSWORD);
  await page.goto('/tests');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL(/\/settings\/profile$/);
  await expect(page).toHaveTitle('Profile · Textprobe');
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeFocused();
  await expect(page.getByText('viewer. Reads and exports tests')).toBeVisible();
  await expect(sessions(page)).toHaveCount(2);

  await page.getByLabel('New password').pressSequentially('short');
  await expect(page.getByText('Use at least 12 characters.')).toBeVisible();
  await page.getByLabel('New password').fill('paulapaulapaula');
  await expect(page.getByText('Strength: Weak')).toBeVisible();
  await expectAccessibleInBoth(page);

  await fillPasswords(page, PASSWORD, 'passwordpassword');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/among the 100,000 most common/);
  await expect(page.getByLabel('New password')).toBeFocused();
  await fillPasswords(page, 'not the password', NEW);
  await expect(page.getByText('Strength: Strong')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(
    'This is not your current password. Try again.',
  );
  await expect(page.getByLabel('Current password')).toBeFocused();
  await expectAccessibleInBoth(page);

  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed. All your other sessions have ended.')).toBeVisible();
  await expect(page.getByLabel('New password')).toHaveValue('');
  await expect(sessions(page)).toHaveCount(1);
  await expect(other.getByRole('dialog', { name: 'Log in to continue' })).toBeVisible({ timeout: 15_000 });
  await other.goto('/tests');
  await expect(other).toHaveURL(/\/login/);
  await other.context().close();
  // This session stays.
  await page.getByLabel('Name', { exact: true }).fill('Paula Ng');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText('Name saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Paula Ng');
  await expectComplaints(complaints, /status of 403/, /status of 422/, /Failed to change the password/);
});

test('ACCT-5 a session is ended from the list, and all others after a question, on a phone', async ({
  page,
  browser,
  baseURL,
  complaints,
}) => {
  await logIn(page, NEW);
  const other = await otherBrowser(browser, baseURL, NEW);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/settings/profile');
  await expect(sessions(page).first()).toContainText('This session');
  await expect(page.getByRole('button', { name: /^End Firefox 140 on Linux at 127/ })).toHaveCount(1);
  await expectNarrow(page);
  await expectAccessibleInBoth(page);

  await page.route('**/api/account/sessions/*', (route) => route.fulfill({ status: 500, body: '{}' }));
  const end = page.getByRole('button', { name: /^End Firefox 140/ });
  await end.press('Enter');
  await expect(alert(page)).toContainText('Failed to end the session.');
  await page.keyboard.press('Escape');
  await page.unroute('**/api/account/sessions/*');
  await end.press('Enter');
  await expect(page.getByText('Firefox 140 on Linux is logged out.')).toBeVisible();
  await expect(end).toHaveCount(0);
  await other.goto('/tests');
  await expect(other).toHaveURL(/\/login/);

  await logIn(other, NEW);
  await page.reload();
  await page.getByRole('button', { name: 'End all others' }).press('Enter');
  await expect(alert(page)).toContainText(/^End \d+ other sessions?\?/);
  await expectAccessibleInBoth(page);
  await alert(page).getByRole('button', { name: 'End all others' }).click();
  await expect(page.getByText('All other sessions have ended.')).toBeVisible();
  await expect(sessions(page)).toHaveCount(1);
  expect((await other.request.get('/api/account')).status()).toBe(401);
  await other.context().close();
  await expectComplaints(complaints, /status of 500/, /Failed to end the session/);
});
