/** What an account of a role without rights to change anything sees. */
import type { Page } from '@playwright/test';
import { runProgram } from '@textprobe/domain/testing/child-program';
import { expectAccessible } from './axe.ts';
import { expect, expectComplaints, expectNarrow, test } from './console.ts';
import { idOf } from './made-tests.ts';
import { openPalette } from './palette-page.ts';
import { PASSWORD } from './program.ts';
import { executions, reportAction } from './report-screen.ts';

const VIEWER = 'vera';
const AUDITOR = 'audra';

test.beforeAll(async ({ program: { dataDir } }) => {
  const settings = { DATA_DIR: dataDir, ADMIN_PASSWORD: PASSWORD };
  for (const [username, role] of [
    [VIEWER, 'viewer'],
    [AUDITOR, 'auditor'],
  ] as const) {
    const added = await runProgram(['account', 'add', username, role], { settings });
    expect(added).toMatchObject({ code: 0 });
  }
});

async function logInAs(page: Page, username: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.waitForURL('**/tests');
}

test('ACCT-1 a viewer reads everything, and is shown nothing that changes anything', async ({
  page,
  complaints,
  settled: { everyEnd },
}) => {
  await logInAs(page, VIEWER);
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link')).toHaveText([
    'Tests',
    'Analytics',
    'Gateways',
    'Directory',
    'Settings',
  ]);
  await page.goto(`/tests?text=${everyEnd}`);
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: `Report of test ${everyEnd}`, exact: true }) });
  await expect(row).toBeVisible();
  await expect(row.getByRole('cell').last().getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Create Test' })).toHaveCount(0);
  await row.getByRole('checkbox').check();
  const bar = page.getByRole('region', { name: 'Selected tests' });
  await expect(bar.getByRole('link')).toHaveText(['Export']);
  await expect(bar.getByRole('button')).toHaveText(['Deselect all']);
  await page.getByRole('button', { name: 'Views' }).click();
  await expect(page.getByRole('dialog', { name: 'Views' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save this view…' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.goto(`/test-report/${everyEnd}?verdict=lost`);
  await expect(executions(page).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'For the carrier' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Send these again' })).toHaveCount(0);
  await expect(await reportAction(page, 'Export CSV')).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toHaveCount(0);

  await page.goto('/gateways');
  await expect(page.getByRole('list', { name: 'Gateways' }).getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('link', { name: /^(New gateway|Offices of)/ })).toHaveCount(0);
  await openPalette(page);
  await page.keyboard.type('create');
  await expect(page.getByRole('option', { name: /^Create/ })).toHaveCount(0);
  await page.keyboard.press('Escape');

  for (const [address, who] of [
    [`/update-test/${everyEnd}`, 'administrators and operators'],
    ['/create-tests/several', 'administrators and operators'],
    ['/gateways/new', 'administrators'],
    ['/settings/accounts', 'administrators and auditors'],
    ['/first-steps', 'administrators, operators, and auditors'],
    ['/settings/audit', 'administrators and auditors'],
    ['/settings/handsets', 'administrators and auditors'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByText(`Only ${who} can open this screen.`)).toBeVisible();
  }
  await expectAccessible(page);
  await page.goto('/create-tests');
  await page.waitForURL('**/tests');
  await expectComplaints(complaints);
});

test('ACCT-1 an auditor reads accounts, pairings and first steps, and is shown nothing that changes them', async ({
  page,
  complaints,
  world: { ids },
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await logInAs(page, AUDITOR);
  await page.goto('/settings/accounts');
  const accounts = page.getByRole('table', { name: 'Accounts' });
  await expect(accounts.getByText('admin', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Invite' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Actions for admin' }).click();
  const items = page.getByRole('menuitem');
  await expect(items).toHaveText(['Changes to this account', 'Actions by this account']);
  await page.keyboard.press('Escape');
  await expectNarrow(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Actions for admin' }).click();
  await items.first().click();
  await expect(page).toHaveURL('/settings/audit?objectKind=account&objectId=1');

  await page.goto(`/directory/phones/${idOf(ids.phones, 'Emerson')}`);
  await page.getByRole('link', { name: 'Pairings' }).click();
  await expect(page.getByRole('heading', { name: 'Pairings of Emerson', level: 1 })).toBeVisible();
  // Whether it has any depends on the other specs of this world.
  await expect(page.getByRole('table', { name: 'Pairings' })).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('button', { name: 'Start pairing' })).toHaveCount(0);
  await expectNarrow(page);
  await expectAccessible(page);

  await page.goto('/first-steps');
  await expect(page.getByRole('heading', { name: 'Which phone receives?' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Pair this phone' })).toHaveCount(0);
  await expectComplaints(complaints);
});
