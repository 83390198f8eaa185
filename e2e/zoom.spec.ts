/**
 * Every screen at the widths that are hard: a phone, the 320 CSS pixels of WCAG 2.2 1.4.10, and a laptop's window at 200 %
 * (1440 × 900 becomes 720 × 450). Nothing scrolls sideways but what is a table; and each has a title of its own.
 */
import type { Page } from '@playwright/test';
import { expect, expectAccessibleInBoth, expectComplaints, expectNarrow, test } from './console.ts';
import { DOORS, SCREENS, SESSION_ENDED } from './screens.ts';

const WINDOWS = [
  { width: 720, height: 450 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
];

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  for (const size of WINDOWS) {
    await page.setViewportSize(size);
    await expectNarrow(page);
  }
}

for (const { name, title, open } of DOORS) {
  test(`at 200 % and on a phone ${name} does not scroll sideways`, async ({ page, world }) => {
    await open(page, world);
    await expect(page).toHaveTitle(title);
    await expectNoSidewaysScroll(page);
  });
}

for (const { name, title, open } of SCREENS) {
  test(`at 200 % and on a phone ${name} does not scroll sideways`, async ({
    console: page,
    settled: world,
  }) => {
    await open(page, world);
    await expect(page).toHaveTitle(title);
    await expectNoSidewaysScroll(page);
  });
}

test('at 200 % and on a phone the login in the middle of work has room, and axe finds nothing', async ({
  console: page,
  world,
  complaints,
}) => {
  await SESSION_ENDED.open(page, world);
  await expectNoSidewaysScroll(page);
  const dialog = page.getByRole('dialog');
  for (const size of WINDOWS) {
    await page.setViewportSize(size);
    await expectAccessibleInBoth(page);
    // All of it lies within the window: what is to be typed, and the way out.
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

test('with reduced motion nothing turns or glides', async ({ console: page }) => {
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
