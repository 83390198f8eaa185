/** The Test Report by its handles, and reports of the server changed on their way to it. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Report } from '@textprobe/contract/messages';

export const REPORT = '**/deliverabilitytestlogs/report?testId=*';

export async function openReport(page: Page, testId: number): Promise<void> {
  await page.goto(`/test-report/${testId}`);
  await expect(page.getByRole('heading', { name: /^Test Executions/ })).toBeVisible();
  // With names from the directory, not their places.
  await expect(executions(page).first().getByRole('cell').nth(1)).not.toHaveText('');
}

export function executionsTable(page: Page): Locator {
  return page.getByRole('table', { name: /^Test Executions/ });
}

/** One a message; an opened one's details are none of them. */
export function executions(page: Page): Locator {
  return executionsTable(page)
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: /, details$/ }) });
}

/** The message of one office to one phone. */
export function execution(page: Page, office: string, phone: string): Locator {
  return executions(page).filter({ hasText: office }).filter({ hasText: phone });
}

/** Opens a row; the answer is what it shows then. */
export async function openExecution(page: Page, row: Locator): Promise<Locator> {
  const opener = row.getByRole('button', { name: /, details$/ });
  await opener.click();
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
  const detail = page.locator(`#${await opener.getAttribute('aria-controls')}`);
  await expect(detail).toBeVisible();
  return detail;
}

/** A card, or the table, of what the test is. */
export function section(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

/** Changes the report that the server answers with. */
export async function answerReport(page: Page, change: (report: Report) => Report): Promise<void> {
  await page.route(REPORT, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change((await response.json()) as Report) });
  });
}

/** A timestamp of the wire, which is in Los Angeles time already, as screens write it (DATA-8). */
export function shown(timestamp: string | null | undefined): string {
  const [, year, month, day, time] = /^(\d+)-(\d+)-(\d+)T(.{8})/.exec(timestamp ?? '') ?? [];
  return time === undefined ? 'N/A' : `${month}/${day}/${year} ${time}`;
}
