/** Accessibility of Reports and Analytics: no axe violations in any state, and everything works by keyboard. */
import { FIGURES, fail, LOGS, logs, openAnalytics, overlay, showFilters, test } from './analytics-screen.ts';
import { expectAccessible, expectAccessibleInBoth } from './axe.ts';
import { expect, expectComplaints, expectNarrow } from './console.ts';

const TREND = '/reports?tab=trend';

test('no axe violations with open filters, on a phone, and without results', async ({ console: page }) => {
  await openAnalytics(page, '/reports?carrier=AT%26T');
  await expect(logs(page)).toHaveCount(13);
  await showFilters(page);
  await page.getByRole('combobox', { name: 'Status' }).click();
  await expect(page.getByRole('option', { name: 'Unknown' })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNarrow(page);
  // It has the same colors.
  await expectAccessible(page, { contrast: 'skip' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAnalytics(page, '/reports?messageType=MMS&carrier=Verizon&startDate=2026-01-01');
  await expect(logs(page)).toHaveText(['No logs match these filters.']);
  await expectAccessibleInBoth(page);
  await openAnalytics(page, `${TREND}&carrier=Verizon&startDate=2026-01-01&endDate=2026-01-02`);
  await expect(page.getByRole('main').locator('canvas')).toHaveCount(2);
  await expectAccessibleInBoth(page);
});

test('EVIDENCE-4 on a phone the delivery rate is on the first screen, and the logs begin within three', async ({
  console: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAnalytics(page, '/reports?messageType=SMS');
  // With all that may be above: the banner, a filter and the comparison with the previous period.
  await expect(page.getByRole('status').getByText(/^Successfully loaded/)).toBeVisible();
  await expect(page.getByText('Last 7 days:').first()).toBeVisible();
  const place = async (name: string) => (await page.getByRole('heading', { name }).boundingBox())?.y ?? 0;
  const rate = await page.getByRole('img', { name: /^Delivery rate: / }).boundingBox();
  expect((rate?.y ?? 0) + (rate?.height ?? 0)).toBeLessThanOrEqual(844);
  expect(await place('Logs')).toBeGreaterThan(844);
  expect(await place('Logs')).toBeLessThanOrEqual(3 * 844);
  await expectNarrow(page);
  await expectAccessibleInBoth(page);
});

test('no axe violations on either tab while loading and when everything fails', async ({
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

test('keyboard only: filter, switch tabs, select a chart segment, open a report', async ({
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
  // The panel is loaded on first use.
  await expect(page.getByLabel('Start Date')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Start Date')).toBeFocused();

  const carrier = page
    .getByRole('table', { name: 'Delivery rate by carrier' })
    .getByRole('button', { name: 'Verizon', exact: true });
  await carrier.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${TREND}&carrier=Verizon`);
  await page.getByRole('tab', { name: 'Delivery Trend' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/reports?carrier=Verizon');
  // Until then the rows are unfiltered, and a focused row would be removed.
  await expect(logs(page)).toHaveCount(12);
  await logs(page).first().getByRole('link').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/test-report/*?log=*');
});
