/** From 1100 px on, tests and messages are tables, and the navigation a rail (EVIDENCE-6). */
import { expect, test } from './console.ts';
import { openTests } from './list-screen.ts';
import { untilSettled } from './made-tests.ts';
import { openReport } from './report-screen.ts';

test('EVIDENCE-6 from 1100 px on tests and messages are tables, beside a rail', async ({
  console: page,
  world,
}) => {
  await untilSettled(world.request, world.everyEnd);
  const screens = [
    ['Message Content', () => openTests(page)],
    ['Target Phone', () => openReport(page, world.everyEnd)],
    ['Carrier', () => page.goto('/reports')],
  ] as const;
  for (const width of [1100, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const [column, open] of screens) {
      await open();
      const head = page.getByRole('columnheader', { name: column }).last();
      await expect.poll(async () => (await head.boundingBox())?.width ?? 0).toBeGreaterThan(40);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      const rail = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
      expect(rail?.width).toBeLessThan(100);
    }
  }
});
