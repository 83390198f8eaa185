/** Focus management between screens. */
import type { Page } from '@playwright/test';
import { expect, test } from './console.ts';
import { messageBox } from './create-form.ts';
import { listAddress, openTests, rowAction, rowOf, rows } from './list-screen.ts';
import { idOf } from './made-tests.ts';
import { DAILY_LATER, makePlannedTest } from './planned-tests.ts';

function heading(page: Page, name: string | RegExp) {
  return page.getByRole('heading', { name, level: 1 });
}

test('a new screen is announced by its heading, and Tab continues from there', async ({
  console: page,
  world,
}) => {
  await openTests(page);
  await page.getByRole('link', { name: 'Analytics' }).click();
  await expect(heading(page, 'Reports and Analytics')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeFocused();
  // Tabs and filters keep the focus, because they stay on the screen.
  await page.getByRole('tab', { name: 'Delivery Trend' }).click();
  await page.waitForURL('**/reports?tab=trend');
  await expect(page.getByRole('tab', { name: 'Delivery Trend' })).toBeFocused();

  await page.goBack();
  await page.goBack();
  await expect(heading(page, 'Tests')).toBeFocused();
  await page.goto(`/tests?officeId=${world.ids.offices.get('Berkeley')}`);
  const report = rows(page)
    .first()
    .getByRole('link', { name: /report/i });
  await report.press('Enter');
  await expect(heading(page, /^Test Report/)).toBeFocused();
  await page.getByRole('link', { name: 'Back to Tests' }).click();
  await expect(heading(page, 'Tests')).toBeFocused();
});

test('Create Test focuses its first field; a loaded page starts at the top', async ({ console: page }) => {
  await openTests(page);
  await expect(heading(page, 'Tests')).not.toBeFocused();
  await page.getByRole('navigation').getByRole('link', { name: 'Create Test' }).click();
  await expect(messageBox(page)).toBeFocused();
});

test('WCAG 2.4.3 when the focused element disappears, the focus moves to the next row or the heading', async ({
  console: page,
  world: { request, ids },
}) => {
  const planned = () =>
    makePlannedTest(request, ids, { from: ['Provo'], to: ['Avery'], content: DAILY_LATER });
  const { testId: older } = await planned();
  const { testId: newer } = await planned();
  await page.goto(listAddress({ officeId: idOf(ids.offices, 'Provo') }));
  const remove = async (testId: number) => {
    await rowAction(page, 'Delete', testId).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await expect(rowOf(page, testId)).toHaveCount(0);
  };
  await remove(newer);
  await expect(rowOf(page, older).getByRole('checkbox')).toBeFocused();
  await remove(older);
  await expect(heading(page, 'Tests')).toBeFocused();

  // The same for a button that removes itself.
  await page.goto('/reports?status=failed&carrier=Verizon');
  await page.getByRole('button', { name: /^Status.*remove the filter$/ }).press('Enter');
  await expect(page.getByRole('button', { name: /^Carrier.*remove the filter$/ })).toBeFocused();
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('Create Test is announced by its heading, without opening the on-screen keyboard', async ({
    console: page,
  }) => {
    await openTests(page);
    await page.getByRole('button', { name: 'Open the menu' }).tap();
    await page.getByRole('navigation').getByRole('link', { name: 'Create Test' }).tap();
    await expect(heading(page, 'Create Test')).toBeFocused();
    await expect(page.getByRole('button', { name: 'Open the menu' })).toBeVisible();
  });
});

interface WatchedWindow extends Window {
  focused?: WeakSet<EventTarget>;
}

/** In the page: from the top, notes what gets the focus. To look for the last control at each press would take twice as long. */
function noteFocus(): void {
  window.scrollTo(0, 0);
  const focused = new WeakSet<EventTarget>();
  (window as WatchedWindow).focused = focused;
  document.addEventListener('focusin', ({ target }) => target !== null && focused.add(target));
}

/** In the page. */
function hadFocus(element: Element): boolean {
  return (window as WatchedWindow).focused?.has(element) ?? false;
}

/** Enough for the longest screen. */
const MOST_TABS = 250;

test('EVIDENCE-6 Tab reaches the last control of a screen without the focus falling back to the body first', async ({
  console: page,
  settled: { everyEnd },
}) => {
  const atBody = () => page.evaluate(() => document.activeElement === document.body);
  for (const address of [`/test-report/${everyEnd}`, '/create-tests', '/reports', '/gateways']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    const links = page.getByRole('main').getByRole('button').or(page.getByRole('main').getByRole('link'));
    await links.last().focus();
    await page.keyboard.press('Tab');
    // What follows the last control of the page is the browser's own.
    while (!(await atBody())) await page.keyboard.press('Tab');
    await page.evaluate(noteFocus);
    let presses = 0;
    do {
      expect(presses).toBeLessThan(MOST_TABS);
      await page.keyboard.press('Tab');
      presses += 1;
    } while (!(await atBody()));
    expect(await links.last().evaluate(hadFocus), `${address} after ${presses} presses of Tab`).toBe(true);
  }
});
