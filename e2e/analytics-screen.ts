/**
 * Page object of Reports and Analytics, with a separate program: its figures cover all data, so only the tests created here
 * may run in it.
 */
import type { APIRequestContext, Locator, Page, Route } from '@playwright/test';
import type { Report } from '@textprobe/contract/messages';
import { addDays } from '@textprobe/domain/los-angeles-calendar';
import { test as base, expect } from './console.ts';
import { makeTest, readDirectory, readReport, T, untilSettled } from './made-tests.ts';

/** All settled; no tests are added later. */
export interface AnalyticsWorld {
  readonly request: APIRequestContext;
  /** Two tests from two offices to all nine phones, and one to one phone that receives it; in order of creation. */
  readonly reports: readonly Report[];
}

interface Received {
  readonly receivedMessageCount: number;
}

/** Of nine phones, Avery, Devon, Finley, Harper, Jordan and Kendall receive their messages: 4 × 6, plus one. */
export const RECEIVED = 25;

// A worker fixture gives these specs a separate worker, and with it a separate program.
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
      // On a busy machine, phones other than Finley may receive theirs late too.
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

/** The loading overlay; the banner under it has the same text. */
export function overlay(page: Page): Locator {
  return page.getByRole('progressbar', { name: 'Loading reports...' });
}

/** The banner's text, if there is a banner. */
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

/** Without the header row. */
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

/** Makes every call to these addresses fail. */
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

/** Modifies the server's figures before the screen receives them. */
export async function changeFigures(page: Page, change: (bundle: Bundle) => void): Promise<void> {
  await page.route(FIGURES, async (route) => {
    const response = await route.fetch();
    const bundle = (await response.json()) as Bundle;
    change(bundle);
    await route.fulfill({ response, json: bundle });
  });
}

/** Replaces figures of the period before a day. @returns the first days of the periods requested so far */
export async function changeFiguresBefore(
  page: Page,
  day: string,
  before: Readonly<Record<string, unknown>>,
): Promise<ReadonlySet<string>> {
  const starts = new Set<string>();
  await changeFigures(page, ({ periods }) => {
    for (const period of periods.filter(({ endDate }) => endDate === addDays(day, -1))) {
      starts.add(period.startDate);
      Object.assign(period.figures, before);
    }
  });
  return starts;
}

/** Makes only these figures fail, for the filter and every period. */
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

/** Delays calls to the address until they are released. */
export async function hold(page: Page, address: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await held.promise;
    await route.fallback();
  });
  return held.resolve;
}
