/** The screen of the audit trail (AUDIT-3). */
import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import type { Gateway } from '@textprobe/contract/gateways';
import { runProgram } from '@textprobe/domain/testing/child-program';
import { expectAccessible, expectAccessibleInBoth } from './axe.ts';
import { expect, expectComplaints, expectNarrow, test } from './console.ts';
import { keepProven } from './kept-proof.ts';
import { makeDeafGateway, removeMadeGateways } from './made-gateways.ts';
import { PASSWORD } from './program.ts';

async function rename(request: APIRequestContext, id: number, name: string): Promise<void> {
  await keepProven(request);
  const gateways = (await (await request.get('/api/gateways')).json()) as Gateway[];
  const settings = gateways.find((one) => one.id === id)?.settings;
  const answer = await request.put(`/api/gateways/${id}`, {
    headers: { 'X-XSRF-TOKEN': await (await request.get('/api/csrf')).text() },
    data: { name, settings },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

function trail(page: Page) {
  return page.getByRole('table', { name: 'Audit trail' });
}

function actions(page: Page) {
  return trail(page).locator('button[aria-expanded]');
}

test.afterAll(({ session }) => removeMadeGateways(session));

test('AUDIT-3 an administrator finds who changed a gateway, from what to what, and exports it', async ({
  console: page,
  session,
}) => {
  const id = await makeDeafGateway(session, 'Northern SMSC');
  await rename(session, id, 'Southern SMSC');
  await page.goto('/gateways');
  await page.getByRole('link', { name: 'Audit trail of Southern SMSC' }).click();
  await expect(page).toHaveURL(`/settings/audit?objectKind=gateway&objectId=${id}`);
  await expect(page.getByRole('heading', { name: 'Audit trail', level: 1 })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Audit trail', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(actions(page)).toHaveText(['Gateway updated', 'Gateway created']);
  const row = trail(page).getByRole('row').filter({ hasText: 'Gateway updated' });
  await expect(row).toContainText(`Southern SMSCGateway ${id}`);
  await expect(row.getByRole('cell').nth(2)).toHaveText('admin');

  const opener = actions(page).first();
  await opener.press('Enter');
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
  const changes = page.getByRole('table', { name: 'Changes' }).getByRole('row');
  await expect(changes).toHaveText(['FieldBeforeAfter', 'NameNorthern SMSCSouthern SMSC']);
  await expectAccessibleInBoth(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNarrow(page);
  await expectAccessible(page, { contrast: 'skip' });
  await page.setViewportSize({ width: 1280, height: 800 });

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/,gateway\.updated,.*Northern SMSC.*Southern SMSC/);

  await row.getByRole('link', { name: 'Southern SMSC' }).click();
  await expect(page).toHaveURL(`/gateways/${id}`);
  await page.goBack();
  await page.getByRole('combobox', { name: 'Action' }).fill('retired');
  await page.getByRole('option', { name: 'Office retired' }).click();
  await expect(trail(page)).toContainText('No rows match these filters.');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL('/settings/audit');
  await expect(actions(page).first()).toHaveText('Audit exported');
});

test('AUDIT-3 an operator neither sees the audit trail nor opens it', async ({
  page,
  program,
  complaints,
}) => {
  const settings = { DATA_DIR: program.dataDir, ADMIN_PASSWORD: PASSWORD };
  const added = await runProgram(['account', 'add', 'opal', 'operator'], { settings });
  expect(added).toMatchObject({ code: 0 });
  await page.goto('/login');
  await page.getByLabel('Username').fill('opal');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.waitForURL('**/create-tests');
  await page.goto('/gateways');
  await expect(page.getByRole('list', { name: 'Gateways' }).getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('link', { name: /^Audit trail/ })).toHaveCount(0);
  await page.goto('/settings/audit');
  await expect(page.getByText('Only administrators and auditors can open this screen.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Audit trail' })).toHaveCount(0);
  await expectComplaints(complaints);
});
