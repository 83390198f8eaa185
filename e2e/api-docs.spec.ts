/** The page that describes the interface, in a real browser under its own content policy. */
import { expect, test } from './console.ts';

test('CALL-23 the interface can be browsed without logging in', async ({ page }) => {
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { name: /^Textprobe/ })).toBeVisible();
  await page
    .getByRole('button', { name: /POST.*deliverabilitytest.*create/ })
    .first()
    .click();
  await expect(page.getByText('One message goes out for each chosen office and phone.')).toBeVisible();
});

test('CALL-23 a call that changes something can be tried out by who is logged in', async ({
  console: page,
}) => {
  // A page of that many calls takes its time on a busy machine, before it answers and before it lets itself be pressed.
  test.setTimeout(180_000);
  await page.goto('/api/docs#/tests/previewSchedule');
  const call = page.locator('#operations-tests-previewSchedule');
  await expect(call.getByRole('button', { name: 'Execute' })).toBeVisible({ timeout: 60_000 });
  const answer = page.waitForResponse('**/preview-schedule', { timeout: 60_000 });
  await call.getByRole('button', { name: 'Execute' }).click({ timeout: 60_000 });
  expect((await answer).status()).toBe(200);
  await expect(call.getByText('"occurrences"').first()).toBeVisible();
});
