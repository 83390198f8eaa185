/** The Test Report's table of verdicts by carrier, which filters the executions. */
import { expectAccessible, expectAccessibleInBoth } from './axe.ts';
import { expect, test } from './console.ts';
import { executions, openReport } from './report-screen.ts';

test('EVIDENCE-4 a cell filters by carrier and verdict, a total by carrier, and pressing it again shows all', async ({
  console: page,
  settled: { everyEnd },
}) => {
  await openReport(page, everyEnd);
  const matrix = page.getByRole('table', { name: 'Verdicts by carrier' });
  await expect(matrix.getByRole('row')).toHaveText([
    /^Carrierconfirmedcarrier confirmedlatealteredreceipt onlylostrejectedunknownallReceived ÷ known$/,
    /^AT&T.*40%2 ÷ 5$/,
    /^T-Mobile.*100%6 ÷ 6$/,
    /^Verizon.*66.7%4 ÷ 6$/,
  ]);
  // Zeros are not buttons: three verdicts and the total.
  await expect(matrix.getByRole('row', { name: /^Verizon/ }).getByRole('button')).toHaveCount(4);

  const cell = matrix.getByRole('button', { name: 'AT&T, confirmed 2', exact: true });
  await cell.click();
  await expect(executions(page)).toHaveCount(2);
  await expect(executions(page)).toContainText(['Avery', 'Avery']);
  await expect(page.getByText('2 shown, verdict: confirmed, carrier: AT&T')).toBeVisible();
  await page.reload();
  await expect(cell).toHaveAttribute('aria-pressed', 'true');
  await expect(executions(page)).toHaveCount(2);
  await cell.click();
  await expect(executions(page)).toHaveCount(18);
  await expect(page).toHaveURL(/\/test-report\/\d+$/);

  await matrix.getByRole('button', { name: 'Verizon, all 6', exact: true }).click();
  await expect(executions(page)).toHaveCount(6);
  await page.getByRole('button', { name: 'lost 2', exact: true }).click();
  await expect(page.getByText('No messages match “verdict: lost, carrier: Verizon”.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all', exact: true }).click();
  await expect(executions(page)).toHaveCount(18);
});

test('EVIDENCE-4 the report for the carrier has the messages of the chosen carrier', async ({
  console: page,
  settled: { everyEnd },
}) => {
  await openReport(page, everyEnd);
  await page.getByRole('button', { name: 'T-Mobile, altered 2', exact: true }).click();
  await page.getByRole('button', { name: 'For the carrier', exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: /CSV/ })).toHaveAttribute(
    'href',
    new RegExp(`testId=${everyEnd}&verdict=altered&carrier=T-Mobile$`),
  );
});

test('EVIDENCE-4 the table of carriers fits a phone, in both color schemes', async ({
  console: page,
  settled: { everyEnd },
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openReport(page, everyEnd);
  const cell = page.getByRole('button', { name: 'AT&T, lost 2', exact: true });
  await cell.click();
  await expect(cell).toHaveAttribute('aria-pressed', 'true');
  await expect(cell).toBeInViewport({ ratio: 1 });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBe(0);
  await expectAccessibleInBoth(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectAccessible(page);
});
