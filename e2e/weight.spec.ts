/** The transferred size of screens, and that they contact no other host. Sizes do not depend on the machine. */
import { gzipSync } from 'node:zlib';
import type { Page, Request } from '@playwright/test';
import { expect, test } from './console.ts';
import { openCreateTest } from './create-form.ts';
import { openTests } from './list-screen.ts';
import { openReport } from './report-screen.ts';

/** Script loaded before any interaction, in gzipped bytes; 1 kB is 1,000 bytes. */
async function scriptWeight(page: Page, open: () => Promise<void>): Promise<number> {
  const scripts: Request[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request);
  });
  await open();
  await page.waitForLoadState('networkidle');
  let bytes = 0;
  for (const script of scripts) {
    const response = await script.response();
    const body = (await response?.body()) ?? Buffer.alloc(0);
    const encoding = await response?.headerValue('content-encoding');
    // Compressing a script that fits into one packet gains nothing.
    if (body.length >= 1_024) expect(encoding, script.url()).toBe('br');
    bytes += gzipSync(body, { level: 6 }).length;
  }
  expect(scripts.length).toBeGreaterThan(0);
  return bytes;
}

test('the login page loads at most 180 kB of script', async ({ page }) => {
  const bytes = await scriptWeight(page, async () => {
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible();
  });
  test.info().annotations.push({ type: 'bytes', description: String(bytes) });
  expect(bytes).toBeLessThanOrEqual(180_000);
});

test('Create Test and Create several load at most 340 kB of script before their lazy parts', async ({
  console: page,
}) => {
  const one = await scriptWeight(page, () => openCreateTest(page));
  const several = await scriptWeight(page, async () => {
    await page.goto('/create-tests/several');
    await expect(page.getByRole('textbox', { name: 'One message per line' })).toBeVisible();
  });
  test.info().annotations.push({ type: 'bytes', description: `${one}, ${several}` });
  expect(Math.max(one, several)).toBeLessThanOrEqual(340_000);
});

test('the list and analytics load at most 340 kB of script, without charts', async ({ console: page }) => {
  const list = await scriptWeight(page, () => openTests(page));
  const analytics = await scriptWeight(page, async () => {
    await page.goto('/reports');
    await expect(page.getByRole('table', { name: /^Logs/ }).getByRole('link').first()).toBeVisible();
  });
  test.info().annotations.push({ type: 'bytes', description: `${list}, ${analytics}` });
  expect(Math.max(list, analytics)).toBeLessThanOrEqual(340_000);
});

test('no request leaves the origin, on any screen', async ({ console: page, program, world }) => {
  const elsewhere: string[] = [];
  page.context().on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== program.url && protocol !== 'data:' && protocol !== 'blob:') elsewhere.push(request.url());
  });
  await openCreateTest(page);
  await page.getByRole('button', { name: 'Emoji', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Emoji' }).getByRole('gridcell').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: 'MMS' }).check();
  await openTests(page);
  await openReport(page, world.everyEnd);
  await page.goto('/reports');
  await page.getByRole('tab', { name: 'Delivery Trend' }).click();
  await expect(page.locator('canvas').first()).toBeVisible();
  await page.goto('/signup');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(elsewhere).toEqual([]);
});
