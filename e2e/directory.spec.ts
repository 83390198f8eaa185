/** The directory as it is kept: partners, clients, offices and phones, in lists and dialogs. */
import type { Page } from '@playwright/test';
import { runProgram } from '@textprobe/domain/testing/child-program';
import { expectAccessible } from './axe.ts';
import { expect, expectComplaints, test } from './console.ts';
import { openCreateTest, openPicker } from './create-form.ts';
import {
  act,
  confirm,
  makeEntry,
  makeOffices,
  openDirectory,
  rowOf,
  rows,
  show,
} from './directory-screen.ts';
import { PASSWORD } from './program.ts';

test('DIR-1 a partner, client, office and phone are created by keyboard and mouse, and the pickers offer them', async ({
  console: page,
  complaints,
}) => {
  await page.goto('/directory');
  await page.waitForURL('**/directory/partners');
  await page.getByRole('button', { name: 'Create partner' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('Birch Vets');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Created Birch Vets.')).toBeVisible();

  await rowOf(page, 'Birch Vets').getByRole('link', { name: 'Show clients of Birch Vets' }).click();
  await expect(page.getByText('No active clients here.')).toBeVisible();
  await page.getByRole('button', { name: 'Create client' }).click();
  const partner = page.getByRole('combobox', { name: 'Partner' });
  await expect(partner).toHaveValue('Birch Vets');
  await page.getByRole('textbox', { name: 'Name' }).fill('Birch East');
  await page.getByRole('button', { name: 'Create and add another' }).click();
  await expect(page.getByText('Created Birch East.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await expect(partner).toHaveValue('Birch Vets');
  await page.keyboard.type('Birch West');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(2);

  await page.getByRole('link', { name: 'Offices', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Create office' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await page.keyboard.type('Pet Corner');
  await page.keyboard.press('Tab');
  await page.keyboard.type('birch west');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Birch West']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.type('(213) 555-0199');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Created Pet Corner.')).toBeVisible();
  await expect(rowOf(page, 'Pet Corner')).toContainText(/\+12135550199.*Birch West.*Birch Vets/);

  await page.getByRole('link', { name: 'Phones', exact: true }).click();
  await page.getByRole('button', { name: 'Create phone' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Pixel on the shelf');
  const number = page.getByRole('textbox', { name: 'Phone number' });
  await number.fill('213 555 0181');
  await page.getByRole('combobox', { name: 'Carrier' }).fill('Verizon');
  await page.getByRole('radio', { name: /^Receipt only/ }).check();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText('Avery has this number.')).toBeVisible();
  await expect(number).toBeFocused();
  await expect(number).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await number.fill('213 555 0198');
  await expect(page.getByText('Avery has this number.')).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'Pixel on the shelf')).toContainText(/\+12135550198.*Verizon.*Receipt only/);

  await page.getByRole('link', { name: 'Create Test' }).click();
  const phones = await openPicker(page, 'Phone Numbers');
  await expect(phones.getByRole('option', { name: 'Pixel on the shelf' })).toBeVisible();
  await expectComplaints(complaints, /status of 409/, /Failed to save the phone/);
});

test('DIR-1 a missing name or parent is an error in its field', async ({ console: page, complaints }) => {
  await openDirectory(page, 'offices');
  await page.getByRole('button', { name: 'Create office' }).click();
  await page.getByRole('textbox', { name: 'Manager’s first name' }).fill('Ada');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter a name.')).toBeVisible();
  await expect(page.getByRole('dialog').getByText('Choose a client.')).toBeVisible();
  await expect(page.getByText('Write the number with its country code')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Manager’s first name' })).toHaveValue('Ada');
  await expectComplaints(complaints, /status of 422/, /Failed to save the office/);
});

test('DIR-2 a rename keeps the id and shows in the picker, and another person’s change is not overwritten', async ({
  console: page,
  complaints,
  session,
}) => {
  const id = await makeEntry(session, 'partners', { name: 'Cedar Cinemas', limitPerDay: null });
  await openDirectory(page, 'partners', '?text=cedar');
  await page.getByRole('button', { name: 'Cedar Cinemas', exact: true }).click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect(name).toBeFocused();
  await name.fill('Cedar Theaters');

  const token = await (await session.get('/api/csrf')).text();
  const { etag = '' } = (await session.get(`/api/directory/partners/${id}`)).headers();
  const other = await session.put(`/api/directory/partners/${id}`, {
    headers: { 'X-XSRF-TOKEN': token, 'If-Match': etag },
    data: { name: 'Cedar Screens', limitPerDay: 500 },
  });
  expect(other.status()).toBe(200);

  await page.keyboard.press('Enter');
  await expect(page.getByText('Changed by someone else in the meantime')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Load the latest version' }).click();
  await expect(page.getByText('The newest version is loaded, with what you typed: name.')).toBeVisible();
  await expect(name).toHaveValue('Cedar Theaters');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved Cedar Theaters.')).toBeVisible();
  const renamed = await (await session.get(`/api/directory/partners/${id}`)).json();
  expect(renamed).toMatchObject({ id, name: 'Cedar Theaters', limitPerDay: 500 });

  await page.getByRole('link', { name: 'Create Test' }).click();
  const partners = await openPicker(page, 'Partner');
  await expect(partners.getByRole('option', { name: 'Cedar Theaters' })).toBeVisible();
  await expect(partners.getByRole('option', { name: 'Cedar Cinemas' })).toHaveCount(0);
  await expectComplaints(complaints, /status of 412/, /Failed to save the partner/);
});

test('DIR-1 a retired phone leaves the list and the picker and can be restored, an unused one deleted', async ({
  console: page,
  session,
}) => {
  // The lab gives a phone with a handset a key, which then refers to it.
  const phone = { carrier: 'AT&T', evidence: 'receipt', partnerId: null };
  await makeEntry(session, 'phones', { ...phone, name: 'Drawer phone', phoneNumber: '+12135550197' });
  await openDirectory(page, 'phones', '?text=drawer');
  await act(page, 'Drawer phone', 'Retire');
  await expect(page.getByRole('alertdialog')).toContainText('leaves the lists for choosing recipients');
  await expect(page.getByRole('alertdialog')).toContainText('keys and sources are revoked for good');
  await confirm(page, 'Retire');
  await expect(page.getByText('No active phones match “drawer”.')).toBeVisible();
  await show(page, 'Retired');
  await expect(rowOf(page, 'Drawer phone').getByText('Retired')).toBeVisible();

  await openCreateTest(page);
  const phones = await openPicker(page, 'Phone Numbers');
  await expect(phones.getByRole('option', { name: 'Avery' })).toBeVisible();
  await expect(phones.getByRole('option', { name: 'Drawer phone' })).toHaveCount(0);

  await openDirectory(page, 'phones', '?text=drawer&state=retired');
  await act(page, 'Drawer phone', 'Restore');
  await expect(page.getByText('Restored Drawer phone.')).toBeVisible();
  await show(page, 'All');
  await act(page, 'Drawer phone', 'Edit');
  const partner = page.getByRole('combobox', { name: 'Partner' });
  await expect(partner).not.toHaveAccessibleDescription(/revoked/);
  await partner.click();
  await page.getByRole('option', { name: 'Harbor Health Group' }).click();
  await expect(partner).toHaveAccessibleDescription(/^With another partner, its open pairing ends/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await act(page, 'Drawer phone', 'Delete');
  await confirm(page, 'Delete');
  await expect(page.getByText('No phones match “drawer”.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the search' }).last().click();
  await expect(rowOf(page, 'Avery')).toBeVisible();
});

test('DIR-1 an entry in use cannot be deleted: a message says why and offers to retire it with all below it', async ({
  console: page,
  complaints,
  session,
}) => {
  await makeOffices(session, 'Dahlia Diners', ['Dahlia One']);
  await openDirectory(page, 'partners', '?text=dahlia');
  await act(page, 'Dahlia Diners', 'Delete');
  // The next dialog follows at once.
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  const refusal = page.getByRole('alertdialog', { name: 'Dahlia Diners cannot be deleted.' });
  await expect(refusal).toContainText('1 client refers to Dahlia Diners. Retire it instead.');
  await confirm(page, 'Retire');
  await expect(page.getByText('Retired Dahlia Diners.')).toBeVisible();
  await openDirectory(page, 'offices', '?text=dahlia&state=all');
  await expect(rowOf(page, 'Dahlia One').getByText('Partner retired')).toBeVisible();
  await expectComplaints(complaints, /status of 409/);
});

test('DIR-1 a list is searched and sorted by its headers, and the URL keeps both', async ({
  console: page,
  session,
}) => {
  const { partnerId } = await makeOffices(session, 'Elm Estates', ['Elm Beta', 'Elm Alpha', 'Elm Gamma']);
  await openDirectory(page, 'offices');
  await expect(rowOf(page, 'Elm Alpha')).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('213-555-0101');
  await expect(rows(page)).toHaveCount(1);
  await expect(rowOf(page, 'Elm Alpha')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await page.keyboard.type('elm');
  const names = () => rows(page).getByRole('button', { name: /^Elm/ });
  await expect(names()).toHaveText(['Elm Alpha', 'Elm Beta', 'Elm Gamma']);
  const header = page.getByRole('columnheader', { name: 'Phone number' });
  await expect(header).toHaveAttribute('aria-sort', 'none');
  await header.getByRole('button').click();
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await expect(names()).toHaveText(['Elm Beta', 'Elm Alpha', 'Elm Gamma']);
  await header.getByRole('button').click();
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await expect(names()).toHaveText(['Elm Gamma', 'Elm Alpha', 'Elm Beta']);
  await page.reload();
  await expect(names()).toHaveText(['Elm Gamma', 'Elm Alpha', 'Elm Beta']);

  await rowOf(page, 'Elm Alpha').getByRole('link', { name: 'Elm Estates', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`offices\\?partnerId=${partnerId}$`));
  await expect(page.getByRole('button', { name: 'Remove the filter Partner: Elm Estates' })).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('combobox', { name: 'Sort offices' }).selectOption('-name');
  await expect(names()).toHaveText(['Elm Gamma', 'Elm Beta', 'Elm Alpha']);
  await page.getByRole('button', { name: /^Remove the filter/ }).click();
  await expect(rowOf(page, 'Oakland')).toBeVisible();
});

/** Logs in as a new account of this role. */
async function logInAs(page: Page, dataDir: string, username: string, role: 'viewer' | 'operator') {
  const settings = { DATA_DIR: dataDir, ADMIN_PASSWORD: PASSWORD };
  expect(await runProgram(['account', 'add', username, role], { settings })).toMatchObject({ code: 0 });
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.waitForURL(role === 'viewer' ? '**/tests' : '**/create-tests');
}

test('DIR-1 a viewer reads the lists and sees no buttons that change them', async ({ page, program }) => {
  await logInAs(page, program.dataDir, 'dora', 'viewer');
  for (const kind of ['partners', 'clients', 'offices', 'phones'] as const) {
    await openDirectory(page, kind);
    await expect(rows(page).first()).toBeVisible();
    await expect(page.getByRole('button', { name: /^(Create|Actions for)/ })).toHaveCount(0);
    await expect(rows(page).getByRole('button')).toHaveCount(0);
  }
});

test('DIR-1 an operator manages phones of a partner, and changes neither shared ones nor other kinds', async ({
  page,
  program,
  complaints,
}) => {
  await logInAs(page, program.dataDir, 'oda', 'operator');
  await openDirectory(page, 'clients');
  await expect(rows(page).first()).toBeVisible();
  await expect(rows(page).getByRole('button')).toHaveCount(0);
  await openDirectory(page, 'phones');
  await expect(rows(page).filter({ hasText: 'Avery' })).toBeVisible();
  await expect(rowOf(page, 'Avery')).toHaveCount(0);
  await page.getByRole('button', { name: 'Create phone' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Harbor phone');
  await page.getByRole('textbox', { name: 'Phone number' }).fill('213 555 0196');
  await page.getByRole('combobox', { name: 'Carrier' }).fill('Verizon');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByText('Choose a partner.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Partner' }).click();
  await page.getByRole('option', { name: 'Harbor Health Group' }).click();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(rowOf(page, 'Harbor phone')).toContainText('Harbor Health Group');
  await expectComplaints(complaints, /status of 403/, /Failed to save the phone/);
});
