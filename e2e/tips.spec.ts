/** Tooltips: by pointer, keyboard and touch (WCAG 1.4.13). */
import type { Page } from '@playwright/test';
import { expect, step, test } from './console.ts';
import { answerList, openTests, rows } from './list-screen.ts';
import { type DirectoryIds, idOf } from './made-tests.ts';
import { openReport } from './report-screen.ts';

function tip(page: Page) {
  return page.getByRole('tooltip');
}

/** The report link of the first row. */
function reportAction(page: Page) {
  return rows(page)
    .first()
    .getByRole('link', { name: /^Report of test/ });
}

/** Modifies the newest test to have two offices. */
function answerSeveral(page: Page, { offices }: DirectoryIds): Promise<void> {
  const names = ['Oakland', 'Berkeley'];
  const officeIDs = { officeIDs: names.map((name) => idOf(offices, name)) };
  return answerList(page, (test, index) =>
    index === 0 ? { ...test, officeIDs, names: { ...test.names, offices: names } } : test,
  );
}

/** Its abbreviated offices. */
function several(page: Page) {
  return rows(page).first().getByRole('button', { name: 'Oakland +1' });
}

test('WCAG 1.4.13 a tooltip is available by keyboard, stays while the pointer is on it or its element has the focus, and Escape closes it', async ({
  console: page,
  world: { ids },
}) => {
  await step(page, 'all offices of a test are available by keyboard and screen reader', async () => {
    await answerSeveral(page, ids);
    await openTests(page);
    await several(page).focus();
    await page.keyboard.press('Enter');
    await expect(tip(page)).toHaveText('Oakland, Berkeley');
    await expect(several(page)).toHaveAccessibleDescription('Oakland, Berkeley');
  });
  await step(page, 'a focused element, when the pointer moves and the page scrolls', async () => {
    await answerSeveral(page, ids);
    await page.setViewportSize({ width: 1440, height: 420 });
    await openTests(page);
    const last = rows(page)
      .last()
      .getByRole('link', { name: /^Report of test/ });
    await page.keyboard.press('Tab');
    // Out of view: focusing scrolls it into view.
    await last.evaluate((link: HTMLElement) => link.focus({ focusVisible: true } as FocusOptions));
    await expect(last).toBeInViewport();
    await expect(tip(page)).toHaveText('Report');
    await page.mouse.move(700, 30);
    await page.mouse.move(720, 60, { steps: 4 });
    await page.mouse.wheel(0, 40);
    await expect(tip(page)).toHaveText('Report');
    await page.keyboard.press('Tab');
    await expect(tip(page)).not.toHaveText('Report');
    await page.setViewportSize({ width: 1440, height: 900 });
  });
  await step(page, 'the pointer on it, and Escape', async () => {
    await answerSeveral(page, ids);
    await openTests(page);
    await reportAction(page).hover();
    await expect(tip(page)).toHaveText('Report');
    const { x = 0, y = 0, width = 0, height = 0 } = (await tip(page).boundingBox()) ?? {};
    // Slowly across the gap between them, then to its far edge.
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 12 });
    await page.mouse.move(x + 2, y + 2, { steps: 4 });
    await page.clock.install();
    await page.clock.runFor(5_000);
    await expect(tip(page)).toHaveText('Report');
    await page.keyboard.press('Escape');
    await expect(tip(page)).toHaveCount(0);
  });
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a tap shows all offices of a test, and the next tap hides them', async ({
    console: page,
    world: { ids },
  }) => {
    await answerSeveral(page, ids);
    await openTests(page);
    await several(page).tap();
    await expect(tip(page)).toHaveText('Oakland, Berkeley');
    await page.getByRole('heading', { name: 'Tests', level: 1 }).tap();
    await expect(tip(page)).toHaveCount(0);
  });
});

test('DATA-8 each screen with times says once that they are in Los Angeles time', async ({
  console: page,
  settled: world,
}) => {
  for (const [address, words] of [
    ['/tests', /Updated/],
    [`/test-report/${world.everyEnd}`, /^Last updated/],
    ['/reports', /^Last updated/],
    ['/gateways', 'Up since'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('main').getByText(words).first()).toBeVisible();
    await expect(page.getByText(/^Los Angeles time \((PST|PDT)\)$/), address).toHaveCount(1);
  }
});

test('a legend above the executions explains the signs of carrier and handset', async ({
  console: page,
  settled: world,
}) => {
  await openReport(page, world.everyEnd);
  const legend = page.getByRole('list', { name: 'Signs' });
  await expect(legend.getByRole('listitem')).toHaveText([
    'the carrier says',
    'the handset says',
    /^≠\s*they disagree$/,
  ]);
});
