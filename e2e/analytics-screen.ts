/**
 * Reports and Analytics by its handles, on a program of its own: what it counts is all there is, so nothing but the
 * tests made here may run beside it.
 */
import type { APIRequestContext, Locator, Page, Route } from '@playwright/test';
import type { Report } from '@textprobe/contract/messages';
import { test as base, expect } from './console.ts';
import { makeTest, readDirectory, readReport, T, untilSettled } from './made-tests.ts';

/** Settled, and never joined by others. */
export interface AnalyticsWorld {
  readonly request: APIRequestContext;
  /** Two tests of two offices to all nine phones, and one that reaches its one phone; in the order of creation. */
  readonly reports: readonly Report[];
}

interface Received {
  readonly receivedMessageCount: number;
}

/** Of nine phones Avery, Devon, Finley, Harper, Jordan and Kendall get what they are sent: 4 × 6, and one more. */
export const RECEIVED = 25;

// A worker fixture of its own gives these specs a worker, and with it a program, of their own.
export const test = base.extend<object, { readonly analytics: AnalyticsWorld }>({
  analytics: [
    async ({ session: request }, use) => {
      const ids = await readDirectory(request);
      const everyEnd = { from: ['Oakland', 'Berkeley'], to: [...ids.phones.keys()] };
      const made = [
        await makeTest(request, ids, { ...everyEnd, body: 'To every end' }),
        await makeTest(request, ids, { ...everyEnd, body: 'To every end again' }),
        await makeTest(request, ids, { from: ['Milwaukee'], to: ['Avery'], body: 'It arrives' }),
      ];
      for (const { testId } of made) await untilSettled(request, testId);
      // On a busy machine others than Finley may come after the deadline too, and are counted once they have.
      const received = async () =>
        ((await (await request.get(`${T}/analytics/received-message-count`)).json()) as Received)
          .receivedMessageCount;
      await expect.poll(received, { timeout: 30_000 }).toBe(RECEIVED);
      const reports = await Promise.all(made.map(({ testId }) => readReport(request, testId)));
      await use({ request, reports });
    },
    { scope: 'worker', timeout: 120_000, auto: true },
  ],
});

export const LOGS = `**${T}/deliverabilitytestlogs/get-filtered-reports*`;
export const NEWEST = `**${T}/deliverabilitytestlogs/all*`;
export const FIGURES = `**${T}/analytics/*`;
export const BANNER = /^Successfully loaded \d+ logs with \d+ received$/;

export async function openAnalytics(page: Page, address = '/reports'): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Reports and Analytics', level: 1 })).toBeVisible();
  await expect(overlay(page)).toBeHidden();
}

/** What covers the screen while there is nothing to show yet; the banner under it says the same. */
export function overlay(page: Page): Locator {
  return page.getByRole('progressbar', { name: 'Loading reports...' });
}

/** The words of the banner, if it is there. */
export function banner(page: Page, words: string | RegExp): Locator {
  return page.getByRole('status').getByText(words, { exact: true });
}

/** A card's value. */
export function figure(page: Page, name: string): Locator {
  return card(page, name).getByRole('definition').first();
}

export function card(page: Page, name: string): Locator {
  return page
    .getByRole('main')
    .locator('dl > div')
    .filter({ has: page.getByRole('term').getByText(name, { exact: true }) });
}

export function logsTable(page: Page): Locator {
  return page.getByRole('table', { name: /^Logs/ });
}

/** Without the heads. */
export function logs(page: Page): Locator {
  return logsTable(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });
}

/** A column of the log table, from top to bottom. */
export async function column(page: Page, name: string): Promise<string[]> {
  const heads = await logsTable(page).getByRole('columnheader').allInnerTexts();
  const place = heads.indexOf(name);
  const cells = await logs(page).all();
  return Promise.all(cells.map((row) => row.getByRole('cell').nth(place).innerText()));
}

export function showFilters(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Show Filters' }).click();
}

export function filter(page: Page, name: string): Locator {
  const panel = page.getByRole('search', { name: 'Filters' });
  return name.endsWith('Date') ? panel.getByLabel(name) : panel.getByRole('combobox', { name, exact: true });
}

export async function choose(page: Page, name: string, value: string): Promise<void> {
  await filter(page, name).click();
  await page.getByRole('listbox', { name }).getByRole('option', { name: value, exact: true }).click();
  await expect(filter(page, name)).toHaveValue(value);
}

/** Fails every call to these addresses, as often as it is tried. */
export function fail(page: Page, ...addresses: (string | RegExp)[]): Promise<void[]> {
  const refuse = (route: Route) => route.fulfill({ status: 500, body: 'Out of order' });
  return Promise.all(addresses.map(async (address) => void (await page.route(address, refuse))));
}

interface Figures {
  figures: Record<string, unknown>;
  failed: Record<string, string>;
}
interface Bundle extends Figures {
  periods: (Figures & { startDate: string; endDate: string })[];
}

/** Changes what the server says of the figures before the screen has it. */
export async function changeFigures(page: Page, change: (bundle: Bundle) => void): Promise<void> {
  await page.route(FIGURES, async (route) => {
    const response = await route.fetch();
    const bundle = (await response.json()) as Bundle;
    change(bundle);
    await route.fulfill({ response, json: bundle });
  });
}

/** Fails these figures, of the filter and of every period, and no others. */
export function failFigures(page: Page, ...words: string[]): Promise<void> {
  return changeFigures(page, (bundle) => {
    for (const span of [bundle, ...bundle.periods]) failIn(span, words);
  });
}

export function failIn({ figures, failed }: Figures, words: readonly string[]): void {
  for (const word of words) {
    if (word in figures) failed[word] = 'Out of order';
    delete figures[word];
  }
}

/** Holds calls to the address back until they are let go. */
export async function hold(page: Page, address: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await held.promise;
    await route.fallback();
  });
  return held.resolve;
}
