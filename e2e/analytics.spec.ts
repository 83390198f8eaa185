/** Reports and Analytics: loading, refreshing, status banner and failures. */
import type { Page } from '@playwright/test';
import {
  BANNER,
  banner,
  FIGURES,
  fail,
  failFigures,
  figure,
  hold,
  LOGS,
  logs,
  NEWEST,
  openAnalytics,
  overlay,
  RECEIVED,
  test,
} from './analytics-screen.ts';
import { expect, expectComplaints, step } from './console.ts';
import { T } from './made-tests.ts';
import { installClock } from './page-clock.ts';

const FAILED = [/status of 500/, /Failed to load the /];

/** Counts background and foreground requests by the last part of their path. */
function countCalls(page: Page) {
  const calls: { readonly name: string; readonly background: boolean }[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith(T)) return;
    calls.push({
      name: pathname.slice(pathname.lastIndexOf('/') + 1),
      background: request.headers()['x-textprobe-background'] === '1',
    });
  });
  return {
    calls,
    of: (name: string) => calls.filter((call) => call.name === name).length,
  };
}

test("ANALYTICS-1 'Loading reports...' covers the screen while data loads; Refresh, and two tabs", async ({
  console: page,
}) => {
  for (const calls of [LOGS, FIGURES]) {
    const release = await hold(page, calls);
    const other = page.waitForResponse(calls === LOGS ? FIGURES : LOGS);
    await page.goto('/reports');
    await (await other).finished();
    await expect(overlay(page)).toBeVisible();
    expect(await overlay(page).boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 900 });
    // The banner under it informs screen readers.
    await expect(banner(page, 'Loading reports...')).toBeVisible();
    release();
    await expect(overlay(page)).toBeHidden();
    await expect(banner(page, BANNER)).toBeVisible();
  }
  await expect(page).toHaveTitle(/^Reports and Analytics/);
  await expect(page.getByRole('tab')).toHaveText(['Delivery Logs', 'Delivery Trend']);
  await expect(page.getByRole('tab', { name: 'Delivery Logs' })).toHaveAttribute('aria-selected', 'true');
  const release = await hold(page, FIGURES);
  await page.getByRole('tab', { name: 'Delivery Trend' }).click();
  await page.waitForURL('**/reports?tab=trend');
  await expect(overlay(page)).toBeVisible();
  release();
  await expect(overlay(page)).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Message deliverability over time' })).toBeVisible();
  const asked = page.waitForRequest(LOGS);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await asked;
});

test('ANALYTICS-2 the counts of the whole filter, no logs, loading and refreshing, in a banner that can be dismissed', async ({
  console: page,
  analytics: { reports },
}) => {
  await test.step('ANALYTICS-2 shows the loaded and received counts of the whole filter, not of the page', async () => {
    await openAnalytics(page);
    const total = reports.reduce((sum, { testLogCount }) => sum + testLogCount, 0);
    await expect(banner(page, `Successfully loaded ${total} logs with ${RECEIVED} received`)).toBeVisible();
    await expect(logs(page)).toHaveCount(25);
  });
  await step(page, 'ANALYTICS-2 no logs match, no logs found, loading', async () => {
    await openAnalytics(page, '/reports?messageType=MMS');
    await expect(banner(page, 'No logs match the current filters')).toBeVisible();
    const release = await hold(page, LOGS);
    await page.getByRole('button', { name: /^Message Type MMS *, remove the filter$/ }).click();
    await expect(banner(page, 'Loading logs...')).toBeVisible();
    release();
    await expect(banner(page, BANNER)).toBeVisible();
    await page.route(LOGS, (route) =>
      route.fulfill({ json: [], headers: { 'X-Total-Count': '0', 'X-Received-Count': '0' } }),
    );
    await openAnalytics(page);
    await expect(banner(page, 'No logs found')).toBeVisible();
  });
  await step(page, 'ANALYTICS-2 refreshing, last updated, dismissing the banner', async () => {
    await page.clock.install();
    await openAnalytics(page);
    const updated = page.getByText(/^Last updated \d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/);
    const before = await updated.innerText();
    await page.clock.fastForward(5_000);
    const release = await hold(page, LOGS);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(banner(page, 'Refreshing...')).toBeVisible();
    await expect(updated).toHaveText(before);
    release();
    await expect(banner(page, BANNER)).toBeVisible();
    await expect(updated).not.toHaveText(before);

    await page.getByRole('button', { name: 'Dismiss the message' }).click();
    await expect(banner(page, BANNER)).toBeHidden();
    await expect(updated).toBeVisible();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(banner(page, BANNER)).toBeVisible();
  });
});

test('ANALYTICS-8 refreshes every 60 seconds automatically only while a log was created within the last hour', async ({
  console: page,
}) => {
  const clock = await installClock(page);
  await step(page, 'ANALYTICS-8 stops refreshing once the newest log is over an hour old', async () => {
    // Less than an hour old at loading, but not a minute later.
    const created = new Date(Date.now() - 59.5 * 60_000).toISOString();
    for (const calls of [NEWEST, LOGS]) {
      await page.route(calls, async (route) => {
        const response = await route.fetch();
        const found = (await response.json()) as object[];
        await route.fulfill({ response, json: found.map((log) => ({ ...log, creationTimestamp: created })) });
      });
    }
    await openAnalytics(page);
    await expect(banner(page, BANNER)).toBeVisible();
    const { calls } = countCalls(page);
    await clock.pass(60_000);
    await clock.pass(60_000);
    await clock.pass(60_000);
    // An automatic refresh would have sent a background request by now.
    const answered = page.waitForResponse(LOGS);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await answered;
    expect(calls.filter(({ name }) => name === 'get-filtered-reports')).toEqual([
      { name: 'get-filtered-reports', background: false },
    ]);
  });
  await step(page, 'ANALYTICS-8 every 60 seconds, in the background', async () => {
    await openAnalytics(page);
    await expect(banner(page, BANNER)).toBeVisible();
    const { calls, of } = countCalls(page);
    for (const round of [1, 2]) {
      const release = await hold(page, LOGS);
      await clock.pass(60_000);
      await expect(banner(page, 'Refreshing data...')).toBeVisible();
      release();
      await expect(banner(page, BANNER)).toBeVisible();
      expect(of('get-filtered-reports')).toBe(round);
      await expect.poll(() => of('bundle')).toBe(round);
    }
    expect(calls.filter(({ background }) => !background)).toEqual([]);
    // A manual refresh keeps the session alive.
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => of('get-filtered-reports')).toBe(3);
    expect(calls.filter(({ background }) => !background)).toEqual([
      { name: 'get-filtered-reports', background: false },
    ]);
  });
  await test.step('ANALYTICS-8 refreshes for a log on the page even if the call for the newest log is slow', async () => {
    // Delayed in the page, where no timeout applies: a timeout would cause another kind of refresh.
    await page.addInitScript(() => {
      const ask = window.fetch;
      window.fetch = (address, init) =>
        new Request(address).url.includes('deliverabilitytestlogs/all')
          ? new Promise(() => {})
          : ask(address, init);
    });
    await openAnalytics(page);
    await expect(banner(page, BANNER)).toBeVisible();
    const { calls } = countCalls(page);
    const refreshed = page.waitForRequest(LOGS);
    await clock.pass(60_000);
    await refreshed;
    expect(calls.filter(({ name }) => name === 'get-filtered-reports')).toEqual([
      { name: 'get-filtered-reports', background: true },
    ]);
  });
});

test('DATA-10 requests logs, bundle and tests in parallel, and uses the cache when revisited', async ({
  console: page,
}) => {
  const { of, calls } = countCalls(page);
  const names = ['get-filtered-reports', 'all', 'bundle'];
  const figures: string[] = [];
  page.on('request', (request) => figures.push(new URL(request.url()).searchParams.get('names') ?? ''));
  const daily = () => figures.filter((asked) => asked.includes('daily-delivery-rates')).length;
  const release = await hold(page, `**${T}/**`);
  await page.goto('/reports');
  // All are requested before any is answered.
  for (const name of names) await expect.poll(() => of(name), name).toBeGreaterThan(0);
  expect(figures.filter((asked) => asked.includes('message-count'))).toHaveLength(1);
  expect(daily()).toBe(0);
  release();
  await expect(banner(page, BANNER)).toBeVisible();
  await page.getByRole('tab', { name: 'Delivery Trend' }).click();
  await expect.poll(daily).toBe(1);

  await page.getByRole('tab', { name: 'Delivery Logs' }).click();
  await expect(figure(page, 'Messages')).toHaveText('37');
  calls.length = 0;
  await page.getByRole('link', { name: 'Create Test', exact: true }).click();
  await page.waitForURL('**/create-tests');
  await page.getByRole('link', { name: 'Analytics' }).click();
  await expect(figure(page, 'Messages')).toHaveText('37');
  expect(names.filter((name) => of(name) > 0)).toEqual([]);
});

test('ANALYTICS-11 shows empty logs, zeroed metrics and empty figures for what fails, without a dialog or outdated data', async ({
  console: page,
  complaints,
}) => {
  await step(page, 'ANALYTICS-11 empty logs and zeroed metrics if logs fail', async () => {
    await fail(page, LOGS);
    await openAnalytics(page);
    await expect(logs(page)).toHaveText(['No data']);
    await expect(figure(page, 'Messages')).toHaveText('0');
    await expect(figure(page, 'Received')).toHaveText('0');
    await expect(figure(page, 'Average Delay')).toHaveText('–');
    await expect(page.getByRole('img', { name: 'Delivery rate: 0%' })).toBeVisible();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
    // Test figures were loaded, and stay.
    await expect(figure(page, 'Fully Delivered Rate')).toHaveText('33.3%');
    await expectComplaints(complaints, ...FAILED);
  });
  await step(page, 'ANALYTICS-11 a failed refresh leaves no outdated data on screen', async () => {
    await openAnalytics(page);
    await expect(figure(page, 'Messages')).toHaveText('37');
    await fail(page, LOGS, FIGURES);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(logs(page)).toHaveText(['No data']);
    await expect(figure(page, 'Messages')).toHaveText('0');
    await expectComplaints(complaints, ...FAILED);
  });
  await step(page, 'ANALYTICS-11 shows an empty value for each figure that fails', async () => {
    await failFigures(page, 'execution-success-rate', 'executing-test-count', 'delivery-delay');
    await openAnalytics(page);
    await expect(figure(page, 'Messages')).toHaveText('37');
    await expect(figure(page, 'Average Delay')).toHaveText('–');
    await expect(figure(page, 'Execution Success Rate')).toHaveText('–');
    await expect(figure(page, 'Executing Tests')).toHaveText('0');
    await expect(figure(page, 'Fully Delivered Rate')).toHaveText('33.3%');
    await expect(logs(page)).toHaveCount(25);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expectComplaints(complaints, /Failed to load the figure/);
  });
});
