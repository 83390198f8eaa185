/** Send these again: from the filtered messages of a report to a test of just their pairs. */
import type { Test } from '@textprobe/contract/tests';
import { expectAccessibleInBoth } from './axe.ts';
import { expect, test } from './console.ts';
import { createButton, messageBox, picker, recipientsLine } from './create-form.ts';
import { T } from './made-tests.ts';
import { executions, openReport } from './report-screen.ts';

test('EVIDENCE-5 Send these again creates a test of just the pairs whose messages are filtered', async ({
  console: page,
  settled: { request, everyEnd },
}) => {
  await openReport(page, everyEnd);
  await expect(page.getByRole('link', { name: 'Send these again' })).toHaveCount(0);
  await page.goto(`/test-report/${everyEnd}?verdict=lost`);
  await expect(executions(page).first()).toBeVisible();
  const lost = await executions(page).count();
  await page.getByRole('link', { name: 'Send these again' }).click();

  await expect(page.getByText(`Copied from test ${everyEnd}.`)).toBeVisible();
  const line = `${lost} pairs of office and phone = ${lost} messages`;
  await expect(recipientsLine(page)).toContainText(line);
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: /Oakland.* → / })
      .first(),
  ).toBeVisible();
  await expectAccessibleInBoth(page);
  // The pairs are part of the kept draft.
  await page.reload();
  await expect(recipientsLine(page)).toContainText(line);
  await messageBox(page).fill('Once more');
  await createButton(page).click();
  await page.getByRole('button', { name: 'Open report' }).click();
  await expect(page).toHaveURL(/test-report\/\d+$/);
  await expect(executions(page)).toHaveCount(lost);
  const testId = Number(page.url().split('/').at(-1));
  const made = (await (await request.get(`${T}/deliverabilitytest/get?testId=${testId}`)).json()) as Test;
  expect(made.pairs).toHaveLength(lost);
  await expect(page.getByText(/chosen pairs? of office and phone/)).toBeVisible();
});

test('EVIDENCE-5 chosen pairs give way to the pickers, which then hold their offices and phones', async ({
  console: page,
  settled: { everyEnd },
}) => {
  await page.goto(`/test-report/${everyEnd}?verdict=lost`);
  await page.getByRole('link', { name: 'Send these again' }).click();
  await expect(picker(page, 'Office')).toHaveCount(0);
  await page.getByRole('button', { name: 'Choose offices and phones instead' }).click();
  await expect(picker(page, 'Office')).toBeVisible();
  await expect(recipientsLine(page)).toHaveText('2 offices × 1 phone = 2 messages of 1 segment');
});
