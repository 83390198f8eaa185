/** Two URL changes in less time than a render: both must take effect, on slow machines too. */
import type { Page } from '@playwright/test';
import { expect, test } from './console.ts';
import { readReport } from './made-tests.ts';
import { executions, openReport } from './report-screen.ts';

/** Clicks both in one task, the second once the URL has changed: before the screen renders, unless it renders at once. */
function pressQuickly(page: Page, ...selectors: readonly [string, string]): Promise<void> {
  return page.evaluate(async (pressed) => {
    for (const selector of pressed) {
      const before = location.href;
      const element = document.querySelector<HTMLElement>(selector);
      if (element === null) throw new Error(`There is no ${selector}`);
      element.click();
      // Rendering is a separate task and runs after these.
      for (let turn = 0; turn < 100 && location.href === before; turn += 1) await Promise.resolve();
      if (location.href === before) throw new Error(`${selector} changed nothing`);
    }
  }, selectors);
}

test('two changes at once both apply: a test type and the other tab, a verdict and a finding', async ({
  console: page,
  settled: world,
}) => {
  await test.step('a test type and the other tab', async () => {
    await page.goto('/reports?tab=trend');
    await expect(page.getByRole('button', { name: 'Immediate', exact: true })).toBeVisible();
    await pressQuickly(page, '[aria-label="Messages by test type"] button', '[role="tab"]');
    await expect(page).toHaveURL(/\/reports\?testType=IMMEDIATE$/);
    await expect(page.getByRole('tab', { name: 'Delivery Logs' })).toHaveAttribute('aria-selected', 'true');
    await expect(
      page.getByRole('button', { name: /^Test Type Immediate *, remove the filter$/ }),
    ).toBeVisible();
  });
  await test.step('a verdict and a finding', async () => {
    await openReport(page, world.everyEnd);
    await pressQuickly(
      page,
      '[aria-label="Show executions by verdict"] button:nth-of-type(2)',
      '[aria-label="Show executions by how they arrived"] button:nth-of-type(2)',
    );
    await expect(page).toHaveURL(/\?verdict=\w+&finding=\w+$/);
    const { searchParams } = new URL(page.url());
    const [verdict, finding] = [searchParams.get('verdict'), searchParams.get('finding')];
    const { testLogs } = await readReport(world.request, world.everyEnd);
    const both = testLogs.filter((log) => log.verdict === verdict && log.finding === finding);
    expect(both.length).toBeGreaterThan(0);
    expect(both.length).toBeLessThan(testLogs.length);
    await expect(executions(page)).toHaveCount(both.length);
    for (const chip of [verdict, `text ${finding}`]) {
      await expect(page.getByRole('button', { name: new RegExp(`^${chip} `), pressed: true })).toBeVisible();
    }
  });
});
