/** The Tests list by its handles, and answers of the server changed on their way to it. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Test } from '@textprobe/contract/tests';
import { T } from './made-tests.ts';

export async function openTests(page: Page): Promise<void> {
  await page.goto('/tests');
  await expect(page.getByRole('heading', { name: 'Tests', level: 1 })).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
}

/** Where the list of one office's tests stands. */
export function listAddress({ officeId }: { readonly officeId: number }): string {
  return `/tests?officeId=${officeId}`;
}

export function table(page: Page): Locator {
  return page.getByRole('table', { name: 'Tests', exact: true });
}

/** Without the heads. Hidden placeholders do not count. */
export function rows(page: Page): Locator {
  return table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });
}

/** What each row offers, by the name that a screen reader tells. */
type RowAction = 'Update' | 'Report of' | 'Delete' | 'More actions for';

/** A row's button or link by its whole name: test 2 is not test 20. */
export function rowAction(place: Page | Locator, action: RowAction, testId: number): Locator {
  return place.getByLabel(`${action} test ${testId}`, { exact: true });
}

/** The row of one test. */
export function rowOf(page: Page, testId: number): Locator {
  return rows(page).filter({ hasText: new RegExp(`#${testId}\\b`) });
}

/** Has each test that the list is answered with changed first; the rest of the answer stays the server's. */
export async function answerList(
  page: Page,
  change: (test: Test, index: number) => Partial<Test>,
): Promise<void> {
  await page.route(`**${T}/deliverabilitytest/all*`, async (route) => {
    const response = await route.fetch();
    const tests = (await response.json()) as Test[];
    await route.fulfill({ response, json: tests.map(change) });
  });
}

/** Live events stay away: a stream that never opens. Only the list's own minutes count then. */
export async function withoutLiveEvents(page: Page): Promise<void> {
  await page.route('**/api/live', () => {});
}
