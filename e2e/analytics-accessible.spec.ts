/** What everybody needs of Reports and Analytics: axe finds nothing, nothing scrolls sideways, all of it goes by keyboard. */
import {
  fail,
  FIGURES,
  figure,
  LOGS,
  logs,
  openAnalytics,
  overlay,
  showFilters,
  test,
} from './analytics-screen.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleInBoth,
  expectComplaints,
  expectNarrow,
} from './console.ts';

const TREND = '/reports?tab=trend';

test('axe finds nothing on Delivery Logs: full, with filters open, filtered to nothing', async ({
  console: page,
}) => {
  // Every end there is, in half as many rows: axe takes its time for each.
  await openAnalytics(page, '/reports?carrier=AT%26T');
  await expect(logs(page)).toHaveCount(13);
  await expectAccessibleInBoth(page);
  await showFilters(page);
  await page.getByRole('combobox', { name: 'Status' }).click();
  await expect(page.getByRole('option', { name: 'Unknown' })).toBeVisible();
  await expectAccessibleInBoth(page);
  await openAnalytics(page, '/reports?messageType=MMS&carrier=Verizon&startDate=2026-01-01');
  await expect(logs(page)).toHaveText(['Nothing passes these filters.']);
  await expectAccessibleInBoth(page);
});

test('axe finds nothing on Delivery Trend: full, and filtered to nothing', async ({ console: page }) => {
  for (const address of [TREND, `${TREND}&carrier=Verizon&startDate=2026-01-01&endDate=2026-01-02`]) {
    await openAnalytics(page, address);
    await expect(page.getByRole('main').locator('canvas')).toHaveCount(3);
    await expectAccessibleInBoth(page);
  }
});

test('axe finds nothing on either tab when everything fails, nor while it loads', async ({
  console: page,
  complaints,
}) => {
  await fail(page, LOGS, FIGURES);
  await page.goto('/reports');
  await expect(overlay(page)).toBeVisible();
  await expectAccessibleInBoth(page);
  await expect(logs(page)).toHaveText(['No data']);
  await expectAccessibleInBoth(page);
  await openAnalytics(page, TREND);
  await expect(page.getByText('No Data', { exact: true })).toBeVisible();
  await expectAccessibleInBoth(page);
  await expectComplaints(complaints, /status of 500/, /Failed to load the /);
});

test('at 390 px neither tab scrolls sideways, and axe finds nothing', async ({ console: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAnalytics(page);
  await showFilters(page);
  await expect(figure(page, 'Messages')).toHaveText('37');
  await expectNarrow(page);
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Delivery Trend' }).click();
  await expect(page.getByRole('rowheader', { name: 'Verizon' })).toBeVisible();
  await expectNarrow(page);
  await expectAccessible(page);
});

test('by keyboard alone: filter, change the tab, choose a part of a chart, open a report', async ({
  console: page,
}) => {
  await openAnalytics(page);
  await page.getByRole('tab', { name: 'Delivery Logs' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Delivery Trend' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${TREND}`);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Show Filters' })).toBeFocused();
  await page.keyboard.press('Enter');
  // The panel comes when it is asked for first.
  await expect(page.getByLabel('Start Date')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Start Date')).toBeFocused();

  const carrier = page.getByRole('button', { name: 'Verizon', exact: true });
  await carrier.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${TREND}&carrier=Verizon`);
  await page.getByRole('tab', { name: 'Delivery Trend' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/reports?carrier=Verizon');
  await logs(page).first().getByRole('link').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/test-report/*');
});
