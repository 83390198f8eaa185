/** What carriers claim compared with what handsets saw, and the filter on verdicts (EVIDENCE-4). */
import { choose, filter, logs, openAnalytics, showFilters, test } from './analytics-screen.ts';
import { expectAccessible } from './axe.ts';
import { expect } from './console.ts';

/** Of the 31 messages judged by handsets, receipts claim 25 (4 × 6 phones, and one), and handsets received 21 (4 × 5, and one). */
const WORDS = 'Carriers claimed 80.6%, handsets saw 67.7%';

test('EVIDENCE-4 analytics compares claims with arrivals, and links to the messages with a receipt only', async ({
  console: page,
}) => {
  await openAnalytics(page);
  const card = page.getByRole('region', { name: WORDS });
  await expect(card).toContainText('Of 31 messages with a known outcome, sent to phones that report.');
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Show messages with a receipt only' }).click();
  await page.waitForURL('**/reports?verdict=receipt+only');
  await expect(logs(page)).toHaveCount(4);
  await expect(page.getByRole('region', { name: 'Carriers claimed 100%, handsets saw 0%' })).toBeVisible();
  await expect(page.getByText('Verdict applies to messages only')).toBeVisible();

  await showFilters(page);
  await expect(filter(page, 'Verdict')).toHaveValue('receipt only');
  await choose(page, 'Verdict', 'lost');
  await page.waitForURL('**/reports?verdict=lost');
  await expect(logs(page)).toHaveCount(4);
});

test('EVIDENCE-4 the trend compares claims with arrivals by carrier, with the number of messages', async ({
  console: page,
}) => {
  await openAnalytics(page, '/reports?tab=trend');
  await expect(page.getByRole('heading', { name: WORDS })).toBeVisible();
  const table = page.getByRole('table', { name: 'Claims and arrivals by carrier' });
  const row = (carrier: string) =>
    table.getByRole('row').filter({ has: page.getByRole('button', { name: carrier }) });
  await expect(row('Verizon').getByRole('cell')).toContainText(['100%', '66.7%', '33.3 points', '12']);
  await expect(row('AT&T')).toBeVisible();
  await expectAccessible(page);
  await row('Verizon').getByRole('button').click();
  await page.waitForURL('**/reports?tab=trend&carrier=Verizon');
  await expect(
    page.getByRole('heading', { name: 'Carriers claimed 100%, handsets saw 66.7%' }),
  ).toBeVisible();
});
