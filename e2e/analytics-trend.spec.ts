/** Delivery Trend: the charts, the tables with the same figures, and filtering by a click on a segment. */
import type { Page } from '@playwright/test';
import {
  changeFigures,
  FIGURES,
  failFigures,
  filter,
  hold,
  openAnalytics,
  overlay,
  showFilters,
  test,
} from './analytics-screen.ts';
import { colorAt, colorsOf, rowsOf, token } from './canvas.ts';
import { expect, expectComplaints, step } from './console.ts';

const TREND = '/reports?tab=trend';
const FAILED = [/Failed to load the figure/];

/** The chart in the section with this heading. */
function chart(page: Page, heading: string) {
  return page.getByRole('region', { name: heading, exact: true }).getByRole('img');
}

function statusRows(page: Page) {
  const rows = page.getByRole('table', { name: 'Tests by execution status' }).getByRole('row');
  return rows.filter({ has: page.getByRole('cell') });
}

/** Two known days with a gap between them. */
const DAYS = { '2026-11-01': 80, '2026-11-02': null, '2026-11-03': 50 };

function answerDays(page: Page, days: Record<string, number | null>): Promise<void> {
  return changeFigures(page, ({ figures }) => {
    figures['daily-delivery-rates'] = days;
  });
}

test('ANALYTICS-4 a pie of tests by status and a line from 0 to 100 with gaps, with the same filters', async ({
  console: page,
}) => {
  await step(page, 'ANALYTICS-4 both charts, with the filters of the logs', async () => {
    await answerDays(page, DAYS);
    await openAnalytics(page, '/reports?carrier=Verizon');
    await page.getByRole('tab', { name: 'Delivery Trend' }).click();
    await page.waitForURL('**/reports?carrier=Verizon&tab=trend');
    await expect(chart(page, 'Test Execution Status Overview')).toBeVisible();
    await expect(chart(page, 'Message deliverability over time')).toBeVisible();
    await showFilters(page);
    await expect(filter(page, 'Carrier')).toHaveValue('Verizon');
    const carriers = page.getByRole('table', { name: 'Delivery rate by carrier' });
    await expect(carriers.getByRole('rowheader')).toHaveText(['Verizon']);
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await expect(carriers.getByRole('rowheader')).toHaveText(['AT&T', 'T-Mobile', 'Verizon']);
    await page.waitForURL(`**${TREND}`);
  });
  await step(page, 'ANALYTICS-4 the y axis from 0 to 100, and a gap', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await answerDays(page, DAYS);
    await openAnalytics(page, TREND);
    const line = chart(page, 'Message deliverability over time');
    await expect(line).toHaveAccessibleName(
      'Delivery rate by day: 2 known, lowest 50% (Nov 3), highest 80% (Nov 1)',
    );
    const accent = await token(line, '--tp-accent');
    await expect.poll(() => colorsOf(line, 5)).toContain(accent);
    // The grid lines are at 100, 75, 50, 25 and 0; the lowest is the axis.
    const width = (await line.boundingBox())?.width ?? 0;
    const grid = (await rowsOf(line, await token(line, '--tp-line'), width / 2)).filter(
      (row, index, rows) => index === 0 || row - (rows[index - 1] ?? 0) > 2,
    );
    const [top = 0, bottom = 0] = [grid[0], grid.at(-1)];
    expect(grid).toHaveLength(5);
    const points = await rowsOf(line, accent, 2);
    const rowOf = (rate: number) => bottom - (rate / 100) * (bottom - top);
    const near = (rate: number) => points.filter((row) => Math.abs(row - rowOf(rate)) <= 5);
    expect(near(80).length).toBeGreaterThan(0);
    expect(near(50).length).toBeGreaterThan(0);
    // The gap is not bridged.
    expect(points.filter((row) => row > rowOf(74) && row < rowOf(56))).toEqual([]);
    await expect(page.getByRole('table', { name: 'Delivery rate by day' }).getByRole('row')).toHaveText([
      /^Day\s*Delivery rate$/,
      /^Nov 3\s*50%$/,
      /^Nov 2\s*– no outcome known$/,
      /^Nov 1\s*80%$/,
    ]);
  });
});

test('a click on a chart segment or on its row sets the filter', async ({ console: page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await answerDays(page, DAYS);
  await openAnalytics(page, TREND);
  const line = chart(page, 'Message deliverability over time');
  const accent = await token(line, '--tp-accent');
  await expect.poll(() => colorsOf(line, 5)).toContain(accent);
  const { width = 0, height = 0 } = (await line.boundingBox()) ?? {};
  // Anywhere near the last day.
  await line.click({ position: { x: width * 0.9, y: height / 2 } });
  await page.waitForURL('**/reports?tab=trend&startDate=2026-11-03&endDate=2026-11-03');
  await page.goBack();
  await page.getByRole('button', { name: 'Nov 1', exact: true }).click();
  await page.waitForURL('**/reports?tab=trend&startDate=2026-11-01&endDate=2026-11-01');
  await page.goBack();
  const carriers = page.getByRole('table', { name: 'Delivery rate by carrier' });
  await carriers.getByRole('button', { name: 'Verizon', exact: true }).click();
  await page.waitForURL('**/reports?tab=trend&carrier=Verizon');
  await page.getByRole('button', { name: 'Immediate', exact: true }).click();
  await page.waitForURL('**/reports?tab=trend&carrier=Verizon&testType=IMMEDIATE');

  const pie = chart(page, 'Test Execution Status Overview');
  const box = (await pie.boundingBox()) ?? { width: 0, height: 0 };
  const at = { x: box.width / 2 + 30, y: box.height / 2 - 30 };
  await expect.poll(() => colorAt(pie, at.x, at.y)).toBe(await token(pie, '--tp-fill-delivered'));
  await pie.click({ position: at });
  await page.waitForURL('**/tests?executionStatus=DELIVERED&testType=IMMEDIATE');
});

test('ANALYTICS-9 the pie has the five status colors, and a table the same figures', async ({
  console: page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const counts = { DELIVERED: 4, PARTIALLY_DELIVERED: 3, FAILED: 2, EXECUTING: 2, UNEXECUTED: 1 };
  await changeFigures(page, ({ figures }) => {
    figures['execution-status-distribution'] = { executionStatusDistribution: counts };
  });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await openAnalytics(page, TREND);
    const pie = chart(page, 'Test Execution Status Overview');
    await expect(pie).toHaveAccessibleName(
      'Tests by execution status: Delivered 4, Partially Delivered 3, Failed 2, Executing 2, Unexecuted 1',
    );
    const colors: string[] = [];
    for (const status of ['delivered', 'partially-delivered', 'failed', 'executing', 'unexecuted']) {
      colors.push(await token(pie, `--tp-status-${status}`), await token(pie, `--tp-fill-${status}`));
    }
    const fills = colors.filter((_color, index) => index % 2 === 1);
    // Thin lines in the background color separate the segments.
    const ground = await token(pie, '--tp-surface');
    const drawn = async () => (await colorsOf(pie, 300)).filter((color) => color !== ground).toSorted();
    await expect.poll(drawn).toEqual(fills.toSorted());
    // Green, amber, red, purple, blue: the same hue in badge and pie.
    const [green, amber, red, purple, blue] = [0, 2, 4, 6, 8].map((at) => [
      hue(colors[at]),
      hue(colors[at + 1]),
    ]);
    for (const [found, least, most] of [
      [green, 120, 160],
      [amber, 30, 50],
      [red, -10, 15],
      [purple, 245, 275],
      [blue, 205, 225],
    ] as const) {
      for (const one of found ?? []) {
        expect(one).toBeGreaterThanOrEqual(least);
        expect(one).toBeLessThanOrEqual(most);
      }
    }
    await expect(page.getByRole('table', { name: 'Tests by execution status' }).getByRole('row')).toHaveText([
      /^Status\s*Tests\s*Share$/,
      /^Delivered\s*4\s*33.3%$/,
      /^Partially Delivered\s*3\s*25%$/,
      /^Failed\s*2\s*16.7%$/,
      /^Executing\s*2\s*16.7%$/,
      /^Unexecuted\s*1\s*8.3%$/,
    ]);
  }
});

/** Hue in degrees, from -60 (purplish red). */
function hue(color = ''): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const most = Math.max(red, green, blue);
  const span = most - Math.min(red, green, blue);
  if (most === red) return (60 * (green - blue)) / span;
  return most === green ? 120 + (60 * (blue - red)) / span : 240 + (60 * (red - green)) / span;
}

test('ANALYTICS-10 rates cover 30 days, 24 hours and six months; unknown values are gaps', async ({
  console: page,
  analytics: { reports },
}) => {
  await openAnalytics(page, TREND);
  const table = (name: string) => page.getByRole('table', { name, exact: true });
  const rows = (name: string) => table(name).getByRole('rowheader');
  // All data was sent when this file started: usually on one day, in one hour.
  const sent = reports.flatMap(({ testLogs }) => testLogs.flatMap((log) => log.messageSentTimestamp ?? []));
  const known = (label: (sentAt: string) => string) => new Set(sent.map(label));
  for (const [name, count, labels] of [
    ['Delivery rate by day', 30, known((at) => dayWords(at))],
    ['Delivery rate by hour of the day', 24, known((at) => `${at.slice(11, 13)}:00`)],
    ['Delivery rate by month', 6, known((at) => `${dayWords(at).slice(0, 3)} ${at.slice(0, 4)}`)],
  ] as const) {
    await expect(rows(name)).toHaveCount(count);
    expect(labels.size, name).toBeGreaterThan(0);
    for (const head of await rows(name).all()) {
      const label = (await head.innerText()).trim();
      const value = head.locator('..').getByRole('cell');
      await expect(value, `${name}: ${label}`).toHaveText(
        labels.has(label) ? /^\d[\d.]*%$/ : '– no outcome known',
      );
    }
  }
  await expect(rows('Messages by message type')).toHaveText(['SMS', 'MMS']);
  await expect(rows('Messages by test type')).toHaveText(['Immediate', 'Scheduled', 'Recurring']);
});

/** A timestamp from the API as `Nov 1`. */
function dayWords(timestamp: string): string {
  return new Date(`${timestamp.slice(0, 10)}T12:00:00Z`).toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
}

test('ANALYTICS-1 while figures load, no table shows them as missing or as 0', async ({ console: page }) => {
  const release = await hold(page, FIGURES);
  await page.goto(TREND);
  await expect(page.getByRole('heading', { name: 'Test Execution Status Overview' })).toBeVisible();
  const tables = page.getByRole('tabpanel').getByRole('table');
  await expect(tables).toHaveCount(10);
  await expect(overlay(page)).toBeVisible();
  for (const table of await tables.all()) {
    await expect(table).toHaveAttribute('aria-busy', 'true');
    await expect(table).not.toContainText(/No data|\d|–/);
  }
  await expect(page.getByText(/No Data/i)).toHaveCount(0);
  release();
  await expect(page.getByRole('table', { name: 'Delivery rate by day' })).toContainText(/\d%/);
  await expect(overlay(page)).toBeHidden();
  for (const table of await tables.all()) await expect(table).not.toHaveAttribute('aria-busy', 'true');
});

test('EVIDENCE-4 a trend of one day, or of none, is a sentence that says what is missing', async ({
  console: page,
}) => {
  await answerDays(page, { '2026-11-01': null, '2026-11-02': 95, '2026-11-03': null });
  await openAnalytics(page, TREND);
  const card = page.getByRole('region', { name: 'Message deliverability over time', exact: true });
  // The count is that of the day, on which nothing was sent.
  await expect(card).toContainText(
    'One day so far: 95% of messages with a known outcome arrived on Nov 2 (0 received).',
  );
  await expect(card).toContainText('A trend needs two days.');
  await expect(card.getByRole('img')).toHaveCount(0);
  await answerDays(page, { '2026-01-01': null });
  await openAnalytics(page, `${TREND}&startDate=2026-01-01&endDate=2026-01-01`);
  await expect(card).toContainText(
    'No outcome is known for Jan 1.A trend needs two days. Widen the date range.',
  );
});

test('ANALYTICS-11 an empty line chart or a gray pie if its figures fail', async ({
  console: page,
  complaints,
}) => {
  await step(page, 'ANALYTICS-11 shows an empty line chart if daily rates fail', async () => {
    await failFigures(page, 'daily-delivery-rates');
    await openAnalytics(page, TREND);
    const line = chart(page, 'Message deliverability over time');
    await expect(line).toHaveAccessibleName('Delivery rate by day: No Data');
    const accent = await token(line, '--tp-accent');
    const gridColor = await token(line, '--tp-line');
    await expect.poll(() => colorsOf(line, 100)).toContain(gridColor);
    expect(await colorsOf(line, 1)).not.toContain(accent);
    await expect(page.getByRole('table', { name: 'Delivery rate by day' })).toContainText('No data');
    await expect(chart(page, 'Test Execution Status Overview')).toHaveAccessibleName(/Delivered 1/);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expectComplaints(complaints, ...FAILED);
  });
  await step(page, "ANALYTICS-11 shows a gray 'No Data' pie if the status chart fails", async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await failFigures(page, 'execution-status-distribution');
    await openAnalytics(page, TREND);
    const pie = chart(page, 'Test Execution Status Overview');
    await expect(pie).toHaveAccessibleName('Tests by execution status: No Data');
    await expect(page.getByText('No Data', { exact: true })).toBeVisible();
    // An unknown count is not shown as 0.
    for (const row of await statusRows(page).all()) await expect(row).toHaveText(/–\s*–$/);
    const gray = await token(pie, '--tp-line-strong');
    await expect.poll(() => colorsOf(pie, 300)).toEqual([gray]);
    await expectComplaints(complaints, ...FAILED);
  });
});
