/** Accounts, as their administrator manages them, and the links with which people choose a password. */
import {
  accept,
  act,
  another,
  choosePassword,
  invite,
  linkOf,
  openAccounts,
  rowOf,
} from './accounts-screen.ts';
import { expectAccessible, expectAccessibleInBoth } from './axe.ts';
import { expect, expectComplaints, expectNarrow, test } from './console.ts';
import { closePicker, createButton, fillIn, openPicker } from './create-form.ts';
import { executions } from './report-screen.ts';

const FIRST_PASSWORD = 'chosen by its owner';
const NEW_PASSWORD = 'the password after that';

test('ACCT-4 an invited operator chooses a password, works, is demoted, and gets back in by a reset link', async ({
  console: page,
  browser,
  baseURL,
}) => {
  await openAccounts(page);
  await expect(rowOf(page, 'admin')).toContainText('You');
  const invitation = await invite(page, 'otto', { name: 'Otto Berg' });
  await expect(rowOf(page, 'otto')).toContainText('Invited');

  const his = await another(browser, baseURL);
  await his.goto(invitation);
  await expect(his.getByRole('heading', { name: 'Welcome, Otto Berg' })).toBeVisible();
  await expect(his).toHaveURL(/\/welcome$/);
  await choosePassword(his, FIRST_PASSWORD);
  await his.waitForURL('**/login');
  await expect(his.getByLabel('Username')).toHaveValue('otto');
  await his.getByLabel('Password', { exact: true }).fill(FIRST_PASSWORD);
  await his.getByRole('button', { name: 'Log In' }).click();
  await his.waitForURL('**/create-tests');
  const navigation = his.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link')).toHaveText([
    'Tests',
    'Analytics',
    'Create Test',
    'Gateways',
    'Directory',
    'Settings',
  ]);
  await his.goto('/tests?text=nothing');
  await his.getByRole('button', { name: 'Views' }).click();
  await his.getByRole('button', { name: 'Save this view…' }).click();
  await his.getByLabel('Name of the view').fill('Nothing');

  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(rowOf(page, 'otto')).toContainText('Active');
  await act(page, 'otto', 'Edit');
  await page.getByRole('radio', { name: /^Viewer/ }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(rowOf(page, 'otto')).toContainText('Viewer');
  await his.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(his.getByText(/your role is viewer/)).toBeVisible();

  await act(page, 'otto', 'Reset link');
  const reset = await linkOf(page, 'Reset link');
  await his.goto(reset);
  await expect(his.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await choosePassword(his, NEW_PASSWORD);
  await his.waitForURL('**/login');
  await his.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await his.getByRole('button', { name: 'Log In' }).click();
  await his.waitForURL('**/tests');
  await his.goto(reset);
  await expect(his.getByRole('alert')).toHaveText(
    'This link does not work: it is incomplete, was already used, or has expired. Ask an administrator for a new one.',
  );
  await his.context().close();
});

test('ACCT-2 an operator of one partner and a viewer of another each see only their own', async ({
  console: page,
  complaints,
  browser,
}) => {
  await openAccounts(page);
  const operator = await invite(page, 'olga', { partner: 'Harbor Health Group' });
  const viewer = await invite(page, 'vito', { role: 'Viewer', partner: 'Summit Property Partners' });
  await expect(rowOf(page, 'olga')).toContainText('Harbor Health Group');

  const hers = await accept(browser, { link: operator, username: 'olga', password: FIRST_PASSWORD });
  await hers.waitForURL('**/create-tests');
  const partners = await openPicker(hers, 'Partner');
  await expect(partners.getByRole('option')).toHaveText(['All', 'Harbor Health Group']);
  await closePicker(hers, 'Partner');
  await fillIn(hers, 'Only for Harbor');
  await createButton(hers).click();
  await hers.getByRole('alertdialog').getByRole('button', { name: 'Open report' }).click();
  await expect(executions(hers).first()).toContainText(/confirmed/i);

  const his = await accept(browser, { link: viewer, username: 'vito', password: FIRST_PASSWORD });
  await his.waitForURL('**/tests');
  await his.goto('/tests?text=Harbor');
  await expect(his.getByText('No tests found matching the current filters.')).toBeVisible();
  await his.goto(new URL(hers.url()).pathname);
  await expect(his.getByText(/There is no test with id/)).toBeVisible();
  await his.goto('/create-tests/several');
  await expect(his.getByText(/administrators and operators/)).toBeVisible();
  await hers.goto('/tests?text=Harbor');
  await expect(hers.getByRole('link', { name: /^Report of test/ })).toHaveCount(1);
  await his.context().close();
  await hers.context().close();
  expect(complaints).toEqual([]);
});

test('ACCT-4 errors appear in their fields, and a wrong password in the page of the link', async ({
  console: page,
  complaints,
  browser,
  baseURL,
}) => {
  await openAccounts(page);
  await page.getByRole('button', { name: 'Invite' }).click();
  const username = page.getByLabel('Username');
  await expect(username).toBeFocused();
  await username.fill(' ADMIN ');
  await page.getByRole('button', { name: 'Create invitation' }).click();
  await expect(username).toHaveAccessibleDescription(
    'There is already an account with this username. Choose another.',
  );
  await expect(username).toBeFocused();
  await page.getByRole('radio', { name: /^Auditor/ }).check();
  const partners = page.getByLabel('Partners');
  await expect(partners).toBeDisabled();
  await expect(partners).toHaveAccessibleDescription('Administrators and auditors see all partners.');
  await page.keyboard.press('Escape');
  // The only administrator would lock everyone out.
  await act(page, 'admin', 'Edit');
  await page.getByRole('radio', { name: /^Viewer/ }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Change my role' }).click();
  await expect(page.getByRole('radiogroup', { name: 'Role' })).toHaveAccessibleDescription(
    /^You are the last enabled administrator\./,
  );
  await expect(page.getByRole('radio', { name: /^Viewer/ })).toBeFocused();
  await page.getByRole('button', { name: 'Cancel' }).click();

  const link = await invite(page, 'nora');
  const hers = await another(browser, baseURL);
  await hers.goto(link);
  await expect(hers.getByRole('heading', { name: 'Welcome, nora' })).toBeVisible();
  await choosePassword(hers, 'short');
  await expect(hers.getByLabel('New password')).toHaveAccessibleDescription(/^Use at least 12 characters\./);
  await expect(hers.getByLabel('New password')).toBeFocused();
  await hers.getByRole('button', { name: 'Show password' }).click();
  await expect(hers.getByLabel('New password')).toHaveAttribute('type', 'text');
  await hers.context().close();
  await act(page, 'nora', 'Remove invitation');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove invitation' }).click();
  await expect(page.getByText('Removed the invitation for nora.')).toBeVisible();
  await expect(rowOf(page, 'nora')).toHaveCount(0);
  await expectComplaints(complaints, /status of 409/, /Failed to save the account/);
});

test('ACCT-4 Accounts, its dialogs and the page of a link are accessible, on a phone too', async ({
  console: page,
}) => {
  await openAccounts(page);
  await expectAccessibleInBoth(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNarrow(page);
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByLabel('Username').fill('axel');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create invitation' }).click();
  await expect(page.getByRole('button', { name: 'Copy' })).toBeFocused();
  await expectAccessible(page);
  await page.goto(await linkOf(page, 'Invitation link'));
  await expect(page.getByLabel('New password')).toBeFocused();
  await expectAccessible(page);
  await expectNarrow(page);
});
