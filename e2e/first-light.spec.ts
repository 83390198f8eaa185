/** A message as an operator sees it: from a fresh start to a settled report, without a reload. */
import type { Locator, Page } from '@playwright/test';
import type { Report } from '@textprobe/contract/messages';
import { expect, test } from './console.ts';
import { choose, createButton, messageBox, openCreateTest, recipientsLine } from './create-form.ts';

function executionRows(page: Page): Locator {
  return page
    .getByRole('table', { name: /Test Executions/ })
    .getByRole('row')
    .filter({ hasText: /Oakland|Berkeley/ });
}

test('SERVER-1 SERVER-2 SERVER-3 a test for 2 offices × 3 phones: six messages are sent, are in progress until their deadline, and become final on screen', async ({
  console: page,
}) => {
  await openCreateTest(page);
  await messageBox(page).fill('Hi {first_name}, {company_name} opens at nine.');
  await choose(page, 'Partner', 'Harbor Health Group');
  await choose(page, 'Client', 'Bayview Dental');
  await choose(page, 'Office', 'Oakland', 'Berkeley');
  // Arrives; is lost; is reported as delivered but does not arrive.
  await choose(page, 'Phone Numbers', 'Avery', 'Blake', 'Emerson');
  await expect(recipientsLine(page)).toContainText('6 messages');

  await createButton(page).click();
  const created = page.getByRole('alertdialog');
  await expect(created).toContainText('Test created successfully!');
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await created.getByRole('button', { name: 'Open report' }).click();
  await page.waitForURL('**/test-report/*');

  await expect(page.getByRole('heading', { name: 'Test Executions (6)' })).toBeVisible();
  await expect(executionRows(page)).toHaveCount(6);
  // Avery's confirm within seconds. A receipt is not enough: handsets have time until the deadline.
  const outcome = page.getByRole('region', { name: 'Outcome' });
  await expect(outcome).toContainText('2 received ÷ 2 known outcomes');
  await expect(outcome).toContainText('In progress4');
  await expect(executionRows(page).filter({ hasText: /confirmed/i })).toHaveCount(2);
  await expect(executionRows(page).filter({ hasText: /lost/i })).toHaveCount(2, { timeout: 30_000 });
  await expect(executionRows(page).filter({ hasText: /receipt only/i })).toHaveCount(2);
  await expect(outcome).toContainText('2 received ÷ 6 known outcomes');
  await expect(outcome).toContainText('33.3%');
  await expect(page.getByText('Partially Delivered').first()).toBeVisible();
  expect(loads, 'the page was never reloaded').toBe(0);

  // The screen agrees with the server.
  const testId = page.url().split('/').at(-1);
  const answer = await page.request.get(`/api/tests/sm/v1/deliverabilitytestlogs/report?testId=${testId}`);
  const report = (await answer.json()) as Report;
  expect(report.test.executionStatus).toBe('PARTIALLY_DELIVERED');
  expect(report.testLogs.map(({ verdict }) => verdict).sort()).toEqual([
    'confirmed',
    'confirmed',
    'lost',
    'lost',
    'receipt only',
    'receipt only',
  ]);
  expect(report.rate.deliveryRate).toBe(33.3);
  for (const log of report.testLogs) {
    expect(log.sent.text).toMatch(/^Hi (Avery|Blake|Emerson), Bayview Dental opens at nine\. #[0-9A-Z]{11}$/);
    expect(log.settled).toBe(true);
  }
  const arrived = report.testLogs.filter(({ reception }) => reception !== null);
  expect(arrived.map(({ reception }) => reception?.comparison)).toEqual(['intact', 'intact']);
});
