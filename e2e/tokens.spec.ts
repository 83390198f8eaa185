/** Tokens of programs: made in the profile or for a service account, used without a session, and revoked. */
import type { Locator, Page } from '@playwright/test';
import { runProgram } from '@textprobe/domain/testing/child-program';
import { act, openAccounts, rowOf } from './accounts-screen.ts';
import { expectAccessibleInBoth } from './axe.ts';
import { expect, expectNarrow, test } from './console.ts';
import { PASSWORD } from './program.ts';

const USERNAME = 'tess';

/** In what is open: the profile or the dialog of an account. @returns the token, and the command that the console shows with it */
async function createToken(
  page: Page,
  within: Page | Locator,
  { name, days = '90' }: { name: string; days?: string },
): Promise<{ token: string; command: string }> {
  await within.getByRole('button', { name: 'Create token' }).click();
  const form = page.getByRole('dialog', { name: /^Create a token for/ });
  await expect(form.getByLabel('Name')).toBeFocused();
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Valid for').selectOption(days);
  await form.getByRole('button', { name: 'Create token' }).click();
  const made = page.getByRole('dialog', { name: `Token ${name}` });
  await expect(made.getByRole('button', { name: 'Copy: Token' })).toBeFocused();
  const token = await made.getByRole('textbox', { name: 'Token', exact: true }).inputValue();
  const command = await made.getByRole('textbox', { name: /^Command to try it/ }).inputValue();
  await made.getByRole('button', { name: 'Done' }).click();
  await expect(within.getByRole('button', { name: 'Create token' })).toBeFocused();
  return { token, command };
}

/** Calls as a program does: what the command says, without cookies. @returns the status */
async function run(command: string): Promise<number> {
  const [, authorization = '', url = ''] =
    /^curl -H "Authorization: (Bearer tpa_\w+)" (\S+)$/.exec(command) ?? [];
  const response = await fetch(url, { headers: { authorization } });
  return response.status;
}

test('TOKEN-1 TOKEN-3 a token made in the profile works without cookies, shows its use, and is refused once revoked', async ({
  page,
  program: { dataDir },
}) => {
  const settings = { DATA_DIR: dataDir, ADMIN_PASSWORD: PASSWORD };
  expect(await runProgram(['account', 'add', USERNAME, 'operator'], { settings })).toMatchObject({ code: 0 });
  const form = { username: USERNAME, password: PASSWORD };
  expect((await page.request.post('/api/auth/sm/v1/login', { form })).status()).toBe(200);
  await page.goto('/settings/profile');
  await expect(page.getByText(/^No tokens yet\./)).toBeVisible();
  await page.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Escape');
  const { token, command } = await createToken(page, page, { name: 'nightly export' });
  const item = page
    .getByRole('list', { name: 'Tokens' })
    .getByRole('listitem')
    .filter({ hasText: 'nightly export' });
  await expect(item).toContainText(`${token.slice(0, 8)}…`);
  await expect(item).toContainText('Never used');
  await expect(page.getByText(token)).toHaveCount(0);
  expect(await run(command)).toBe(200);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(item).toContainText(/Last used .+ from (127\.0\.0\.1|::1)/);

  await createToken(page, page, { name: 'dashboard', days: '7' });
  const main = page.getByRole('navigation', { name: 'Main' });
  await expect(main.getByRole('link', { name: /^Settings ?1 token ends soon: dashboard$/ })).toBeVisible();
  await expect(page.getByRole('note')).toContainText('dashboard ends in 7 days.');
  await expectAccessibleInBoth(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNarrow(page);

  await item.getByRole('button', { name: 'Revoke nightly export' }).click();
  const question = page.getByRole('alertdialog', { name: 'Revoke nightly export?' });
  await question.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Revoked nightly export.')).toBeVisible();
  await expect(item).toHaveCount(0);
  await expect.poll(() => run(command), { timeout: 1_000 }).toBe(401);
});

test('TOKEN-2 a service account gets a token from an administrator, which ends while the account is disabled', async ({
  console: page,
}) => {
  await openAccounts(page);
  await page.getByRole('button', { name: 'Add service account' }).click();
  const form = page.getByRole('dialog', { name: 'Add a service account' });
  await form.getByLabel('Username').fill('billing');
  await form.getByRole('button', { name: 'Add service account' }).click();
  const tokens = page.getByRole('dialog', { name: 'Tokens of billing' });
  await expect(tokens.getByText(/^No tokens yet\./)).toBeVisible();
  const { command } = await createToken(page, tokens, { name: 'billing job' });
  await expect(tokens.getByText('billing job')).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Escape');
  await expect(rowOf(page, 'billing')).toContainText('Service account');
  expect(await run(command)).toBe(200);
  await act(page, 'billing', 'Disable');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByText('Disabled billing.')).toBeVisible();
  await expect.poll(() => run(command), { timeout: 1_000 }).toBe(401);
});
