/** Keyboard only: log in, create a test, read its report. */
import type { Page } from '@playwright/test';
import { expect, test } from './console.ts';
import { createButton, messageBox, picker, recipientsLine } from './create-form.ts';
import { PASSWORD, USERNAME } from './program.ts';
import { executions } from './report-screen.ts';

/** Presses Tab until the element has the focus, at most this many times. */
async function tabTo(page: Page, target: ReturnType<Page['locator']>, most = 30): Promise<void> {
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < most; presses += 1) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

test('keyboard only: log in, create a test, open its report and a message', async ({ page }) => {
  await page.goto('/login');
  await tabTo(page, page.getByLabel('Username'));
  await page.keyboard.type(USERNAME);
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Password')).toBeFocused();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/create-tests');

  await expect(messageBox(page)).toBeFocused();
  await page.keyboard.type('Typed by hand, {first_name}');
  for (const [name, words] of [
    ['Partner', ['harbor']],
    ['Client', ['bayview']],
    ['Office', ['oak', 'berk']],
    ['Phone Numbers', ['avery', 'casey']],
  ] as const) {
    await expect(picker(page, name)).toBeEnabled();
    await tabTo(page, picker(page, name));
    await page.keyboard.press('Enter');
    const list = page.getByRole('listbox', { name, exact: true });
    await expect(list).toBeVisible();
    await expect(page.getByLabel(`Search ${name}`)).toBeFocused();
    for (const word of words) {
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(word);
      await expect(list.getByRole('option')).toHaveText([new RegExp(word, 'i')]);
      await page.keyboard.press('Enter');
      await expect(list.getByRole('option').locator('[data-checked]')).toHaveCount(1);
    }
    await page.keyboard.press('Escape');
    await expect(picker(page, name)).toBeFocused();
  }
  await expect(recipientsLine(page)).toHaveText('2 offices × 2 phones = 4 messages of 1 segment');
  await tabTo(page, createButton(page));
  await page.keyboard.press('Enter');

  const created = page.getByRole('alertdialog');
  await expect(created).toContainText('Test created successfully!');
  await expect(created.getByRole('button', { name: 'Open report' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/test-report/*');
  await expect(executions(page)).toHaveCount(4);
  const opener = page.getByRole('button', { name: /, details$/ }).first();
  await tabTo(page, opener, 40);
  await page.keyboard.press('Enter');
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible();
});

test('keyboard only: the first Tab offers to skip the navigation', async ({ console: page }) => {
  await page.goto('/tests');
  await expect(page.getByRole('heading', { name: 'Tests', level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});
