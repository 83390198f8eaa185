/** The filters of the list come after its rows: whoever reaches for one before that loses nothing by it. */
import type { Page } from '@playwright/test';
import { expect, test } from './console.ts';
import { openTests } from './list-screen.ts';

/** The script of the filters is held back until it is let go. */
async function holdFilters(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/filter-select-*.js', async (route) => {
    await held.promise;
    await route.fallback();
  });
  return held.resolve;
}

test('a filter that is pressed before it has come opens when it has', async ({ console: page }) => {
  const letGo = await holdFilters(page);
  await openTests(page);
  const filters = page.getByRole('search', { name: 'Filters' });
  await filters.getByRole('textbox', { name: 'Execution Status' }).click();
  letGo();
  await page.getByRole('option', { name: 'Failed', exact: true }).click();
  await page.waitForURL('**/tests?executionStatus=FAILED');
  await expect(filters.getByRole('combobox', { name: 'Execution Status' })).toHaveValue('Failed');
});

test('a filter that has the focus before it has come keeps it, and stays closed', async ({
  console: page,
}) => {
  const letGo = await holdFilters(page);
  await page.goto('/tests?testType=RECURRING');
  const filters = page.getByRole('search', { name: 'Filters' });
  const waiting = filters.getByRole('textbox', { name: 'Test Type' });
  await expect(waiting).toHaveValue('Recurring');
  const place = await waiting.boundingBox();
  await waiting.focus();
  letGo();
  const filter = filters.getByRole('combobox', { name: 'Test Type' });
  await expect(filter).toBeFocused();
  await expect(page.getByRole('listbox')).toHaveCount(0);
  // Nothing has moved.
  expect(await filter.boundingBox()).toEqual(place);
});
