/** Reports and Analytics: test cards compared with the previous period, and with date filters. */
import {
  card,
  changeFigures,
  changeFiguresBefore,
  failIn,
  figure,
  openAnalytics,
  test,
} from './analytics-screen.ts';
import { expect, expectComplaints, step } from './console.ts';

const NONE = { UNEXECUTED: 0, EXECUTING: 0, DELIVERED: 0, PARTIALLY_DELIVERED: 0, FAILED: 0 };

test('ANALYTICS-6, ANALYTICS-10, ANALYTICS-11 test cards follow the dates and are compared with the previous period, unless it fails', async ({
  console: page,
  complaints,
}) => {
  await test.step('ANALYTICS-6 test figures follow the dates: tests created on these days are counted', async () => {
    await openAnalytics(page);
    await expect(figure(page, 'Execution Success Rate')).toHaveText('100%');
    await openAnalytics(page, '/reports?endDate=2026-01-01');
    await expect(figure(page, 'Execution Success Rate')).toHaveText('–');
    await expect(page.getByText('By creation date', { exact: true })).toBeVisible();
    await expect(card(page, 'Unexecuted Tests')).toContainText('Not started yet, of 0 tests');
  });
  await step(page, 'ANALYTICS-10 test cards are compared with the previous period', async () => {
    const before = {
      'execution-success-rate': { executionSuccessRate: 90 },
      'fully-delivered-rate': { fullyDeliveredRate: 33.3 },
      'execution-status-counts': { executionStatusCounts: { ...NONE, UNEXECUTED: 4, DELIVERED: 9 } },
    };
    const starts = await changeFiguresBefore(page, '2026-02-01', before);
    await openAnalytics(page, '/reports?startDate=2026-02-01');
    await expect(card(page, 'Execution Success Rate')).toContainText('10 points higher than');
    await expect(card(page, 'Execution Success Rate')).toContainText('– 01/31/2026 (90%)');
    await expect(card(page, 'Fully Delivered Rate')).toContainText('the same as');
    await expect(card(page, 'Unexecuted Tests')).toContainText('100% fewer than');
    await expect(card(page, 'Executing Tests')).toContainText('0 in');
    expect(starts.size).toBe(1);

    await openAnalytics(page);
    await expect(card(page, 'Execution Success Rate')).toContainText('Last 7 days: 100%');
    await expect(card(page, 'Execution Success Rate')).toContainText('None completed in the previous 7 days');
  });
  await step(page, 'ANALYTICS-11 shows no comparison if the previous period cannot be loaded', async () => {
    await changeFigures(page, ({ periods }) => {
      for (const period of periods) failIn(period, Object.keys(period.figures));
    });

    await openAnalytics(page, '/reports?startDate=2026-02-01');
    await expect(figure(page, 'Execution Success Rate')).toHaveText('100%');
    await expect(card(page, 'Messages').getByText(/01\/31\/2026/)).toBeHidden();
    await expect(card(page, 'Execution Success Rate').getByText(/01\/31\/2026/)).toBeHidden();
    await expect(card(page, 'Executing Tests').locator('dd')).toHaveCount(2);
    await expectComplaints(complaints, /Failed to load the figure/);
  });
});
