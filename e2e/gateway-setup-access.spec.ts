/** Accessibility of the gateway setup: keyboard only, and no axe violations, narrow or wide, light or dark. */
import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBoth } from './axe.ts';
import { test } from './carrier-fixture.ts';
import { expect, expectComplaints, expectNarrow } from './console.ts';
import {
  button,
  card,
  fillAccount,
  moreSettings,
  openNewGateway,
  openOffices,
  setting,
} from './gateway-form.ts';

/** Checks the current state: wide and on a phone, in light and dark, without horizontal scrolling. */
async function expectAccessibleEverywhere(page: Page): Promise<void> {
  // Narrow screens have the same colors.
  for (const [width, expectNoViolations] of [
    [390, () => expectAccessible(page, { contrast: 'skip' })],
    [1440, () => expectAccessibleInBoth(page)],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoViolations();
    await expectNarrow(page);
  }
}

test('a new gateway has no axe violations: with all settings, refused, and of the other kind', async ({
  console: page,
  complaints,
}) => {
  await openNewGateway(page);
  await page.getByRole('checkbox', { name: 'Use TLS' }).check();
  await moreSettings(page).click();
  await expectAccessibleEverywhere(page);
  await fillAccount(page, 'acme', 1);
  await setting(page, 'tlsCa').fill('no certificate');
  await setting(page, 'window').fill('ten');
  await button(page, 'Test connection').click();
  await expect(setting(page, 'tlsCa')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessibleEverywhere(page);
  await page.getByRole('radio', { name: /^Messages API/ }).check();
  await expectAccessibleEverywhere(page);
  await expectComplaints(complaints, /status of 422/, /Failed to test the gateway/);
});

test('an open office picker and an empty gateway list have no axe violations', async ({ console: page }) => {
  await page.goto('/gateways');
  await page.getByRole('link', { name: 'Offices of carrier lab', exact: true }).click();
  await openOffices(page, 'Offices');
  // The first match is highlighted: Enter selects it.
  await page.getByLabel('Search Offices').fill('o');
  await expect(page.getByRole('option').first()).toHaveAttribute('data-combobox-selected');
  await expectAccessibleEverywhere(page);
  await page.route('**/api/gateways', (route) => route.fulfill({ json: [] }));
  await page.goto('/gateways');
  await expect(page.getByText('No gateway is set up, so nothing can be sent.')).toBeVisible();
  await expectAccessibleEverywhere(page);
});

test('keyboard only: add a gateway, test it, assign it to an office and remove it', async ({
  console: page,
  carrier,
}) => {
  const tabTo = async (target: ReturnType<Page['locator']>) => {
    const isThere = () => target.evaluate((element) => element === document.activeElement);
    for (let presses = 0; presses < 60 && !(await isThere()); presses += 1) await page.keyboard.press('Tab');
    await expect(target).toBeFocused();
  };
  // Each step waits for the focus that it starts from: keys pressed before that go to the screen or dialog below.
  const arriveAt = (name: string) =>
    expect(page.getByRole('heading', { name, exact: true, level: 1 })).toBeFocused();
  await page.goto('/gateways');
  await expect(card(page, 'carrier lab')).toBeVisible();
  await tabTo(page.getByRole('link', { name: 'New gateway' }));
  await page.keyboard.press('Enter');
  await arriveAt('New gateway');
  for (const [name, text] of [
    ['name', 'by hand'],
    ['host', '127.0.0.1'],
    ['port', String(carrier.port)],
    ['systemId', 'textprobe'],
    ['password', 'lab'],
  ] as const) {
    await tabTo(setting(page, name));
    await page.keyboard.type(text);
  }
  await tabTo(button(page, 'Test connection'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('form').getByRole('status')).toContainText('Bound to');
  await expect(button(page, 'Test connection')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(card(page, 'by hand')).toContainText('Up since');
  await arriveAt('Gateways');

  await tabTo(page.getByRole('link', { name: 'Offices of by hand' }));
  await page.keyboard.press('Enter');
  await arriveAt('Offices of by hand');
  const picker = page.getByRole('combobox', { name: 'Offices', exact: true });
  await expect(picker).toBeVisible();
  await tabTo(picker);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Search Offices')).toBeFocused();
  await page.keyboard.type('milwaukee');
  await expect(page.getByRole('option')).toHaveText([/Milwaukee/]);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Search Offices')).toBeHidden();
  await expect(picker).toBeFocused();
  await tabTo(button(page, 'Discard changes'));
  await page.keyboard.press('Enter');
  await tabTo(page.getByRole('link', { name: 'Cancel' }));
  await page.keyboard.press('Enter');
  await arriveAt('Gateways');

  await tabTo(button(page, 'Remove by hand'));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Remove' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(card(page, 'by hand')).toBeHidden();
});
