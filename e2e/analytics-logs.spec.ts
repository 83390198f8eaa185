/** Delivery Logs: gauge, cards, log table and exports. */
import { readFile } from 'node:fs/promises';
import {
  card,
  changeFiguresBefore,
  column,
  fail,
  figure,
  filter,
  LOGS,
  logs,
  logsTable,
  openAnalytics,
  showFilters,
  test,
} from './analytics-screen.ts';
import { colorAt, token } from './canvas.ts';
import { expect, expectComplaints, step } from './console.ts';
import { T } from './made-tests.ts';
import { shown } from './report-screen.ts';

const CARDS = [
  'Messages',
  'Received',
  'Average Delay',
  'Execution Success Rate',
  'Fully Delivered Rate',
  'Unexecuted Tests',
  'Executing Tests',
];
const COLUMNS = [
  'Log ID',
  'Test ID',
  'Message',
  'Message Type',
  'Test Type',
  'Carrier',
  'Status',
  'Sent',
  'Received',
  'Created',
];

test('ANALYTICS-3, ANALYTICS-9 a filter panel, seven cards, a table of logs, and a gauge whose green part filters received messages', async ({
  console: page,
  analytics: { reports },
}) => {
  await test.step('ANALYTICS-3 a filter panel that shows and hides, a gauge, seven cards, and a table of logs', async () => {
    await openAnalytics(page);
    const panel = page.getByRole('search', { name: 'Filters' });
    await expect(panel).toBeHidden();
    await showFilters(page);
    await expect(panel).toBeVisible();
    await page.getByRole('button', { name: 'Hide Filters' }).click();
    await expect(panel).toBeHidden();
    await expect(page.getByRole('img', { name: /^Delivery rate: [\d.]+%$/ })).toBeVisible();
    await expect(page.getByRole('main').locator('dl > div > dt')).toHaveText(CARDS);
    await expect(logsTable(page).getByRole('columnheader')).toHaveText(COLUMNS);
  });
  await test.step('ANALYTICS-9 the gauge is 260 x 260 px, 80% of it cut out, received green and the remainder gray', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const gauge = page.getByRole('img', { name: /^Delivery rate/ });
    const box = await gauge.boundingBox();
    expect([box?.width, box?.height]).toEqual([260, 260]);
    const rates = reports.map(({ rate }) => rate);
    const known = rates.reduce((sum, one) => sum + one.known, 0);
    const received = rates.reduce((sum, one) => sum + one.received, 0);
    await expect(page.getByRole('table', { name: 'Delivery rate' }).getByRole('cell').first()).toHaveText(
      `${Math.round((received / known) * 1000) / 10}%`,
    );

    const [green, gray] = [await token(gauge, '--tp-fill-delivered'), await token(gauge, '--tp-line-strong')];
    const at = (turn: number, radius: number) =>
      colorAt(
        gauge,
        130 + radius * Math.sin(turn * 2 * Math.PI),
        130 - radius * Math.cos(turn * 2 * Math.PI),
      );
    await expect.poll(() => at(received / known - 0.02, 117)).toBe(green);
    expect(await at(0.02, 117)).toBe(green);
    expect(await at(received / known + 0.02, 117)).toBe(gray);
    expect(await at(0.98, 117)).toBe(gray);
    // The ring is between 80% and 100% of the radius.
    expect(await at(0.25, 130 * 0.82)).toBe(green);
    expect(await at(0.25, 130 * 0.78)).toBe(await token(gauge, '--tp-surface'));
    expect(await at(0.25, 130 * 0.98)).toBe(green);
  });
  await test.step('a click on the green part of the gauge filters received messages', async () => {
    await page.getByRole('img', { name: /^Delivery rate: \d/ }).click({ position: { x: 247, y: 130 } });
    await page.waitForURL('**/reports?status=received');
    await showFilters(page);
    await expect(filter(page, 'Status')).toHaveValue('Received');
  });
});

test('ANALYTICS-10 the summary has counts, rates with their bases, the delay and the previous period, or a dash', async ({
  console: page,
  analytics: { request, reports },
}) => {
  await test.step('ANALYTICS-10 the summary has counts, rates with their bases, and the delay in minutes', async () => {
    await openAnalytics(page);
    const delays = reports.flatMap(({ testDurations }) => testDurations.filter((seconds) => seconds > 0));
    const minutes = delays.reduce((sum, seconds) => sum + seconds, 0) / delays.length / 60;
    const answer = await request.get(`${T}/analytics/delivery-delay`);
    const { deliveryDelay } = (await answer.json()) as { deliveryDelay: number };
    expect(deliveryDelay).toBeCloseTo(minutes, 2);
    const received = reports.reduce((sum, { rate }) => sum + rate.received, 0);
    for (const [name, value] of [
      ['Messages', '37'],
      ['Received', String(received)],
      ['Average Delay', `${Math.round(deliveryDelay * 100) / 100} min`],
      ['Execution Success Rate', '100%'],
      ['Fully Delivered Rate', '33.3%'],
      ['Unexecuted Tests', '0'],
      ['Executing Tests', '0'],
    ] as const) {
      await expect(figure(page, name), name).toHaveText(value);
    }
    await expect(card(page, 'Fully Delivered Rate')).toContainText(
      'Delivered ÷ completed tests with a known outcome',
    );
    await expect(page.getByText('Messages received ÷ messages with a known outcome')).toBeVisible();
    await expect(
      page.getByRole('list', { name: 'Tests by execution status' }).getByRole('listitem'),
    ).toHaveText(['Delivered 1', 'Partially Delivered 2', 'Failed 0', 'Executing 0', 'Unexecuted 0']);
  });
  await test.step('ANALYTICS-10 shows a dash for a delay that is not a number and a rate without known outcomes', async () => {
    await openAnalytics(page, '/reports?status=unknown');
    await expect(figure(page, 'Messages')).toHaveText('2');
    await expect(figure(page, 'Average Delay')).toHaveText('–');
    await expect(page.getByRole('img', { name: 'Delivery rate: no outcome known' })).toBeVisible();
  });
  await step(page, 'ANALYTICS-10 message cards are compared with the previous period', async () => {
    const before = {
      'message-count': { messageCount: 50 },
      'received-message-count': { receivedMessageCount: 10 },
      'delivery-rate': { deliveryRate: 40 },
      'delivery-delay': { deliveryDelay: 1 },
    };
    const starts = await changeFiguresBefore(page, '2026-02-01', before);
    await openAnalytics(page, '/reports?startDate=2026-02-01');
    await expect(card(page, 'Messages')).toContainText('26% fewer than');
    await expect(card(page, 'Messages')).toContainText('– 01/31/2026 (50)');
    await expect(card(page, 'Received')).toContainText('times as many as');
    await expect(card(page, 'Average Delay')).toContainText('faster than');
    await expect(page.getByRole('region', { name: 'Delivery Rate' })).toContainText('points higher than');
    expect(starts.size).toBe(1);

    await openAnalytics(page);
    await expect(card(page, 'Messages')).toContainText('Last 7 days: 37');
    await expect(card(page, 'Messages')).toContainText('0 in the previous 7 days');
  });
});

test('ANALYTICS-3, ANALYTICS-7 lists logs newest first, with their tests, and pages through them by cursor', async ({
  console: page,
  analytics: { reports },
}) => {
  await test.step('ANALYTICS-7 lists logs newest first, each with its message and its test’s types', async () => {
    await openAnalytics(page);
    await expect(logs(page)).toHaveCount(25);
    const newest = [...reports]
      .reverse()
      .flatMap(({ test: { messageBody, testId }, testLogs }) =>
        testLogs.map((log) => ({ messageBody, testId, log })),
      );
    const expected = newest.slice(0, 25);
    expect(await column(page, 'Log ID')).toEqual(expected.map(({ log }) => String(log.testLogID)));
    expect(await column(page, 'Test ID')).toEqual(expected.map(({ testId }) => String(testId)));
    expect(await column(page, 'Message')).toEqual(expected.map(({ messageBody }) => messageBody));
    expect(new Set(await column(page, 'Message Type'))).toEqual(new Set(['SMS']));
    expect(new Set(await column(page, 'Test Type'))).toEqual(new Set(['Immediate']));
    expect(await column(page, 'Carrier')).toEqual(expected.map(({ log }) => log.carrier));
  });
  await test.step('ANALYTICS-3 pages through logs by cursor, back and forth, and a log links to its report', async () => {
    await expect(page.getByText('1–25 of 37 logs')).toBeVisible();
    const first = await column(page, 'Log ID');
    await page.getByRole('button', { name: 'Older' }).click();
    await expect(page.getByText('26–37 of 37 logs')).toBeVisible();
    await expect(logs(page)).toHaveCount(12);
    const second = await column(page, 'Log ID');
    expect(second.filter((id) => first.includes(id))).toEqual([]);
    await expect(page.getByRole('button', { name: 'Older' })).toBeDisabled();

    await page.reload();
    await expect(page.getByText('26–37 of 37 logs')).toBeVisible();
    await page.getByRole('button', { name: 'Newer' }).click();
    await expect(page.getByText('1–25 of 37 logs')).toBeVisible();
    expect(await column(page, 'Log ID')).toEqual(first);
    await page.goBack();
    await expect(page.getByText('26–37 of 37 logs')).toBeVisible();
    await page.getByRole('button', { name: 'Newest' }).click();
    await expect(page.getByText('1–25 of 37 logs')).toBeVisible();

    await logs(page).filter({ hasText: 'It arrives' }).click();
    await page.waitForURL(`**/test-report/${reports.at(-1)?.test.testId}?log=*`);
  });
});

test('DATA-6 DATA-8 shows a status unchanged, Unknown if absent; dates in Los Angeles, N/A if missing', async ({
  console: page,
  analytics: { reports },
}) => {
  const arrived = reports.at(-1)?.testLogs[0];
  await page.route(LOGS, async (route) => {
    const response = await route.fetch();
    const [first] = (await response.json()) as object[];
    await route.fulfill({
      response,
      json: [
        first,
        { ...first, testLogID: 900_001, testActivityStatus: null, verdict: undefined },
        { ...first, testLogID: 900_002, testActivityStatus: 'SENT', verdict: 'in transit' },
        { ...first, testLogID: 900_003, testActivityStatus: 'QUEUED', messageReceivedTimestamp: null },
      ],
    });
  });
  await openAnalytics(page);
  await expect(logs(page)).toHaveCount(4);
  expect((await column(page, 'Status')).map((text) => text.replace(/\s+/g, ' '))).toEqual([
    'Received confirmed',
    'Unknown',
    'Sent in transit',
    'QUEUED',
  ]);
  expect(await column(page, 'Received')).toEqual([
    ...Array.from({ length: 3 }, () => shown(arrived?.messageReceivedTimestamp)),
    'N/A',
  ]);
  expect((await column(page, 'Created'))[0]).toBe(shown(arrived?.creationTimestamp));
});

test('CALL-15, CALL-25 Export CSV and PDF download the filtered logs and report, with a message on failure', async ({
  console: page,
  complaints,
}) => {
  await test.step('CALL-25 Export CSV downloads the filtered logs', async () => {
    await openAnalytics(page, '/reports?carrier=Verizon&status=received');
    await expect(logs(page).first()).toContainText('Verizon');
    const rows = await logs(page).count();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^test-logs-\d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await download.path(), 'utf8');
    expect(text.trim().split('\r\n')).toHaveLength(1 + rows);
  });
  await test.step('CALL-15 Export PDF downloads the filtered report', async () => {
    await openAnalytics(page, '/reports?carrier=Verizon');
    const asked = page.waitForRequest(/generate-filtered-pdf\?carrier=Verizon$/);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export PDF' }).click(),
    ]);
    await asked;
    expect(download.suggestedFilename()).toMatch(/\.pdf$/);
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
  });
  await step(page, "CALL-15 'Failed to export PDF. Please try again.' when it fails", async () => {
    await fail(page, /generate-filtered-pdf/);
    await openAnalytics(page);
    await page.getByRole('button', { name: 'Export PDF' }).click();
    const alert = page.getByRole('alertdialog');
    await expect(alert).toContainText('Failed to export PDF. Please try again.');
    await alert.getByRole('button', { name: 'OK' }).click();
    await expect(page.getByRole('button', { name: 'Export PDF' })).toBeFocused();
    await expectComplaints(complaints, /status of 500/, /Failed to export the PDF/);
  });
});
