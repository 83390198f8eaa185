/**
 * Accessibility of every screen: a unique page title, no axe violations in light or dark, wide or narrow, no information only
 * in a `title` attribute, and no horizontal scrolling except in tables.
 */
import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBoth } from './axe.ts';
import { expect, expectComplaints, expectNarrow, test, type World } from './console.ts';
import { createButton, fillIn, openCreateTest, openPicker } from './create-form.ts';
import { listAddress, rows } from './list-screen.ts';
import { idOf } from './made-tests.ts';
import { PUBLIC_SCREENS, SCREENS, type ScreenState, SESSION_ENDED } from './screens.ts';

/** A laptop at 200% zoom (1440 × 900 becomes 720 × 450), a phone, and the 320 CSS pixels of WCAG 2.2 1.4.10. */
const LAPTOP = { width: 720, height: 450 };
const PHONE = { width: 390, height: 844 };
const NARROWEST = { width: 320, height: 640 };
const WINDOWS = [LAPTOP, PHONE, NARROWEST];

/** The emoji library puts grid roles on list elements. */
function emojiGrid(rule: string, target: string): boolean {
  return rule === 'aria-allowed-role' && /^(ul|li\[data-epr-category="\w+"\])$/.test(target);
}

function alert(page: Page) {
  return page.getByRole('alertdialog');
}

async function expectTitled(page: Page, title: RegExp): Promise<void> {
  await expect(page).toHaveTitle(title);
  const facts = page.locator('[title]').evaluateAll((all) => all.map(({ outerHTML }) => outerHTML));
  expect(await facts).toEqual([]);
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  for (const size of WINDOWS) {
    await page.setViewportSize(size);
    await expectNarrow(page);
  }
}

async function expectScreenAccessible(page: Page, world: World, { title, open }: ScreenState): Promise<void> {
  await open(page, world);
  await expectTitled(page, title);
  await expectAccessibleInBoth(page);
  await expectNoSidewaysScroll(page);
  // Narrow screens have the same colors.
  await page.setViewportSize(PHONE);
  await expectAccessible(page, { contrast: 'skip' });
}

for (const { name, title, open } of PUBLIC_SCREENS) {
  test(`${name} is accessible, wide and narrow, light and dark`, async ({ page, world }) => {
    for (const [colorScheme, scope] of [
      ['light', {}],
      ['dark', { contrast: 'only' }],
    ] as const) {
      // These pages read the color scheme once, when they load.
      await page.emulateMedia({ colorScheme });
      await open(page, world);
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      await expectAccessible(page, scope);
    }
    await expectTitled(page, title);
    await expectNoSidewaysScroll(page);
  });
}

for (const screen of SCREENS) {
  test(`${screen.name} is accessible, wide and narrow, light and dark`, async ({
    console: page,
    settled: world,
  }) => expectScreenAccessible(page, world, screen));
}

test('Create Test has no axe violations: empty, with a picker open, with the emoji picker open', async ({
  console: page,
}) => {
  await openCreateTest(page);
  await expectAccessibleInBoth(page);
  await openPicker(page, 'Phone Numbers');
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Emoji', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Emoji' }).getByRole('gridcell').first()).toBeVisible();
  await expectAccessibleInBoth(page, { tolerates: emojiGrid });
});

test('Create Test has no axe violations: filled in, refused, sent', async ({ console: page, complaints }) => {
  await openCreateTest(page);
  await createButton(page).click();
  await expect(alert(page)).toBeVisible();
  await expectAccessibleInBoth(page);
  await alert(page).getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('Choose at least one test phone.')).toBeVisible();
  await expectAccessibleInBoth(page);
  await expectComplaints(complaints, /status of 422/, /Failed to create the test/);
  await fillIn(page, 'Hi {first_name} 👋');
  await expectAccessibleInBoth(page);
  await createButton(page).click();
  await expect(alert(page)).toContainText('Test created successfully!');
  await expectAccessibleInBoth(page);
});

test('Tests has no axe violations: with a filter open, with an alert, empty, with the phone menu', async ({
  console: page,
  world,
}) => {
  await test.step('empty', async () => {
    // No test is sent from that office.
    await page.goto(listAddress({ officeId: idOf(world.ids.offices, 'Provo') }));
    await expect(rows(page)).toHaveText(['No tests found matching the current filters.']);
    await expectAccessibleInBoth(page);
  });
  await test.step('a filter, an alert and the phone menu', async () => {
    await page.goto(listAddress({ officeId: idOf(world.ids.offices, 'Berkeley') }));
    await expect(rows(page).first()).toContainText('Bayview Dental');
    await page.getByRole('combobox', { name: 'Execution Status' }).click();
    await expect(page.getByRole('listbox', { name: 'Execution Status' })).toBeVisible();
    await expectAccessibleInBoth(page);
    await page.keyboard.press('Escape');
    await page
      .getByRole('button', { name: /^Delete test/ })
      .first()
      .press('Enter');
    await expect(alert(page)).toBeVisible();
    await expectAccessibleInBoth(page);
    await page.keyboard.press('Escape');
    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await expect(page.getByRole('link', { name: 'Analytics' })).toBeVisible();
    await expectNarrow(page);
    await expectAccessible(page);
  });
});

test('the screens for a missing report, test or page have no axe violations', async ({
  console: page,
  complaints,
}) => {
  for (const [address, text] of [
    ['/test-report/987654', 'Failed to load test report'],
    ['/update-test/987654', 'Test not found.'],
    ['/nowhere', 'There is no page at this address.'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByText(text).first()).toBeVisible();
    await expectAccessibleInBoth(page);
  }
  await expectComplaints(complaints, /status of 404/, /Failed to load the test report/);
});

test('on a phone, neither a long word nor a picker makes Create Test scroll horizontally', async ({
  console: page,
}) => {
  await page.setViewportSize(PHONE);
  await openCreateTest(page);
  await fillIn(page, `One long word: ${'x'.repeat(120)}`);
  await page.getByRole('button', { name: 'Emoji', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Emoji' }).getByRole('gridcell').first()).toBeVisible();
  await expectNarrow(page);
  await page.keyboard.press('Escape');
  await openPicker(page, 'Phone Numbers');
  await expectNarrow(page);
});

test('the login dialog over a form is accessible, and fits on a phone', async ({
  console: page,
  world,
  complaints,
}) => {
  await SESSION_ENDED.open(page, world);
  await expectNoSidewaysScroll(page);
  const dialog = page.getByRole('dialog');
  for (const size of WINDOWS) {
    await page.setViewportSize(size);
    if (size === LAPTOP) await expectAccessibleInBoth(page);
    else await expectAccessible(page, { contrast: 'skip' });
    // The whole dialog is visible, including the password and the button to the login page.
    for (const part of [
      dialog,
      dialog.getByLabel('Password'),
      dialog.getByRole('button', { name: /login page/ }),
    ]) {
      await part.scrollIntoViewIfNeeded();
      await expect(part).toBeInViewport({ ratio: 0.99 });
    }
  }
  await expectComplaints(complaints, /status of 401/);
});

test('nothing is animated with reduced motion', async ({ console: page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/tests');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const longest = await page.evaluate(() => {
    const probe = document.createElement('span');
    probe.className = 'turning';
    document.body.append(probe);
    const seconds = [...document.querySelectorAll('*')].flatMap((element) => {
      const { animationDuration, transitionDuration } = getComputedStyle(element);
      return `${animationDuration},${transitionDuration}`.split(',').map((time) => Number.parseFloat(time));
    });
    const times = getComputedStyle(probe).animationIterationCount;
    probe.remove();
    return { seconds: Math.max(...seconds), times };
  });
  expect(longest.seconds).toBeLessThanOrEqual(0.001);
  expect(longest.times).toBe('1');
});
