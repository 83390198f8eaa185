/** Page object of the command palette. */
import { expect, type Locator, type Page } from '@playwright/test';

export function dialog(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Search and commands' });
}

export function field(page: Page): Locator {
  return dialog(page).getByRole('combobox', { name: 'Search and commands' });
}

export function group(page: Page, name: string): Locator {
  return dialog(page).getByRole('group', { name, exact: true }).getByRole('option');
}

/** The entry that Enter opens. */
export function active(page: Page): Locator {
  return dialog(page).getByRole('option', { selected: true });
}

export async function openPalette(page: Page, text = ''): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(text);
}

/** Presses an arrow key until this entry is active. */
export async function moveTo(page: Page, entry: Locator): Promise<void> {
  await expect(entry).toBeVisible();
  await expect(async () => {
    if ((await entry.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown');
    await expect(entry).toHaveAttribute('aria-selected', 'true', { timeout: 100 });
  }).toPass();
  const id = (await entry.getAttribute('id')) ?? '';
  await expect(field(page)).toHaveAttribute('aria-activedescendant', id);
}
