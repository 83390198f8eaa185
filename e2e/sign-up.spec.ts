/** Sign-up on request: a person asks for an account, an administrator decides. A separate program with this setting. */
import type { Page } from '@playwright/test';
import { another, openAccounts, rowOf } from './accounts-screen.ts';
import { expectAccessible, expectAccessibleInBoth } from './axe.ts';
import { test as base, expect, expectComplaints, expectNarrow, type WorkerFixtures } from './console.ts';
import { closePicker, openPicker, optionOf } from './create-form.ts';
import { openTests } from './list-screen.ts';
import { startProgram } from './program.ts';

const CHOSEN_PASSWORD = 'chosen by its owner';

const test = base.extend<object, WorkerFixtures>({
  program: [
    // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other
    async ({}, use) => {
      const program = await startProgram({ SIGNUP: 'request' });
      await use(program);
      await program.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

async function fillSignup(page: Page, username: string, password = CHOSEN_PASSWORD): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(`${username}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
}

const send = (page: Page) => page.getByRole('button', { name: 'Request account' }).click();

async function requestAccount(page: Page, username: string): Promise<void> {
  await page.goto('/signup');
  await fillSignup(page, username);
  await send(page);
  await expect(page.getByRole('heading', { name: 'Request sent' })).toBeFocused();
}

async function tryLogin(page: Page, username: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(CHOSEN_PASSWORD);
  await page.getByRole('button', { name: 'Log In' }).click();
}

/** As when the user returns to this tab. */
const showTab = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));

const settingsLink = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Settings/ });
const requests = (page: Page) => page.getByRole('region', { name: 'Requests' });

test('ACCT-8 a requested account works once an administrator approves it; a declined one never does', async ({
  console: page,
  complaints,
  browser,
  baseURL,
}) => {
  await openTests(page);
  await expect(settingsLink(page)).toHaveText('Settings');

  const hers = await another(browser, baseURL);
  await requestAccount(hers, 'rita');
  await expect(hers.getByText('An administrator will review it.')).toBeVisible();
  await tryLogin(hers, 'rita');
  await expect(hers.getByText('Invalid username or password. Please try again.')).toBeVisible();
  await requestAccount(hers, 'spam');

  await showTab(page);
  await expect(settingsLink(page)).toHaveText('Settings2 open requests');
  await openAccounts(page);
  const settings = page.getByRole('navigation', { name: 'Settings' });
  const accountsLink = settings.getByRole('link', { name: /^Accounts/ });
  await expect(accountsLink).toHaveText('Accounts2 open requests');
  await expect(requests(page).getByRole('listitem').first()).toContainText(/rita.*rita@example\.com/);
  await expect(requests(page).getByRole('listitem').first()).toContainText(/just now.*127\.0\.0\.1.*Chrome/);
  await expectAccessibleInBoth(page);

  await page.getByRole('button', { name: 'Approve rita…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve rita' });
  await expect(dialog.getByRole('radio', { name: /^Viewer/ })).toBeChecked();
  await dialog.getByRole('button', { name: 'Create account' }).click();
  await expect(dialog.getByText('Choose at least one partner, or all.')).toBeVisible();
  const partners = await openPicker(page, 'Partners');
  await optionOf(partners, 'Harbor Health Group').click();
  await closePicker(page, 'Partners');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Rita Moss');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('rita has an account and can log in.')).toBeVisible();
  await expect(rowOf(page, 'rita')).toContainText(/Rita Moss.*Viewer.*Harbor Health Group.*Active/);
  await expect(accountsLink).toHaveText('Accounts1 open request');

  await page.getByRole('button', { name: 'Decline spam' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText('Declined the request from spam.')).toBeVisible();
  await expect(requests(page)).toHaveCount(0);
  await expect(accountsLink).toHaveText('Accounts');
  await expect(settingsLink(page)).toHaveText('Settings');
  await page.route('**/api/signup-requests', (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'requests' })).toContainText(
    'The requests could not be loaded.',
  );

  await tryLogin(hers, 'spam');
  await expect(hers.getByText('Invalid username or password. Please try again.')).toBeVisible();
  await tryLogin(hers, 'rita');
  await hers.waitForURL('**/tests');
  await hers.context().close();
  await expectComplaints(complaints, /status of 422/, /Failed to save the account/, /status of 500/);
});

test('ACCT-8 the form shows its errors in their fields, keeps what was typed, and works on a phone', async ({
  page,
  complaints,
}) => {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    // It reads the color scheme when it loads.
    await page.goto('/signup');
    await expect(page.getByRole('heading', { name: 'Create Your Account', level: 1 })).toBeVisible();
    await expectAccessible(page);
  }
  await expect(page.getByRole('button')).toHaveText(['Request account']);
  const password = page.getByLabel('Password', { exact: true });
  const confirmation = page.getByLabel('Confirm Password');
  await expect(password).toHaveAccessibleDescription(/At least 12 characters\./);

  await fillSignup(page, 'tom', 'Password1234');
  await expect(page.getByText(/^Strength: Weak/)).toBeVisible();
  await send(page);
  await expect(password).toHaveAccessibleDescription(
    /^This password is among the 100,000 most common ones\./,
  );
  await expect(password).toBeFocused();
  await expect(page.getByLabel('Username')).toHaveValue('tom');
  await expect(page.getByLabel('Email')).toHaveValue('tom@example.com');
  await expectAccessible(page);

  await password.fill(CHOSEN_PASSWORD);
  await send(page);
  await expect(confirmation).toHaveAccessibleDescription('Enter the same password.');
  await expect(confirmation).toBeFocused();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNarrow(page);
  await confirmation.fill(CHOSEN_PASSWORD);
  await page.route('**/api/signup-requests', (route) => route.abort());
  await send(page);
  await expect(page.getByRole('alert')).toHaveText('The server could not be reached. Check the connection.');
  await page.unrouteAll();
  await send(page);
  await expect(page.getByRole('heading', { name: 'Request sent' })).toBeFocused();
  await expectAccessible(page);
  await expectComplaints(complaints, /status of 422/, /ERR_FAILED/, /Failed to request an account/);
});
