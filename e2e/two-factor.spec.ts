/** Two-factor login in a browser: set up, log in with a code and with a recovery code, and reset by an administrator. */
import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { accept, act, invite, openAccounts, rowOf } from './accounts-screen.ts';
import { expectAccessibleInBoth } from './axe.ts';
import { expect, expectNarrow, test } from './console.ts';

const PASSWORD = 'chosen by its owner';

async function enterPassword(page: Page, username: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log In' }).click();
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/login');
}

test('ACCT-6 is set up with a QR code, then a login asks for a code; a recovery code works once; an administrator resets it', async ({
  console: page,
  browser,
}) => {
  test.setTimeout(150_000);
  await openAccounts(page);
  const link = await invite(page, 'tina', { role: 'Viewer' });
  const hers = await accept(browser, { link, username: 'tina', password: PASSWORD });
  await hers.waitForURL('**/tests');

  await hers.goto('/settings/profile');
  await hers.getByRole('button', { name: 'Set up two-factor login' }).click();
  const setup = hers.getByRole('dialog', { name: 'Set up two-factor login' });
  await expect(setup.getByRole('img', { name: 'QR code of the key' })).toBeVisible();
  await expectAccessibleInBoth(hers);
  await expectNarrow(hers);
  const secret = await setup.getByRole('textbox', { name: 'Key, if you cannot scan' }).inputValue();
  const app = new TOTP({ secret });
  const confirmed = app.generate();
  await setup.getByLabel('Code', { exact: true }).fill(confirmed);
  await setup.getByRole('button', { name: 'Turn on' }).click();
  const codes = hers.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expectAccessibleInBoth(hers);
  const recoveryCode = (await codes.first().textContent()) ?? '';
  await hers.getByRole('button', { name: 'I have saved them' }).click();
  await expect(hers.getByText(/^On\..*10 recovery codes left\.$/)).toBeVisible();

  await logOut(hers);
  await enterPassword(hers, 'tina');
  const code = hers.getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  await expectAccessibleInBoth(hers);
  await code.fill(confirmed);
  await hers.getByRole('button', { name: 'Log In' }).click();
  await expect(hers.getByRole('alert')).toContainText('This code is wrong or was already used.');
  // The app's next code: the server takes it up to 30 seconds early.
  await expect.poll(() => app.generate(), { timeout: 35_000 }).not.toBe(confirmed);
  await code.fill(app.generate());
  await hers.getByRole('button', { name: 'Log In' }).click();
  await hers.waitForURL('**/tests');

  await logOut(hers);
  const recoverWith = async () => {
    await enterPassword(hers, 'tina');
    await hers.getByRole('button', { name: 'Use a recovery code' }).click();
    await hers.getByLabel('Recovery code', { exact: true }).fill(recoveryCode);
    await hers.getByRole('button', { name: 'Log In' }).click();
  };
  await recoverWith();
  await hers.waitForURL('**/tests');
  await logOut(hers);
  await recoverWith();
  await expect(hers.getByRole('alert')).toContainText('This code is wrong or was already used.');

  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(rowOf(page, 'tina')).toContainText('Two-factor login');
  await act(page, 'tina', 'Reset two-factor login');
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  await expect(rowOf(page, 'tina')).not.toContainText('Two-factor login');
  await enterPassword(hers, 'tina');
  await hers.waitForURL('**/tests');
  await hers.context().close();
});
