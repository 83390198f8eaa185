/** In forced colors, where the system erases backgrounds: selected elements and bars (EVIDENCE-6). */
import type { Locator } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, test } from './console.ts';
import { openCreateTest, pick } from './create-form.ts';
import { untilSettled } from './made-tests.ts';
import { openReport, section } from './report-screen.ts';

function backgroundOf(part: Locator): Promise<string> {
  return part.evaluate((element) => getComputedStyle(element).backgroundColor);
}

test('EVIDENCE-6 forced colors keep the bars, and show what is selected', async ({
  console: page,
  world,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await untilSettled(world.request, world.everyEnd);
  await openReport(page, world.everyEnd);
  const outcome = section(page, 'Outcome');
  const segments = await outcome.locator('[data-verdict]').all();
  const colors = await Promise.all(segments.map(backgroundOf));
  expect(new Set(colors).size).toBeGreaterThanOrEqual(3);

  const chip = outcome.getByRole('button', { name: /^lost/ });
  const before = await backgroundOf(chip);
  await chip.click();
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => backgroundOf(chip)).not.toBe(before);
  const current = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  expect(await backgroundOf(chip)).not.toBe(await backgroundOf(current.first()));

  await openCreateTest(page);
  await pick(page, 'MMS');
  const chosen = page.getByRole('radio', { name: 'MMS' }).locator('+ label');
  const other = page.getByRole('radio', { name: 'SMS' }).locator('+ label');
  expect(await backgroundOf(chosen)).not.toBe(await backgroundOf(other));
  await expectAccessible(page);
});

test('EVIDENCE-6 forced colors show the selected entry of the palette with all of its text', async ({
  console: page,
  world,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openReport(page, world.everyEnd);
  await page.getByRole('button', { name: /^Search/ }).click();
  const selected = page.getByRole('option', { selected: true });
  await expect(selected).toBeVisible();
  const colors = await selected.evaluate((option) => {
    const all = [option, ...option.querySelectorAll('*')].map((element) => getComputedStyle(element).color);
    return { text: [...new Set(all)], background: getComputedStyle(option).backgroundColor };
  });
  expect(colors.text).toHaveLength(1);
  expect(colors.text).not.toContain(colors.background);
});
