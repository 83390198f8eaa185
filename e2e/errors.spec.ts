/** Errors of the specification's section 8 that belong to no single screen. */
import { expectAccessible } from './axe.ts';
import { expect, expectComplaints, test } from './console.ts';
import { openTests, rows, withoutLiveEvents } from './list-screen.ts';
import { T } from './made-tests.ts';
import { REPORT } from './report-screen.ts';

const LIST = `**${T}/deliverabilitytest/all*`;

test('an unreachable server shows a banner, and the screen recovers automatically', async ({
  console: page,
  complaints,
}) => {
  await withoutLiveEvents(page);
  await openTests(page);
  const banner = page.getByText('Connection lost.');
  await expect(banner).toHaveCount(0);
  // Everything is loaded.
  await expect(page.getByRole('combobox', { name: 'Partner' })).toBeVisible();
  await page.route('**/api/**', (route) => route.abort('connectionrefused'));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(banner).toBeVisible();
  // After the retries.
  await expect(
    page.getByText('The tests could not be loaded; those below may be out of date.'),
  ).toBeVisible();
  // Loaded data stays readable.
  await expect(rows(page).first()).toBeVisible();
  await expectAccessible(page);
  const refetched = page.waitForResponse(LIST);
  await page.unroute('**/api/**');
  expect((await refetched).status()).toBe(200);
  await expect(banner).toHaveCount(0);
  await expectComplaints(complaints, /ERR_CONNECTION_REFUSED/, /Failed to load the tests/);
});

test('a screen that fails to render shows an error, and navigation and other screens still work', async ({
  console: page,
  settled: world,
  complaints,
}) => {
  await page.route(REPORT, (route) => route.fulfill({ json: { test: {} } }));
  await openTests(page);
  const nav = page.getByRole('navigation', { name: 'Main' });
  await page.goto(`/test-report/${world.everyEnd}`);
  await expect(page.getByRole('heading', { name: 'This screen could not be shown' })).toBeVisible();
  await expect(page).toHaveTitle(/^This screen could not be shown/);
  await expect(nav.getByRole('button', { name: 'Logout' })).toBeVisible();
  await nav.getByRole('link', { name: 'Tests', exact: true }).click();
  await expect(rows(page).first()).toBeVisible();
  await expectComplaints(complaints, /TypeError/);
});

test('a screen whose code cannot be loaded shows an error with a reload button', async ({
  console: page,
  complaints,
}) => {
  await openTests(page);
  // The screen is complete: filters are loaded last.
  await expect(page.getByRole('combobox', { name: 'Partner' })).toBeVisible();
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Analytics' }).click();
  await expect(page.getByRole('heading', { name: 'This screen could not be shown' })).toBeVisible();
  await expectAccessible(page);
  // Other screens still work.
  await page.getByRole('navigation').getByRole('link', { name: 'Tests', exact: true }).click();
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('link', { name: 'Analytics' }).click();
  await expect(page.getByRole('heading', { name: 'This screen could not be shown' })).toBeFocused();
  await page.unroute('**/assets/*.js');
  await page.getByRole('link', { name: 'Reload page' }).click();
  await expect(page.getByRole('heading', { name: 'Reports and Analytics' })).toBeVisible();
  await expectComplaints(complaints, /ERR_FAILED/, /dynamically imported module/);
});
