/** The filters of analytics: what they offer, what they let through, where they are kept. */
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
import { expect } from './console.ts';
import { T } from './made-tests.ts';

const DAY_MS = 86_400_000;

/** The date in Los Angeles so many days from now, `2026-11-21`. */
function day(offset: number): string {
  return new Date(Date.now() + offset * DAY_MS).toLocaleDateString('en-CA', {
    timeZone: 'America/Los_Angeles',
  });
}

test('ANALYTICS-5 six filters with their values, every carrier of the directory among them', async ({
  console: page,
}) => {
  await page.route(`**${T}/deliverabilitytestphones`, async (route) => {
    const response = await route.fetch();
    const phones = (await response.json()) as object[];
    await route.fulfill({ response, json: [...phones, { ...phones[0], phoneID: 99, carrier: 'Cellcom' }] });
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

test('ANALYTICS-5 filters narrow logs and figures, live in the address, and Clear Filters resets all', async ({
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

test('ANALYTICS-6 words in any case of letters; initiated is PENDING, delivered exactly DELIVERED, Unknown', async ({
  console: page,
  analytics: { reports },
}) => {
  const all = reports.flatMap(({ testLogs }) => testLogs);
  for (const [word, status] of [
    ['INITIATED', 'PENDING'],
    ['Delivered', 'DELIVERED'],
    ['unknown', 'UNKNOWN'],
  ] as const) {
    await openAnalytics(page, `/reports?status=${word}&carrier=at%26T&messageType=sms&testType=immediate`);
    const wanted = all.filter((log) => log.testActivityStatus === status && log.carrier === 'AT&T');
    if (wanted.length === 0) await expect(logs(page)).toHaveText(['Nothing passes these filters.']);
    else await expect(logs(page)).toHaveCount(wanted.length);
  }
  await openAnalytics(page, '/reports?status=dElIvErEd');
  const delivered = all.filter((log) => log.testActivityStatus === 'DELIVERED');
  expect(delivered.length).toBeGreaterThan(0);
  await expect(logs(page)).toHaveCount(delivered.length);
  for (const words of await column(page, 'Status')) expect(words).toMatch(/^Delivered/);
});

test('ANALYTICS-6 the start date lets its day in, the end date all of its day, in Los Angeles', async ({
  console: page,
  analytics: { reports },
}) => {
  const dates = reports.flatMap(({ testLogs }) =>
    testLogs.flatMap(({ messageSentTimestamp, messageReceivedTimestamp }) => {
      const at = messageSentTimestamp ?? messageReceivedTimestamp;
      return at === null ? [] : [at.slice(0, 10)];
    }),
  );
  const [first = '', last = ''] = [dates.toSorted()[0], dates.toSorted().at(-1)];
  const passing = (from: string, to: string) => dates.filter((date) => date >= from && date <= to).length;
  await openAnalytics(page, `/reports?startDate=${first}&endDate=${last}`);
  await expect(figure(page, 'Messages')).toHaveText(String(dates.length));
  await openAnalytics(page, `/reports?startDate=${last}&endDate=${last}`);
  await expect(figure(page, 'Messages')).toHaveText(String(passing(last, last)));
  await openAnalytics(page, `/reports?startDate=${day(2)}`);
  await expect(banner(page, 'No logs match the current filters')).toBeVisible();
  await openAnalytics(page, `/reports?endDate=${day(-3)}`);
  await expect(banner(page, 'No logs match the current filters')).toBeVisible();
});

test('days that are looked at often are one press, and a date that ends before it starts says so', async ({
  console: page,
}) => {
  await openAnalytics(page);
  await showFilters(page);
  await page.getByRole('button', { name: 'Last 7 days' }).click();
  await expect(filter(page, 'Start Date')).toHaveValue(day(-6));
  await expect(filter(page, 'End Date')).toHaveValue(day(0));
  await expect(page.getByRole('button', { name: 'Last 7 days' })).toHaveAttribute('aria-pressed', 'true');
  await filter(page, 'Start Date').fill(day(1));
  await expect(page.getByText('Ends before it starts')).toBeVisible();
});

test('what filters mean to figures of tests is said beside them', async ({ console: page }) => {
  await openAnalytics(page, `/reports?startDate=${day(0)}&carrier=Verizon&testType=IMMEDIATE`);
  await expect(
    page.getByText('By the day they were made. Carrier filters messages only', { exact: true }),
  ).toBeVisible();
  // Messages are those to Verizon, tests are all three.
  await expect(figure(page, 'Messages')).not.toHaveText('37');
  await expect(figure(page, 'Fully Delivered Rate')).toHaveText('33.3 %');
});
