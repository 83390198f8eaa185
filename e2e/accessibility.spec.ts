/** What everybody needs of every screen: axe finds nothing in light and dark, and a narrow screen never scrolls sideways. */
import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectAccessibleInBoth,
  expectComplaints,
  expectNarrow,
  test,
} from './console.ts';
import { createButton, fillIn, openCreateTest, openPicker } from './create-form.ts';
import { listAddress, openTests, rows } from './list-screen.ts';
import { idOf } from './made-tests.ts';
import { execution, openExecution, openReport } from './report-screen.ts';

/** The emoji library spells out the roles of its grid on list elements. */
function emojiGrid(rule: string, target: string): boolean {
  return rule === 'aria-allowed-role' && /^(ul|li\[data-epr-category="\w+"\])$/.test(target);
}

function alert(page: Page) {
  return page.getByRole('alertdialog');
}

test('axe finds nothing on the doors', async ({ page }) => {
  for (const door of ['/login', '/signup']) {
    for (const colorScheme of ['light', 'dark'] as const) {
      // The doors look at the scheme once, when they are opened.
      await page.emulateMedia({ colorScheme });
      await page.goto(door);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      await expectAccessible(page);
    }
  }
});

test('axe finds nothing on Create Test: empty, with a picker open, with the emoji open', async ({
  console: page,
}) => {
  await openCreateTest(page);
  await expectAccessibleInBoth(page);
  await openPicker(page, 'Phone Numbers');
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Emoji', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Emoji' }).getByRole('gridcell').first()).toBeVisible();
  await expectAccessibleInBoth(page, { tolerates: emojiGrid });
});

test('axe finds nothing on Create Test: filled in, refused, sent', async ({ console: page, complaints }) => {
  await openCreateTest(page);
  await createButton(page).click();
  await expect(alert(page)).toBeVisible();
  await expectAccessibleInBoth(page);
  await alert(page).getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('Choose at least one test phone.')).toBeVisible();
  await expectAccessibleInBoth(page);
  await expectComplaints(complaints, /status of 422/, /Failed to create the test/);
  await fillIn(page, 'Hi {first_name} 👋');
  await expectAccessibleInBoth(page);
  await createButton(page).click();
  await expect(alert(page)).toContainText('Test created successfully!');
  await expectAccessibleInBoth(page);
});

test('axe finds nothing on Tests: full, with a filter open, with an alert', async ({
  console: page,
  world,
}) => {
  await page.goto(listAddress({ officeId: idOf(world.ids.offices, 'Berkeley') }));
  await expect(rows(page).first()).toContainText('Bayview Dental');
  await expectAccessibleInBoth(page);
  await page.getByRole('combobox', { name: 'Execution Status' }).click();
  await expect(page.getByRole('listbox', { name: 'Execution Status' })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Delete test/ })
    .first()
    .press('Enter');
  await expect(alert(page)).toBeVisible();
  await expectAccessibleInBoth(page);
});

test('axe finds nothing on Tests: empty', async ({ console: page, world }) => {
  // Nothing goes out from there.
  await page.goto(listAddress({ officeId: idOf(world.ids.offices, 'Provo') }));
  await expect(rows(page)).toHaveText(['No tests found matching the current filters.']);
  await expectAccessibleInBoth(page);
});

test('axe finds nothing on Test Report, with rows open', async ({ console: page, settled: world }) => {
  await openReport(page, world.everyEnd);
  await openExecution(page, execution(page, 'Oakland', 'Jordan'));
  await openExecution(page, execution(page, 'Oakland', 'Casey'));
  await expectAccessibleInBoth(page);
});

test('axe finds nothing where there is no report, no test, no screen, and on Analytics', async ({
  console: page,
  complaints,
}) => {
  for (const [address, text] of [
    ['/test-report/987654', 'Failed to load test report'],
    ['/update-test/987654', 'Test not found.'],
    ['/nowhere', 'There is no screen at this address.'],
    ['/reports', 'Reports and Analytics'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByText(text).first()).toBeVisible();
    await expectAccessibleInBoth(page);
  }
  await expectComplaints(complaints, /status of 404/, /Failed to load the test report/);
});

test('at 390 px no screen scrolls sideways, and axe finds nothing', async ({
  console: page,
  settled: world,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openCreateTest(page);
  await fillIn(page, `One long word: ${'x'.repeat(120)}`);
  await page.getByRole('button', { name: 'Emoji', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Emoji' }).getByRole('gridcell').first()).toBeVisible();
  await expectNarrow(page);
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await openPicker(page, 'Phone Numbers');
  await expectNarrow(page);

  await openTests(page);
  await expectNarrow(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await expect(page.getByRole('link', { name: 'Analytics' })).toBeVisible();
  await expectNarrow(page);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Analytics' }).click();
  await expect(page.getByRole('heading', { name: 'Reports and Analytics' })).toBeVisible();
  await expectNarrow(page);

  await openReport(page, world.everyEnd);
  await openExecution(page, execution(page, 'Oakland', 'Jordan'));
  await expectNarrow(page);
  await expectAccessible(page);
  await page.context().clearCookies();
  for (const door of ['/login', '/signup']) {
    await page.goto(door);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNarrow(page);
  }
});
