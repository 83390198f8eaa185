/** Page object of the Test Report, and modified server responses. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Report } from '@textprobe/contract/messages';

export const REPORT = '**/deliverabilitytestlogs/report?testId=*';

export async function openReport(page: Page, testId: number): Promise<void> {
  await page.goto(`/test-report/${testId}`);
  await expect(page.getByRole('heading', { name: /^Test Executions/ })).toBeVisible();
  // With names from the directory instead of placeholders.
  await expect(executions(page).first().getByRole('cell').nth(1)).not.toHaveText('');
}

export function executionsTable(page: Page): Locator {
  return page.getByRole('table', { name: /^Test Executions/ });
}

/** One per message, without the details of opened rows. */
export function executions(page: Page): Locator {
  return executionsTable(page)
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: /, details$/ }) });
}

/** The row of the message from an office to a phone. */
export function execution(page: Page, office: string, phone: string): Locator {
  return executions(page).filter({ hasText: office }).filter({ hasText: phone });
}

/** Opens a row and returns its details. */
export async function openExecution(page: Page, row: Locator): Promise<Locator> {
  const opener = row.getByRole('button', { name: /, details$/ });
  await opener.click();
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
  const detail = page.locator(`#${await opener.getAttribute('aria-controls')}`);
  await expect(detail).toBeVisible();
  return detail;
}

/** An entry of the menu "More", which it opens. */
export async function reportAction(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  return page.getByRole('menuitem', { name, exact: true });
}

/** A card or table with the test's properties. */
export function section(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

/** Modifies the server's report. */
export async function answerReport(page: Page, change: (report: Report) => Report): Promise<void> {
  await page.route(REPORT, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change((await response.json()) as Report) });
  });
}

/** Formats an API timestamp, which is in Los Angeles time, like the screens (DATA-8). */
export function shown(timestamp: string | null | undefined): string {
  const [, year, month, day, time] = /^(\d+)-(\d+)-(\d+)T(.{8})/.exec(timestamp ?? '') ?? [];
  return time === undefined ? 'N/A' : `${month}/${day}/${year} ${time}`;
}
