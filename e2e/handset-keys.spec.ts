/** Handset keys and sources (PAIR-4). */
import type { APIRequestContext, Page } from '@playwright/test';
import { runProgram } from '@textprobe/domain/testing/child-program';
import { expectAccessible, expectAccessibleInBoth } from './axe.ts';
import { expect, expectComplaints, expectNarrow, test } from './console.ts';
import { confirm } from './directory-screen.ts';
import { PASSWORD } from './program.ts';

/** Opens Handset keys, with the keys that match a search. */
async function openKeys(page: Page, text: string): Promise<void> {
  await page.goto(`/settings/handsets?text=${text}`);
  await expect(page.getByRole('heading', { name: 'Handset keys', level: 1 })).toBeVisible();
}

function keyRows(page: Page) {
  return page
    .getByRole('table', { name: 'Handset keys' })
    .getByRole('row')
    .filter({ has: page.locator('[data-label]') });
}

/** The row of a source. */
function sourceRow(page: Page, name: string) {
  return page.getByRole('table', { name: 'Sources' }).getByRole('row').filter({ hasText: name });
}

/** Reads the key that the dialog shows, and closes it. */
async function readKey(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'New handset key' });
  const key = await dialog.getByRole('textbox', { name: 'Key', exact: true }).inputValue();
  await expect(dialog.getByRole('textbox', { name: /^Command/ })).toHaveValue(
    new RegExp(`^curl .*${key}.*/handsets/ping$`),
  );
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
  return key;
}

async function ping(request: APIRequestContext, key: string): Promise<number> {
  const headers = { Authorization: `Bearer ${key}` };
  return (await request.post('/api/tests/sm/v1/handsets/ping', { headers })).status();
}

test('PAIR-4: an administrator creates a key, sees it once, and renames, rotates and revokes it', async ({
  console: page,
  complaints,
  playwright,
  baseURL,
}) => {
  const agent = await playwright.request.newContext({ ...(baseURL !== undefined && { baseURL }) });
  await openKeys(page, 'shelf');
  await expect(page.getByText('No keys match this search.')).toBeVisible();
  await page.getByRole('button', { name: 'Create key' }).click();
  const form = page.getByRole('dialog', { name: 'Create a handset key' });
  const phone = form.getByRole('combobox', { name: 'Phone' });
  await form.getByRole('button', { name: 'Create key' }).click();
  await expect(phone).toHaveAccessibleDescription('Choose a phone.');
  await phone.fill('avery');
  await page.getByRole('option', { name: /^Avery/ }).click();
  await form.getByLabel('Label').fill('Shelf');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByRole('button', { name: 'Copy: Key' })).toBeFocused();
  await expectAccessible(page);
  const first = await readKey(page);

  await expect(keyRows(page)).toHaveCount(1);
  await expect(keyRows(page)).toContainText('Avery');
  await expect(keyRows(page)).toContainText('admin');
  await expect(keyRows(page).getByRole('cell').nth(4)).toHaveText('Never');
  await expect(page.getByText(first)).toHaveCount(0);
  expect(await ping(agent, first)).toBe(204);
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(keyRows(page).getByRole('cell').nth(4)).not.toHaveText('Never', { timeout: 1_000 });
  }).toPass();

  const act = async (row: number, action: string) => {
    await keyRows(page)
      .nth(row)
      .getByRole('button', { name: /^Actions for key/ })
      .click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await act(0, 'Rename');
  const label = page.getByRole('textbox', { name: 'Label' });
  await expect(label).toBeFocused();
  await label.fill(' ');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(label).toHaveAccessibleDescription('Enter a label.');
  await label.fill('Shelf by the window');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved Shelf by the window.')).toBeVisible();
  await expect(keyRows(page)).toContainText('Shelf by the window');

  await act(0, 'Rotate');
  await confirm(page, 'Rotate');
  const second = await readKey(page);
  await expect(keyRows(page)).toHaveCount(2);
  await expect(keyRows(page).nth(1)).toContainText(/Ends in 2[34] h/);
  expect([await ping(agent, first), await ping(agent, second)]).toEqual([204, 204]);

  await act(1, 'Revoke');
  await confirm(page, 'Revoke');
  await expect(page.getByText('Revoked Shelf by the window.')).toBeVisible();
  await expect(keyRows(page)).toHaveCount(1);
  expect([await ping(agent, first), await ping(agent, second)]).toEqual([401, 204]);
  await agent.dispose();
  await expectComplaints(complaints, /status of 422/, /Failed to save the label/);
});

test('PAIR-4: keys are listed by page, which the URL keeps; revoking the last one of a page returns to the one before', async ({
  console: page,
  session,
  world: { ids },
}) => {
  const headers = { 'X-XSRF-TOKEN': await (await session.get('/api/csrf')).text() };
  const phoneId = ids.phones.get('Avery');
  for (let index = 0; index <= 50; index += 1) {
    const data = { phoneId, label: `Crate ${index}` };
    const made = await session.post('/api/handset-keys', { headers, data });
    expect(made.status(), await made.text()).toBe(201);
  }
  await openKeys(page, 'crate');
  await expect(keyRows(page)).toHaveCount(50);
  const pages = page.getByRole('navigation', { name: 'Pages of keys' });
  await expect(pages).toContainText('1–50 of 51');
  await pages.getByRole('button', { name: 'Page 2' }).click();
  await expect(keyRows(page)).toHaveCount(1);
  await expect(keyRows(page)).toContainText('Crate 0');
  await page.reload();
  await expect(keyRows(page)).toContainText('Crate 0');
  await keyRows(page)
    .getByRole('button', { name: /^Actions for key/ })
    .click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await confirm(page, 'Revoke');
  await expect(keyRows(page)).toHaveCount(50);
  await expect(page).toHaveURL(/\?text=crate$/);
});

test('PAIR-4: a source is listed with its phones, renamed, rotated and revoked; the screen is accessible, on a phone too', async ({
  console: page,
  session,
  world: { ids },
}) => {
  const [phoneId] = ids.phones.values();
  const headers = { 'X-XSRF-TOKEN': await (await session.get('/api/csrf')).text() };
  const data = { kind: 'sms-gateway', name: 'Pixel', phones: [{ phoneId }] };
  const made = await session.post('/api/handset-sources', { headers, data });
  expect(made.status(), await made.text()).toBe(201);
  await openKeys(page, '');
  await expect(sourceRow(page, 'Pixel')).toContainText('SMS Gateway for Android');
  await expect(sourceRow(page, 'Pixel')).toContainText('Never');
  await expectAccessibleInBoth(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNarrow(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Actions for Pixel' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Moto');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(sourceRow(page, 'Moto')).toBeVisible();
  await page.getByRole('button', { name: 'Actions for Moto' }).click();
  await page.getByRole('menuitem', { name: 'Rotate' }).click();
  await confirm(page, 'Rotate');
  const dialog = page.getByRole('dialog', { name: 'New secret for Moto' });
  const secret = await dialog.getByRole('textbox', { name: 'Secret' }).inputValue();
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(secret).not.toBe((await made.json()).secret);
  await expect(dialog).toContainText(/The old one works until .+\./);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(sourceRow(page, 'Moto')).toContainText(/Old secret works until/);
  await page.getByRole('button', { name: 'Actions for Moto' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await confirm(page, 'Revoke');
  await expect(page.getByText('Revoked Moto.')).toBeVisible();
  await expect(sourceRow(page, 'Moto')).toHaveCount(0);
});

for (const [role, screens] of [
  ['viewer', ['Profile']],
  ['auditor', ['Profile', 'Accounts', 'Audit trail', 'Handset keys']],
] as const) {
  test(`PAIR-4: the settings screens of the role ${role} are ${screens.join(' and ')}`, async ({
    page,
    program,
  }) => {
    const settings = { DATA_DIR: program.dataDir, ADMIN_PASSWORD: PASSWORD };
    expect(await runProgram(['account', 'add', `the-${role}`, role], { settings })).toMatchObject({
      code: 0,
    });
    await page.goto('/login');
    await page.getByLabel('Username').fill(`the-${role}`);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Log In' }).click();
    await page.waitForURL('**/tests');
    await page.goto('/settings');
    const links = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
    await expect(links).toHaveText([...screens]);
    if (role === 'viewer') return;
    await openKeys(page, '');
    await expect(keyRows(page).first()).toBeVisible();
    await expect(page.getByRole('button', { name: /^(Actions for|Create key)/ })).toHaveCount(0);
  });
}
