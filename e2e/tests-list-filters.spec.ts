/** The list's filters load after its rows: using one early must work too. */
import type { Page } from '@playwright/test';
import { expect, step, test } from './console.ts';
import { openTests } from './list-screen.ts';

/** Delays the filters' script until it is released. */
async function holdFilters(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/filter-select-*.js', async (route) => {
    await held.promise;
    await route.fallback();
  });
  return held.resolve;
}

test('a filter used before it is loaded opens after a click, and keeps the focus and stays closed otherwise', async ({
  console: page,
}) => {
  await step(page, 'clicked', async () => {
    const release = await holdFilters(page);
    await openTests(page);
    const filters = page.getByRole('search', { name: 'Filters' });
    await filters.getByRole('textbox', { name: 'Execution Status' }).click();
    release();
    await page.getByRole('option', { name: 'Failed', exact: true }).click();
    await page.waitForURL('**/tests?executionStatus=FAILED');
    await expect(filters.getByRole('combobox', { name: 'Execution Status' })).toHaveValue('Failed');
  });
  await step(page, 'focused', async () => {
    const release = await holdFilters(page);
    await page.goto('/tests?testType=RECURRING');
    const filters = page.getByRole('search', { name: 'Filters' });
    const waiting = filters.getByRole('textbox', { name: 'Test Type' });
    await expect(waiting).toHaveValue('Recurring');
    const place = await waiting.boundingBox();
    await waiting.focus();
    release();
    const filter = filters.getByRole('combobox', { name: 'Test Type' });
    await expect(filter).toBeFocused();
    await expect(page.getByRole('listbox')).toHaveCount(0);
    // No layout shift.
    expect(await filter.boundingBox()).toEqual(place);
  });
});
