/** The run strip of a test with more runs than its report contains: older runs load in pages. */
import type { Page } from '@playwright/test';
import type { Report } from '@textprobe/contract/messages';
import type { Run } from '@textprobe/contract/schedules';
import { expectAccessible } from './axe.ts';
import { expect, test } from './console.ts';
import { openReport, REPORT } from './report-screen.ts';

const RUNS = '**/deliverabilitytestlogs/runs*';
const PAGE = 100;
const DAY_MS = 86_400_000;

/** 250 daily runs, newest first, with ids that increase by day. */
const ALL: Run[] = Array.from({ length: 250 }, (_, index) => {
  const at = (hour: string) =>
    `${new Date(Date.UTC(2026, 10, 21) - index * DAY_MS).toISOString().slice(0, 10)}T${hour}-08:00`;
  return {
    runId: 250 - index,
    dueAt: at('02:30:00.000'),
    creationTimestamp: at('02:30:00.040'),
    closedAt: at('02:31:00.000'),
    status: 'DELIVERED',
    reason: null,
    messages: { total: 18, settled: 18, received: 18, known: 18 },
  };
});

async function answerLong(page: Page): Promise<void> {
  await page.route(REPORT, async (route) => {
    const url = new URL(route.request().url());
    url.searchParams.delete('runId');
    const response = await route.fetch({ url: url.href });
    const report = (await response.json()) as Report;
    const test = { ...report.test, testType: 'RECURRING' as const };
    await route.fulfill({ response, json: { ...report, test, runs: ALL.slice(0, PAGE), runCount: 250 } });
  });
  await page.route(RUNS, (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
    const next = from + PAGE;
    const headers = next < ALL.length ? { 'X-Next-Cursor': String(next) } : {};
    return route.fulfill({ json: ALL.slice(from, next), headers });
  });
}

function strip(page: Page) {
  return page.getByRole('region', { name: /^Runs/ });
}

test('REPORT-4 older runs load in pages, without moving the visible ones', async ({
  console: page,
  settled: world,
}) => {
  await answerLong(page);
  await openReport(page, world.everyEnd);
  await expect(strip(page)).toContainText('The newest 100 are shown.');
  await expect(strip(page).getByRole('radio')).toHaveCount(101);
  const older = strip(page).getByRole('button', { name: 'Older runs' });
  await older.focus();
  const oldest = strip(page).getByRole('radio', { name: 'Aug 14' });
  await expect(oldest).toBeInViewport();
  const before = await oldest.boundingBox();
  await page.keyboard.press('Enter');
  await expect(strip(page)).toContainText('The newest 200 are shown.');
  await expect(older).toBeFocused();
  expect((await oldest.boundingBox())?.x).toBeCloseTo(before?.x ?? 0, 0);
  // The colors of 200 similar cells are checked elsewhere.
  await expectAccessible(page, { contrast: 'skip' });

  await page.keyboard.press('Enter');
  await expect(strip(page).getByRole('radio')).toHaveCount(251);
  await expect(strip(page).getByText('are shown')).toBeHidden();
  // The button is removed after the last page: the first run has the focus.
  await expect(older).toBeHidden();
  await expect(strip(page).getByRole('radio').nth(1)).toBeFocused();
  await page.keyboard.press('Space');
  await page.waitForURL('**run=1');
});

test('REPORT-7 a URL with an old run finds and shows it', async ({ console: page, settled: world }) => {
  await answerLong(page);
  await page.goto(`/test-report/${world.everyEnd}?run=7`);
  const chosen = strip(page).getByRole('radio', { checked: true });
  await expect(chosen).toContainText('Mar 23');
  await expect(chosen).toBeInViewport({ ratio: 1 });
});
