/** The Test Report: loading states, banner and the test's properties. */
import type { Page } from '@playwright/test';
import type { Report } from '@textprobe/contract/messages';
import { expect, expectComplaints, step, test } from './console.ts';
import { withoutLiveEvents } from './list-screen.ts';
import { untilSettled } from './made-tests.ts';
import { installClock } from './page-clock.ts';
import { answerReport, executions, openReport, REPORT, section, shown } from './report-screen.ts';

/** MM/DD/YYYY HH:MM:SS */
const DATE = /^(0[1-9]|1[0-2])\/\d\d\/20\d\d \d\d:\d\d:\d\d$/;

const PHONES = ['Avery', 'Blake', 'Casey', 'Devon', 'Emerson', 'Finley', 'Harper', 'Jordan', 'Kendall'];
const CARRIERS = ['AT&T', 'Verizon', 'T-Mobile'];

let report: Report;

test.beforeAll(async ({ world: { request, everyEnd } }) => {
  report = await untilSettled(request, everyEnd);
});

function facts(page: Page, card: string) {
  return section(page, card).getByRole('term');
}

test('REPORT-1, REPORT-2 loading, no data, failure and title, each with Back to Tests', async ({
  console: page,
  world,
  complaints,
}) => {
  await step(page, "REPORT-1 'Loading test report...' while loading", async () => {
    const held = Promise.withResolvers<void>();
    await page.route(REPORT, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(`/test-report/${world.everyEnd}`);
    await expect(page.getByText('Loading test report...')).toBeVisible();
    held.resolve();
    await expect(page.getByText('Loading test report...')).toBeHidden();
    await expect(page.getByRole('heading', { name: /^Test Executions/ })).toBeVisible();
  });
  await step(page, "REPORT-1 'No report data available', with a Back to Tests button", async () => {
    await page.route(REPORT, (route) => route.fulfill({ json: null }));
    await page.goto(`/test-report/${world.everyEnd}`);
    await expect(page.getByRole('alert')).toHaveText('No report data available');
    await page.getByRole('link', { name: 'Back to Tests' }).click();
    await page.waitForURL('**/tests');
  });
  await test.step('REPORT-2 Back to Tests, Refresh, and the title with the test id', async () => {
    await openReport(page, world.everyEnd);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Test Report #${world.everyEnd}`);
    const asked = page.waitForRequest(/logs\/report/);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await asked;
    await page.getByRole('link', { name: 'Back to Tests' }).click();
    await page.waitForURL('**/tests');
  });
  await test.step("REPORT-1 'Failed to load test report', with a Back to Tests button", async () => {
    await page.goto('/test-report/987654');
    await expect(page.getByRole('alert')).toHaveText('Failed to load test report');
    await expect(page.getByRole('link', { name: 'Back to Tests' })).toHaveCount(1);
    await page.getByRole('link', { name: 'Back to Tests' }).click();
    await page.waitForURL('**/tests');
    await expectComplaints(complaints, /status of 404/, /Failed to load the test report/);
  });
});

test('REPORT-3 shows the banner and refetches every 60 seconds while any log is PENDING or SENT', async ({
  console: page,
  world,
}) => {
  const clock = await installClock(page);
  await withoutLiveEvents(page);
  let inProgress = true;
  let asked = 0;
  await answerReport(page, (answer) => {
    asked += 1;
    if (!inProgress) return answer;
    const [first, ...others] = answer.testLogs;
    if (first === undefined) return answer;
    const sent = { ...first, testActivityStatus: 'SENT', verdict: 'in transit', settled: false } as const;
    return { ...answer, testLogs: [sent, ...others], rate: { ...answer.rate, inProgress: 1 } };
  });
  await openReport(page, world.everyEnd);
  const banner = page.getByText('Auto-refreshing every minute (tests in progress)');
  await expect(banner).toBeVisible();
  const updated = page.getByText(/^Last updated /);
  expect((await updated.innerText()).replace('Last updated ', '')).toMatch(DATE);
  expect(asked).toBe(1);
  const before = await updated.innerText();
  await clock.pass(60_000);
  await expect(updated).not.toHaveText(before);
  expect(asked).toBe(2);
  await expect(banner).toBeVisible();

  inProgress = false;
  await clock.pass(60_000);
  await expect(banner).toBeHidden();
  expect(asked).toBe(3);
  await clock.pass(180_000);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => asked).toBe(4);
});

test('REPORT-4, REPORT-5, REPORT-6 cards for basic information, timing, organization and phones, and a table of all fields', async ({
  console: page,
  world,
}) => {
  await test.step('REPORT-4 cards: basic information, timing, organization, test phones', async () => {
    await openReport(page, world.everyEnd);
    await expect(facts(page, 'Basic Information')).toHaveText([
      'Test Type',
      'Message Type',
      'Execution Status',
    ]);
    await expect(section(page, 'Basic Information').getByRole('definition')).toHaveText([
      'Immediate',
      'SMS',
      'Partially Delivered',
    ]);
    await expect(facts(page, 'Timing Information')).toHaveText(['Created', 'Last Updated', 'Scheduled For']);
    await expect(section(page, 'Timing Information').getByRole('definition')).toHaveText([
      shown(report.test.creationTimestamp),
      shown(report.test.updateTimestamp),
      'N/A',
    ]);
    await expect(facts(page, 'Organization')).toHaveText(['Partner', 'Clients', 'Offices']);
    await expect(section(page, 'Organization').getByRole('definition')).toHaveText([
      'Harbor Health Group',
      'Bayview Dental',
      'OaklandBerkeley',
    ]);
    const phones = section(page, 'Test Phone(s)');
    await expect(facts(page, 'Test Phone(s)')).toHaveText(['Receivers', 'Carriers']);
    await phones.getByRole('button', { name: 'Show 4 more' }).click();
    await expect(phones.getByRole('listitem')).toHaveText([...PHONES, ...CARRIERS]);
    await expect(section(page, 'Recurrence')).toHaveCount(0);
  });
  await test.step("REPORT-5 REPORT-6 'Detailed Test Information' shows each field with value and explanation", async () => {
    const detailed = page.getByRole('table', { name: 'Detailed Test Information' });
    await expect(detailed.getByRole('columnheader')).toHaveText(['Field', 'Value', 'Description']);
    const expected = [
      ['Test Type', 'Immediate'],
      ['Message Type', 'SMS'],
      ['Execution Status', 'Partially Delivered'],
      ['Message Content', 'Hi {first_name}, {company_name} opens at nine.'],
      ['Partner', 'Harbor Health Group'],
      ['Clients', 'Bayview Dental'],
      ['Offices', 'OaklandBerkeley'],
      ['Media Attachments', 'N/A'],
      ['Recurrence Rule', 'N/A'],
      ['Created', shown(report.test.creationTimestamp)],
      ['Last Updated', shown(report.test.updateTimestamp)],
      ['Scheduled For', 'N/A'],
    ] as const;
    await expect(detailed.getByRole('rowheader')).toHaveText(expected.map(([field]) => field));
    for (const [field, value] of expected) {
      const cells = detailed
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name: field, exact: true }) })
        .getByRole('cell');
      await expect(cells.first()).toHaveText(value);
      await expect(cells.last()).not.toBeEmpty();
    }
  });
});

test("REPORT-4, DATA-8 the Recurrence card of a recurring test, and dates in Los Angeles or 'N/A'", async ({
  console: page,
  world,
}) => {
  await step(page, 'REPORT-4 the Recurrence card is for recurring tests only', async () => {
    await answerReport(page, (answer) => ({
      ...answer,
      test: {
        ...answer.test,
        testType: 'RECURRING',
        recurrenceRule: { interval: 2, frequency: 'weeks' },
        nextDue: '2027-01-05T10:30:00.000-08:00',
      },
    }));
    await openReport(page, world.everyEnd);
    await expect(section(page, 'Recurrence')).toContainText('Every 2 weeks');
    await expect(section(page, 'Recurrence')).toContainText('01/05/2027 10:30:00');
  });
  await step(page, 'DATA-8 dates, missing and invalid ones among them', async () => {
    await answerReport(page, (answer) => ({
      ...answer,
      test: {
        ...answer.test,
        creationTimestamp: '2026-11-01T09:30:05.000Z',
        updateTimestamp: 'not a date',
        scheduledTimestamp: null,
      },
    }));
    await openReport(page, world.everyEnd);
    await expect(section(page, 'Timing Information').getByRole('definition')).toHaveText([
      // The second 01:30 of that night, after daylight saving time ended.
      '11/01/2026 01:30:05',
      'N/A',
      'N/A',
    ]);
    // Sent Time of every message: all were sent.
    await expect(executions(page)).toHaveCount(18);
    for (const row of await executions(page).all()) {
      await expect(row.getByRole('cell').nth(6)).toHaveText(DATE);
    }
  });
});
