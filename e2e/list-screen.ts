/** Page object of the Tests list, and modified server responses. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Test } from '@textprobe/contract/tests';
import { T } from './made-tests.ts';

export async function openTests(page: Page): Promise<void> {
  await page.goto('/tests');
  await expect(page.getByRole('heading', { name: 'Tests', level: 1 })).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
}

/** The address of the list for one office. */
export function listAddress({ officeId }: { readonly officeId: number }): string {
  return `/tests?officeId=${officeId}`;
}

export function table(page: Page): Locator {
  return page.getByRole('table', { name: 'Tests', exact: true });
}

/** Without the header row and hidden placeholders. */
export function rows(page: Page): Locator {
  return table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });
}

/** The actions of a row by accessible name. */
type RowAction = 'Update' | 'Report of' | 'Delete' | 'More actions for';

/** A row's button or link by its full name: test 2 is not test 20. */
export function rowAction(place: Page | Locator, action: RowAction, testId: number): Locator {
  return place.getByLabel(`${action} test ${testId}`, { exact: true });
}

/** The row of one test. */
export function rowOf(page: Page, testId: number): Locator {
  return rows(page).filter({ hasText: new RegExp(`#${testId}\\b`) });
}

/** Modifies each test in the list's responses; the rest is unchanged. */
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

/** Blocks live events, so that only the list's own polling refreshes it. */
export async function withoutLiveEvents(page: Page): Promise<void> {
  await page.route('**/api/live', () => {});
}
