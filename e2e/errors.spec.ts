/** Errors of the specification's section 8 that belong to no single screen. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, expectComplaints, step, test } from './console.ts';
import {
  createButton,
  fillIn,
  messageBox,
  openCreateTest,
  openEmptyForm,
  openPicker,
} from './create-form.ts';
import { openTests, rows, withoutLiveEvents } from './list-screen.ts';
import { T } from './made-tests.ts';
import { REPORT } from './report-screen.ts';

const CREATE = `**${T}/deliverabilitytest/create`;
const LIST = `**${T}/deliverabilitytest/all*`;

const OUT_OF_ORDER = {
  status: 500,
  contentType: 'application/problem+json',
  json: {
    type: 'about:blank',
    title: 'Internal error',
    status: 500,
    code: 'internal',
    detail: 'Something went wrong here.',
    requestId: 'request-4711',
  },
};

function alert(page: Page) {
  return page.getByRole('alertdialog');
}

test('CALL-22 a server error shows the screen’s alert and the request id; without a CSRF token, nothing is sent', async ({
  console: page,
  complaints,
}) => {
  await step(page, 'CALL-22 a server error shows the screen’s alert and the request id', async () => {
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.route(CREATE, (route) => route.fulfill(OUT_OF_ORDER));
    await openCreateTest(page);
    await fillIn(page, 'Typed with care');
    await createButton(page).click();
    await expect(alert(page)).toContainText('Failed to create test. Please try again.');
    await expect(alert(page)).toContainText('Request request-4711');
    await expect.poll(() => said.join('\n')).toContain('HTTP error! status: 500 - {');
    await alert(page).getByRole('button', { name: 'OK' }).click();
    await expect(messageBox(page)).toHaveValue('Typed with care');
    await expectComplaints(complaints, /status of 500/, /Failed to create the test/);
  });
  await step(page, "CALL-22 'Failed to fetch CSRF token: {status}'", async () => {
    let sent = 0;
    await page.route('**/api/csrf', (route) => route.fulfill({ status: 503, body: '' }));
    await page.route(CREATE, async (route) => {
      sent += 1;
      await route.abort();
    });
    await openEmptyForm(page);
    await fillIn(page, 'Typed with care');
    await createButton(page).click();
    await expect(alert(page)).toContainText('Failed to create test. Please try again.');
    expect(sent).toBe(0);
    await expectComplaints(complaints, /status of 503/, /Failed to fetch CSRF token: 503/);
  });
});

test("DATA-9 a failure to load partners and phones is logged, and leaves only 'All' or an empty list", async ({
  console: page,
  complaints,
}) => {
  for (const path of ['partners', 'deliverabilitytestphones']) {
    await page.route(`**${T}/${path}`, (route) => route.fulfill({ status: 404, body: 'gone' }));
  }
  await openCreateTest(page);
  const partners = await openPicker(page, 'Partner');
  await expect(partners.getByRole('option')).toHaveText(['All']);
  await page.keyboard.press('Escape');
  const phones = await openPicker(page, 'Phone Numbers');
  await expect(phones.getByRole('option', { name: /Avery/ })).toHaveCount(0);
  await expect(alert(page)).toHaveCount(0);
  await expectComplaints(
    complaints,
    /status of 404/,
    /Failed to load the partners/,
    /Failed to load the phones/,
  );
});

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
