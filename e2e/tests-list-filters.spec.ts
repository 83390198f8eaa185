/** The list's filters work before its rows have arrived. */
import type { Page } from '@playwright/test';
import { expect, step, test } from './console.ts';
import { rows, table } from './list-screen.ts';
import { T } from './made-tests.ts';

/** Delays the list's response until it is released. */
async function holdRows(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(`**${T}/deliverabilitytest/all*`, async (route) => {
    await held.promise;
    await route.fallback();
  });
  return held.resolve;
}

test('a filter used before the rows have arrived opens after a click, and keeps the focus and stays closed otherwise', async ({
  console: page,
}) => {
  const filters = page.getByRole('search', { name: 'Filters' });
  await step(page, 'clicked', async () => {
    const release = await holdRows(page);
    await page.goto('/tests');
    await filters.getByRole('combobox', { name: 'Execution Status' }).click();
    await page.getByRole('option', { name: 'Failed', exact: true }).click();
    await page.waitForURL('**/tests?executionStatus=FAILED');
    await expect(table(page)).toHaveAttribute('aria-busy', 'true');
    release();
    await expect(table(page)).toHaveAttribute('aria-busy', 'false');
    await expect(filters.getByRole('combobox', { name: 'Execution Status' })).toHaveValue('Failed');
  });
  await step(page, 'focused', async () => {
    const release = await holdRows(page);
    await page.goto('/tests?testType=IMMEDIATE');
    const filter = filters.getByRole('combobox', { name: 'Test Type' });
    await expect(filter).toHaveValue('Immediate');
    const place = await filter.boundingBox();
    await filter.focus();
    release();
    await expect(rows(page)).not.toHaveCount(0);
    await expect(table(page)).toHaveAttribute('aria-busy', 'false');
    await expect(filter).toBeFocused();
    await expect(page.getByRole('listbox')).toHaveCount(0);
    // No layout shift.
    expect(await filter.boundingBox()).toEqual(place);
  });
});
