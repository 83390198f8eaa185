/** Page object of Update Test; most parts are shared with Create Test. */
import { expect, type Locator, type Page } from '@playwright/test';

export async function openUpdateTest(page: Page, testId: number): Promise<void> {
  await page.goto(`/update-test/${testId}`);
  await expect(updateButton(page)).toBeVisible();
}

export function updateButton(page: Page): Locator {
  return page.getByRole('form', { name: 'Update Test' }).getByRole('button', { name: /^Updat/ });
}
