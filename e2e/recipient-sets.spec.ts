/** Choosing recipients quickly: 'Find an office…' and recipient sets, in Create Test and Update Test. */
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBoth } from './axe.ts';
import { expect, expectComplaints, expectNarrow, test } from './console.ts';
import {
  alert,
  choose,
  createButton,
  openCreateTest,
  picker,
  recipientsLine,
  section,
} from './create-form.ts';
import { LATER, ONCE_LATER, removeLater } from './later-tests.ts';
import { idOf } from './made-tests.ts';
import { makePlannedTest } from './planned-tests.ts';
import { openUpdateTest } from './update-form.ts';

const OAKLAND = 'Oakland (Bayview Dental, Harbor Health Group)';
const DENVER = 'Denver (Alder Street Apartments, Summit Property Partners)';

function field(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Find an office' });
}

function matches(page: Page): Locator {
  return page.getByRole('listbox', { name: 'Offices', exact: true }).getByRole('option');
}

function said(page: Page, words: string): Locator {
  return section(page, 'Client Details').getByRole('status').filter({ hasText: words });
}

function sets(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Recipient sets' });
}

async function openSets(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Recipient sets' }).click();
  await expect(sets(page)).toBeVisible();
}

async function saveAs(page: Page, name: string): Promise<void> {
  await openSets(page);
  await sets(page).getByRole('button', { name: 'Save these recipients…' }).click();
  await sets(page).getByLabel('Name of the set').fill(name);
  await sets(page).getByRole('button', { name: 'Save', exact: true }).click();
}

test.afterEach(async ({ session }) => {
  const token = await (await session.get('/api/csrf')).text();
  for (const { id } of (await (await session.get('/api/recipient-sets')).json()) as { id: number }[]) {
    await session.delete(`/api/recipient-sets/${id}`, { headers: { 'X-XSRF-TOKEN': token } });
  }
  await removeLater(session);
});

test('EVIDENCE-7 Find an office chooses partner, client and office at once, by keyboard, one office after the other', async ({
  console: page,
  complaints,
}) => {
  await openCreateTest(page);
  await createButton(page).click();
  await alert(page).getByRole('button', { name: 'OK' }).click();
  const details = section(page, 'Client Details');
  await expect(details.locator('[aria-invalid="true"]')).not.toHaveCount(0);
  // Closing the alert moves the focus there, away from what is typed in the meantime.
  await expect(page.locator('form [aria-invalid="true"]:enabled').first()).toBeFocused();
  const writes: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && writes.push(request.url()));

  await field(page).fill('a');
  // More than the list shows without scrolling.
  await expect(matches(page)).not.toHaveCount(0);
  expect(await matches(page).count()).toBeGreaterThan(10);
  await expectAccessibleInBoth(page);
  await field(page).fill('');
  await page.keyboard.type('bayview oak');
  await expect(matches(page)).toHaveText(['Oakland Bayview Dental, Harbor Health Group']);
  await expect(matches(page).first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(said(page, `Added ${OAKLAND}`)).toBeVisible();
  await expect(details.locator('[aria-invalid="true"]')).toHaveCount(0);
  await expect(field(page)).toHaveValue('');
  await expect(field(page)).toBeFocused();

  await page.keyboard.type('alder street');
  await expect(matches(page)).toHaveText([/^Boulder/, /^Denver/]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(said(page, `Added ${DENVER}`)).toBeVisible();
  await expect(picker(page, 'Partner')).toContainText('Harbor Health Group, Summit Property Partners');
  await expect(picker(page, 'Client')).toContainText('Bayview Dental, Alder Street Apartments');
  await expect(picker(page, 'Office')).toContainText('Oakland (+15105550101), Denver (+13035550131)');

  await page.keyboard.type('(303) 555-0131');
  await expect(matches(page)).toHaveText([/^Denver/]);
  await page.keyboard.press('Escape');
  await expect(matches(page)).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(said(page, `${DENVER} is already chosen`)).toBeVisible();
  await page.keyboard.type('nowhere at all');
  await expect(said(page, 'No office matches')).toBeVisible();
  await page.keyboard.press('Enter');
  expect(writes, 'Enter does not submit the form').toEqual([]);
  await expectComplaints(complaints, /status of 422/, /Failed to create the test/);
});

test('EVIDENCE-7 an office chosen with the mouse can be undone; a failed search says so', async ({
  console: page,
  complaints,
}) => {
  await openCreateTest(page);
  await choose(page, 'Partner', 'Harbor Health Group');
  await choose(page, 'Client', 'Bayview Dental');
  await field(page).fill('denver');
  await matches(page).first().click();
  await expect(field(page)).toBeFocused();
  // Only the found office is chosen: before, no choice meant every office of the client.
  await expect(picker(page, 'Office')).toHaveText('Denver (+13035550131)');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(picker(page, 'Client')).toHaveText('Bayview Dental');
  await expect(picker(page, 'Office')).toHaveText('Choose offices');
  await expect(page.getByRole('button', { name: 'Recipient sets' })).toBeFocused();

  await page.route('**/api/directory/search*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await field(page).fill('boulder');
  await expect(said(page, 'Offices could not be loaded')).toBeVisible();
  await expectComplaints(complaints, /status of 500/, /Failed to load the offices/);
});

test('EVIDENCE-7 recipients are saved under a name and applied with two clicks; Undo restores the previous ones', async ({
  console: page,
}) => {
  await openCreateTest(page);
  await openSets(page);
  await expect(sets(page)).toContainText('A set saves the chosen partners, clients, offices and phones');
  const save = sets(page).getByRole('button', { name: 'Save these recipients…' });
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await expect(save).toHaveAccessibleDescription(/^Choose offices or phones first/);
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Recipient sets' })).toBeFocused();

  await choose(page, 'Partner', 'Harbor Health Group');
  await choose(page, 'Client', 'Bayview Dental', 'Pacific Eye Care');
  await choose(page, 'Office', 'All');
  await choose(page, 'Phone Numbers', 'Avery', 'Casey');
  const line = await recipientsLine(page).textContent();
  await saveAs(page, 'Nightly smoke');
  await expect(said(page, 'Saved Nightly smoke: all offices of 2 clients, 2 phones')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Recipient sets' })).toBeFocused();

  await page.getByRole('button', { name: 'Reset' }).click();
  await choose(page, 'Partner', 'All');
  // Other specs may have added partners.
  const allPartners = (await picker(page, 'Partner').textContent()) ?? '';
  expect(allPartners).toMatch(/^All\d+$/);
  await openSets(page);
  const set = sets(page).getByRole('listitem');
  await expect(set).toHaveText('Nightly smoke all offices of 2 clients, 2 phones');
  await expectAccessibleInBoth(page);
  await set.getByRole('button', { name: /^Nightly smoke/ }).click();
  await expect(said(page, 'Applied Nightly smoke. Undo')).toBeVisible();
  await expect(sets(page)).toBeHidden();
  // All is saved as All, so that it includes offices added later.
  await expect(picker(page, 'Office')).toContainText('All');
  await expect(picker(page, 'Client')).toContainText('Bayview Dental, Pacific Eye Care');
  await expect(recipientsLine(page)).toHaveText(line ?? '');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(picker(page, 'Partner')).toHaveText(allPartners);
  await expect(picker(page, 'Phone Numbers')).toHaveText('Choose test phones');
});

test('EVIDENCE-7 a name that exists offers to replace the set; deleting asks for confirmation by name', async ({
  console: page,
  complaints,
}) => {
  await openCreateTest(page);
  await choose(page, 'Phone Numbers', 'Avery');
  await saveAs(page, 'Nightly smoke');
  await expect(said(page, 'Saved Nightly smoke: no offices, 1 phone')).toBeVisible();
  await field(page).fill('oakland');
  await matches(page).first().click();

  await openSets(page);
  await page.keyboard.press('Enter');
  await expect(sets(page).getByLabel('Name of the set')).toBeFocused();
  await page.keyboard.type('nightly SMOKE');
  await page.keyboard.press('Enter');
  await expect(sets(page)).toContainText(
    'There is a set with this name. Choose another name, or replace it.',
  );
  await expectAccessible(page);
  await sets(page).getByRole('button', { name: 'Replace set' }).click();
  await expect(said(page, 'Replaced nightly SMOKE: 1 office, 1 phone')).toBeVisible();

  await openSets(page);
  await sets(page).getByRole('button', { name: 'Delete nightly SMOKE' }).click();
  await expect(alert(page)).toContainText('Delete the recipient set nightly SMOKE?');
  await alert(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(sets(page).getByRole('listitem')).toHaveCount(1);
  await sets(page).getByRole('button', { name: 'Delete nightly SMOKE' }).click();
  await alert(page).getByRole('button', { name: 'Delete' }).click();
  await expect(sets(page)).toContainText('No sets yet.');
  await expectComplaints(complaints, /status of 409/, /Failed to save the recipient set/);
});

test('EVIDENCE-7 entries that no longer exist are left out, never widened to every office, also in Update Test on a phone', async ({
  console: page,
  session,
  world: { ids },
}) => {
  const token = await (await session.get('/api/csrf')).text();
  const phones = [idOf(ids.phones, 'Avery'), 999_001];
  const partnerIds = [idOf(ids.partners, 'Harbor Health Group')];
  const clientIds = [idOf(ids.clients, 'Bayview Dental')];
  for (const data of [
    {
      name: 'One left',
      partnerIds,
      clientIds,
      officeIds: [idOf(ids.offices, 'Oakland'), 999_002],
      phoneIds: phones,
    },
    { name: 'None left', partnerIds, clientIds, officeIds: [999_002], phoneIds: [] },
  ]) {
    const answer = await session.post('/api/recipient-sets', { headers: { 'X-XSRF-TOKEN': token }, data });
    expect(answer.status()).toBe(201);
  }
  const once = { from: ['Denver'], to: ['Casey'], body: `${LATER} once`, content: ONCE_LATER };
  const { testId } = await makePlannedTest(session, ids, once);
  await page.setViewportSize({ width: 390, height: 844 });
  await openUpdateTest(page, testId);
  await openSets(page);
  await expectNarrow(page);
  await sets(page)
    .getByRole('button', { name: /^One left/ })
    .click();
  await expect(
    said(page, 'Applied One left. 1 office and 1 phone no longer exist and are left out'),
  ).toBeVisible();
  await expect(picker(page, 'Office')).toHaveText('Oakland (+15105550101)');
  await openSets(page);
  await sets(page)
    .getByRole('button', { name: /^None left/ })
    .click();
  await expect(said(page, '1 office no longer exists and is left out. Choose offices again')).toBeVisible();
  await expect(picker(page, 'Partner')).toHaveText('Choose partners');
});
