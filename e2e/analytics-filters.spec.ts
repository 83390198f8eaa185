/** The analytics filters: their options, their effect, and the URL that stores them. */
import {
  banner,
  choose,
  column,
  figure,
  filter,
  logs,
  openAnalytics,
  showFilters,
  test,
} from './analytics-screen.ts';
import { expect, step } from './console.ts';
import { makeEntry, retireEntry } from './directory-screen.ts';
import { T } from './made-tests.ts';

const DAY_MS = 86_400_000;

/** The date in Los Angeles a number of days from now, as `2026-11-21`. */
function day(offset: number): string {
  return new Date(Date.now() + offset * DAY_MS).toLocaleDateString('en-CA', {
    timeZone: 'America/Los_Angeles',
  });
}

test('ANALYTICS-5 six filters with their values; common periods need one click, and an end before the start is an error', async ({
  console: page,
}) => {
  await step(page, 'ANALYTICS-5 six filters, with every carrier of the directory', async () => {
    await page.route(`**${T}/deliverabilitytestphones`, async (route) => {
      const response = await route.fetch();
      const phones = (await response.json()) as object[];
      await route.fulfill({
        response,
        json: [...phones, { ...phones[0], phoneID: 99, carrier: 'Cellcom' }],
      });
    });
    await openAnalytics(page);
    await showFilters(page);
    for (const name of ['Start Date', 'End Date']) await expect(filter(page, name)).toHaveValue('');
    for (const [name, values] of [
      ['Status', ['Initiated', 'Sent', 'Delivered', 'Received', 'Failed', 'Unknown']],
      ['Carrier', ['AT&T', 'Verizon', 'T-Mobile', 'Cellcom']],
      ['Message Type', ['SMS', 'MMS']],
      ['Test Type', ['Immediate', 'Scheduled', 'Recurring']],
    ] as const) {
      await filter(page, name).click();
      await expect(page.getByRole('listbox', { name }).getByRole('option')).toHaveText([...values]);
      await page.keyboard.press('Escape');
    }
  });
  await test.step('common periods need one click, and an end before the start is an error', async () => {
    await openAnalytics(page);
    await showFilters(page);
    await page.getByRole('button', { name: 'Last 7 days' }).click();
    await expect(filter(page, 'Start Date')).toHaveValue(day(-6));
    await expect(filter(page, 'End Date')).toHaveValue(day(0));
    await expect(page.getByRole('button', { name: 'Last 7 days' })).toHaveAttribute('aria-pressed', 'true');
    await filter(page, 'Start Date').fill(day(1));
    await expect(page.getByText('Ends before it starts')).toBeVisible();
  });
});

test('DIR-1, EVIDENCE-4 a partner filters logs and figures of messages, not of tests; a retired one shows its name', async ({
  console: page,
  session,
}) => {
  await test.step('EVIDENCE-4 a partner filters logs and figures of messages; figures of tests say that they ignore it', async () => {
    await openAnalytics(page);
    await showFilters(page);
    await filter(page, 'Partner').fill('lake');
    await page.getByRole('option').click();
    await page.waitForURL(/\/reports\?partnerId=\d+$/);
    await expect(banner(page, 'Successfully loaded 1 logs with 1 received')).toBeVisible();
    await expect(logs(page)).toHaveCount(1);
    await expect(figure(page, 'Messages')).toHaveText('1');
    await expect(page.getByText('Partner applies to messages only').first()).toBeVisible();

    await page.reload();
    await expect(page.getByRole('button', { name: /remove the filter$/ })).toHaveText([
      /^Partner\s*Lakeshore Auto Alliance/,
    ]);
    await expect(logs(page)).toHaveCount(1);
  });
  await test.step('DIR-1 a link that names a retired partner shows its name in the chip and the filter', async () => {
    const partnerId = await makeEntry(session, 'partners', { name: 'Gorse Grocers', limitPerDay: null });
    await retireEntry(session, 'partners', partnerId);
    await page.goto(`/reports?partnerId=${partnerId}`);
    await expect(page.getByRole('button', { name: /remove the filter$/ })).toHaveText([
      /^Partner\s*Gorse Grocers \(retired\)/,
    ]);
    await showFilters(page);
    await expect(filter(page, 'Partner')).toHaveValue('Gorse Grocers (retired)');
  });
});

test('ANALYTICS-5 filters apply to logs and figures, are stored in the URL, and Clear Filters resets them', async ({
  console: page,
}) => {
  await openAnalytics(page);
  await showFilters(page);
  await choose(page, 'Status', 'Failed');
  await choose(page, 'Carrier', 'AT&T');
  await page.waitForURL('**/reports?status=failed&carrier=AT%26T');
  await expect(banner(page, 'Successfully loaded 6 logs with 0 received')).toBeVisible();
  await expect(logs(page)).toHaveCount(6);
  expect(new Set(await column(page, 'Carrier'))).toEqual(new Set(['AT&T']));
  await expect(figure(page, 'Messages')).toHaveText('6');

  await page.reload();
  await expect(logs(page)).toHaveCount(6);
  await page.goBack();
  await expect(page.getByRole('button', { name: /remove the filter$/ })).toHaveCount(1);
  await page.goForward();
  await expect(page.getByRole('button', { name: /remove the filter$/ })).toHaveText([
    /^Status\s*Failed/,
    /^Carrier\s*AT&T/,
  ]);

  await showFilters(page);
  for (const [name, value] of [
    ['Start Date', day(-1)],
    ['End Date', day(1)],
  ] as const) {
    await filter(page, name).fill(value);
  }
  await choose(page, 'Message Type', 'SMS');
  await choose(page, 'Test Type', 'Immediate');
  await expect(logs(page)).toHaveCount(6);
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await page.waitForURL('**/reports');
  await expect(logs(page)).toHaveCount(25);
  for (const name of ['Start Date', 'End Date', 'Status', 'Carrier', 'Message Type', 'Test Type']) {
    await expect(filter(page, name), name).toHaveValue('');
  }
});

test('ANALYTICS-4 switching tabs keeps the page of logs and the way back through the pages', async ({
  console: page,
}) => {
  await openAnalytics(page);
  await page.getByRole('button', { name: 'Older' }).click();
  await expect(page.getByText('26–37 of 37 logs')).toBeVisible();
  await page.getByRole('tab', { name: 'Delivery Trend' }).click();
  await page.waitForURL(/tab=trend/);
  await page.getByRole('tab', { name: 'Delivery Logs' }).click();
  await expect(page.getByText('26–37 of 37 logs')).toBeVisible();
  await page.getByRole('button', { name: 'Newer' }).click();
  await expect(page.getByText('1–25 of 37 logs')).toBeVisible();
});

test('a note explains how filters affect test figures', async ({ console: page }) => {
  await openAnalytics(page, `/reports?startDate=${day(0)}&carrier=Verizon&testType=IMMEDIATE`);
  await expect(
    page.getByText('By creation date. Carrier applies to messages only', { exact: true }),
  ).toBeVisible();
  // Message figures are for Verizon; test figures include all three tests.
  await expect(figure(page, 'Messages')).not.toHaveText('37');
  await expect(figure(page, 'Fully Delivered Rate')).toHaveText('33.3%');
});
