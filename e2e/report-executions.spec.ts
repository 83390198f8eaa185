/** The Test Report: the rows of messages and where their values come from. */
import type { Report } from '@textprobe/contract/messages';
import { expect, step, test } from './console.ts';
import { untilSettled } from './made-tests.ts';
import {
  answerReport,
  execution,
  executions,
  executionsTable,
  openReport,
  section,
  shown,
} from './report-screen.ts';

let report: Report;

test.beforeAll(async ({ world: { request, everyEnd } }) => {
  report = await untilSettled(request, everyEnd);
});

test('REPORT-7 has one row per message in nine columns, newest first; the search leaves those of one phone, under headers that stay in view', async ({
  console: page,
  world,
}) => {
  await test.step('REPORT-7 the rows', async () => {
    await openReport(page, world.everyEnd);
    await expect(page.getByRole('heading', { name: 'Test Executions (18)' })).toBeVisible();
    await expect(executionsTable(page).getByRole('columnheader')).toHaveText([
      'Log ID',
      'Office',
      'Office Phone',
      'Target Phone',
      'Carrier',
      'Status',
      'Sent Time',
      'Received Time',
      'Delivery Time',
    ]);
    const newestFirst = [...report.testLogs].sort(
      (a, b) =>
        Date.parse(b.creationTimestamp ?? '') - Date.parse(a.creationTimestamp ?? '') ||
        b.testLogID - a.testLogID,
    );
    await expect(executions(page)).toHaveText(
      newestFirst.map(({ testLogID }) => new RegExp(`^${testLogID}`)),
    );

    const log = newestFirst.find(({ sent }) => sent.to === '+12135550181' && sent.from === '+15105550101');
    await expect(execution(page, 'Oakland', 'Avery').getByRole('cell')).toHaveText([
      String(log?.testLogID),
      'Oakland',
      '+15105550101',
      'Avery+12135550181',
      'AT&T',
      /^Received/,
      shown(log?.messageSentTimestamp),
      shown(log?.messageReceivedTimestamp),
      / s$/,
    ]);
  });
  await test.step('REPORT-7 the search', async () => {
    await page.keyboard.press('/');
    const field = page.getByRole('searchbox', { name: 'Search office, phone, number or text' });
    await expect(field).toBeFocused();
    await page.keyboard.type('oakland avery');
    await expect(executions(page)).toHaveCount(1);
    await expect(page.getByText('1 shown, search: oakland avery')).toBeVisible();
    await expect(page).toHaveURL(/\?q=oakland\+avery$/);
    // The report for the carrier does not apply the search.
    await expect(page.getByRole('button', { name: 'Send these again' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Send these again' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'For the carrier' })).toHaveCount(0);

    await page.getByRole('button', { name: 'Clear the search' }).click();
    await expect(executions(page)).toHaveCount(18);
    await executions(page).last().scrollIntoViewIfNeeded();
    const header = executionsTable(page).getByRole('columnheader', { name: 'Target Phone' });
    await expect(header).toBeInViewport();
    // A row reached by keyboard is not below the header.
    await executions(page)
      .first()
      .getByRole('button', { name: /, details$/ })
      .focus();
    for (const row of (await executions(page).all()).toReversed().slice(0, 12)) {
      const opener = row.getByRole('button', { name: /, details$/ });
      await opener.focus();
      const [top, bottom] = await Promise.all([
        opener.evaluate((element) => element.getBoundingClientRect().top),
        header.evaluate((element) => element.getBoundingClientRect().bottom),
      ]);
      expect(top).toBeGreaterThanOrEqual(bottom);
    }
  });
});

test("REPORT-9, DATA-6 ids with no match show as 'Partner {id}' and so on, unknown statuses as text, absent ones as Unknown", async ({
  console: page,
  world,
}) => {
  await step(page, 'REPORT-9 ids with no match, and office phones with +1', async () => {
    await answerReport(page, (answer) => ({
      ...answer,
      directory: { partners: [], clients: [], offices: [], testPhones: [] },
      testLogs: answer.testLogs.map((log) => ({
        ...log,
        sent: { ...log.sent, from: log.sent.from.replace('+1', '') },
      })),
    }));
    await openReport(page, world.everyEnd);
    const [partner] = report.test.partnerIDs;
    const [client] = report.test.clientIDs.clientIDs;
    const [office] = report.test.officeIDs.officeIDs;
    const [phone] = report.test.phoneIDs.phoneIDs;
    await expect(section(page, 'Organization')).toContainText(`Partner ${partner}`);
    await expect(section(page, 'Organization')).toContainText(`Client ${client}`);
    await expect(section(page, 'Organization')).toContainText(`Office ${office}`);
    await expect(section(page, 'Test Phone(s)')).toContainText(`Phone ${phone}`);
    const row = executions(page)
      .filter({ hasText: `Office ${office}` })
      .filter({ hasText: `Phone ${phone}` });
    await expect(row.getByRole('cell').nth(2)).toHaveText('+15105550101');
  });
  await step(page, 'DATA-6 an unknown status is shown as text, an absent one as Unknown', async () => {
    await answerReport(page, (answer) => ({
      ...answer,
      test: { ...answer.test, executionStatus: 'ARCHIVED' as never, testType: 'DAILY' as never },
      testLogs: answer.testLogs.map((log, index) => ({
        ...log,
        testLogID: index + 1,
        ...(index === 0 && { testActivityStatus: 'QUEUED' as never, verdict: 'put off' as never }),
        ...(index === 1 && { testActivityStatus: null as never, verdict: undefined as never }),
      })),
    }));
    await openReport(page, world.everyEnd);
    const status = (logId: number) =>
      executions(page)
        .filter({ has: page.getByRole('button', { name: `${logId}, details`, exact: true }) })
        .getByRole('cell')
        .nth(5);
    await expect(status(1)).toContainText(/^QUEUED\s*put off/);
    await expect(status(2)).toContainText(/^Unknown/);
    await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('ARCHIVED');
    await expect(section(page, 'Basic Information').getByRole('definition').first()).toHaveText('DAILY');
  });
  await step(page, 'DATA-6 PENDING and SENT are in progress, the others shown as text', async () => {
    const statuses = ['PENDING', 'SENT', 'UNKNOWN', 'FAILED', 'DELIVERED', 'RECEIVED'] as const;
    await answerReport(page, (answer) => ({
      ...answer,
      testLogs: statuses.flatMap((testActivityStatus, index) => {
        const log = answer.testLogs[index];
        return log === undefined ? [] : [{ ...log, testLogID: index + 1, testActivityStatus }];
      }),
    }));
    await openReport(page, world.everyEnd);
    for (const [index, word] of ['Pending', 'Sent', 'Unknown', 'Failed', 'Delivered', 'Received'].entries()) {
      const row = executions(page).filter({
        has: page.getByRole('button', { name: `${index + 1}, details`, exact: true }),
      });
      await expect(row.getByText(word, { exact: true })).toBeVisible();
    }
    await expect(page.getByText('Auto-refreshing every minute (tests in progress)')).toBeVisible();
  });
});
