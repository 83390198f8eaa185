/** The API documentation page, with its own content security policy. */
import { expect, test } from './console.ts';

// On a busy machine this large page is slow to load and to react.
const SLOW = { timeout: 60_000 };
test.describe.configure({ timeout: 180_000 });

test('CALL-23 the API documentation needs no login', async ({ page }) => {
  // The page draws only the operations in view.
  await page.goto('/api/docs#/tests/createTest');
  await expect(page.getByRole('heading', { name: /^Textprobe/ })).toBeVisible(SLOW);
  await expect(page.getByText('Sends one message for each chosen office and phone.')).toBeVisible(SLOW);
});

test('CALL-23 a logged-in user can try out a write call', async ({ console: page }) => {
  await page.goto('/api/docs#/tests/previewSchedule');
  const call = page.locator('#operations-tests-previewSchedule');
  await expect(call.getByRole('button', { name: 'Execute' })).toBeVisible(SLOW);
  const answer = page.waitForResponse('**/preview-schedule', SLOW);
  await call.getByRole('button', { name: 'Execute' }).click(SLOW);
  expect((await answer).status()).toBe(200);
  await expect(call.getByText('"occurrences"').first()).toBeVisible();
});
