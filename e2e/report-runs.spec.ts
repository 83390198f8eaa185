/** The report of a scheduled test: its recurrence in words, its run strip, and the selected run. */
import type { Page } from '@playwright/test';
import type { Report } from '@textprobe/contract/messages';
import type { Run } from '@textprobe/contract/schedules';
import { expectAccessible } from './axe.ts';
import { expect, test } from './console.ts';
import { untilSettled } from './made-tests.ts';
import { DAILY_LATER, makePlannedTest } from './planned-tests.ts';
import { executions, openReport, REPORT, section } from './report-screen.ts';

const RULE = {
  interval: 2,
  frequency: 'weeks',
  start_date: '2026-11-01',
  time: '02:30',
  end_date: '2027-12-31',
  days_of_week: ['MONDAY', 'WEDNESDAY'],
} as const;

function run(runId: number, day: string, changes: Partial<Run> = {}): Run {
  return {
    runId,
    dueAt: `2026-11-${day}T02:30:00.000-08:00`,
    creationTimestamp: `2026-11-${day}T02:30:00.040-08:00`,
    closedAt: `2026-11-${day}T02:31:00.000-08:00`,
    status: 'DELIVERED',
    reason: null,
    messages: { total: 18, settled: 18, received: 18, known: 18 },
    ...changes,
  };
}

const RUNS: Run[] = [
  run(7, '21', {
    status: 'EXECUTING',
    closedAt: null,
    messages: { total: 18, settled: 7, received: 5, known: 6 },
  }),
  run(6, '20', { status: 'WAITING', closedAt: null }),
  run(5, '19', { status: 'SKIPPED', reason: 'skipped: the previous run was still open' }),
  run(4, '18', { status: 'MISSED', reason: 'missed: no worker was running when it was due' }),
  run(3, '17', { status: 'FAILED', messages: { total: 18, settled: 18, received: 0, known: 18 } }),
  run(2, '16', {
    status: 'PARTIALLY_DELIVERED',
    messages: { total: 18, settled: 18, received: 12, known: 17 },
  }),
  run(1, '15'),
];

/** Responds like a recurring test: each run has the first two logs, run 4 has none. */
async function answerRecurring(page: Page, asked: string[] = []): Promise<void> {
  await page.route(REPORT, async (route) => {
    const url = new URL(route.request().url());
    const runId = url.searchParams.get('runId');
    asked.push(runId ?? 'all');
    url.searchParams.delete('runId');
    const response = await route.fetch({ url: url.href });
    const report = (await response.json()) as Report;
    const testLogs = runId === null ? report.testLogs : runId === '4' ? [] : report.testLogs.slice(0, 2);
    const json: Report = {
      ...report,
      test: {
        ...report.test,
        testType: 'RECURRING',
        recurrenceRule: { ...RULE, days_of_week: [...RULE.days_of_week] },
        recurrenceActive: true,
        nextDue: '2026-11-30T02:30:00.000-08:00',
      },
      testLogs,
      testLogCount: testLogs.length,
      runs: RUNS,
      runCount: 240,
      upcoming: [
        { at: '2026-11-30T02:30:00.000-08:00', note: null },
        { at: '2027-03-14T03:30:00.000-07:00', note: 'There is no 02:30 on this day, so it runs at 03:30.' },
      ],
    };
    await route.fulfill({ response, json });
  });
}

test.beforeAll(async ({ world: { request, everyEnd } }) => {
  await untilSettled(request, everyEnd);
});

function strip(page: Page) {
  return page.getByRole('region', { name: /^Runs/ });
}

test('REPORT-4 the Recurrence card shows the rule in words, and a strip past and future runs with their states', async ({
  console: page,
  world,
}) => {
  await test.step('the Recurrence card', async () => {
    await answerRecurring(page);
    await openReport(page, world.everyEnd);
    const card = section(page, 'Recurrence');
    await expect(card.getByRole('term')).toHaveText([
      'Repeats',
      'On',
      'At',
      'From',
      'Until',
      'Next',
      'If a run is still in progress',
      'State',
    ]);
    await expect(card.getByRole('definition')).toHaveText([
      'Every 2 weeks',
      'Monday and Wednesday',
      '02:30',
      '11/01/2026',
      '12/31/2027',
      '11/30/2026 02:30:00',
      'The next run is skipped',
      /^Active/,
    ]);
    await expect(page.getByRole('table', { name: 'Detailed Test Information' })).toContainText(
      'Every 2 weeks, on Monday and Wednesday, at 02:30, from 11/01/2026, until 12/31/2027',
    );
  });
  await test.step('the strip of runs', async () => {
    await expect(strip(page).getByRole('heading')).toHaveText('Runs (240)');
    await expect(strip(page)).toContainText('The newest 7 are shown.');
    const past = strip(page).getByRole('radio');
    await expect(past).toHaveCount(8);
    const names = [
      'All runs',
      /15.*Delivered/,
      /16.*Partially/,
      /17.*Failed/,
      /18.*Missed/,
      /19.*Skipped/,
      /20.*Waiting/,
      /21.*Executing/,
    ];
    for (const [index, name] of names.entries()) {
      await expect(past.nth(index)).toHaveAccessibleName(name);
    }
    const coming = strip(page).getByRole('list', { name: 'Upcoming runs' }).getByRole('listitem');
    // With the year if it is not the current one.
    await expect(coming).toHaveText([
      /^Mon, Nov 30(, 2026)?02:30Planned$/,
      /^Sun, Mar 14(, 2027)?03:30Clock change$/,
    ]);
    await expect(strip(page)).toContainText('There is no 02:30 on this day, so it runs at 03:30.');
  });
});

test('REPORT-7 a run can be selected: only its executions, stored in the URL, without the filters of another run, also by keyboard', async ({
  console: page,
  world,
}) => {
  await test.step('a run', async () => {
    const asked: string[] = [];
    await answerRecurring(page, asked);
    await openReport(page, world.everyEnd);
    await expect(executions(page)).toHaveCount(18);
    await strip(page)
      .getByRole('radio', { name: /16.*Partially/ })
      .check();
    await expect(executions(page)).toHaveCount(2);
    await expect(page).toHaveURL(/[?&]run=2(&|$)/);
    await expect(strip(page)).toContainText('11/16/2026 02:30:00 · Partially Delivered · 12 of 18 received');
    expect(new Set(asked)).toEqual(new Set(['all', '2']));

    await page.reload();
    await expect(executions(page)).toHaveCount(2);
    const chosen = strip(page).getByRole('radio', { checked: true });
    await expect(chosen).toHaveAccessibleName(/16.*Partially/);
    await chosen.focus();
    await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL(/[?&]run=3(&|$)/);
    await page.keyboard.press('ArrowRight');
    await expect(
      page.getByText('This run sent nothing: no worker was running when it was due.'),
    ).toBeVisible();
    await expect(executions(page)).toHaveCount(0);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await expectAccessible(page, { contrast: 'only' });
    await strip(page).getByRole('radio', { name: 'All runs' }).check();
    await expect(executions(page)).toHaveCount(18);
    await expect(page).not.toHaveURL(/run=/);
  });
  await test.step('another run clears the filters', async () => {
    await page.goto(`/test-report/${world.everyEnd}?run=3&verdict=confirmed&finding=identical&sort=phone`);
    await strip(page)
      .getByRole('radio', { name: /16.*Partially/ })
      .check();
    await expect(page).toHaveURL(/\?run=2&sort=phone$/);
    await expect(executions(page)).toHaveCount(2);
  });
});

test('REPORT-4 a recurring test that has not started shows its future runs and can be stopped; one scheduled in the past shows its only run', async ({
  console: page,
  world: { request, ids },
}) => {
  await test.step('not started', async () => {
    const { testId } = await makePlannedTest(request, ids, {
      from: ['Oakland'],
      to: ['Avery'],
      content: DAILY_LATER,
    });
    await page.goto(`/test-report/${testId}`);
    await expect(strip(page).getByRole('list', { name: 'Upcoming runs' }).getByRole('listitem')).toHaveCount(
      10,
    );
    await expect(page.getByText('The test has not started yet')).toBeVisible();
    await expectAccessible(page);
    await section(page, 'Recurrence').getByRole('button', { name: 'Stop recurrence' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop recurrence' }).click();
    await expect(section(page, 'Recurrence')).toContainText('Ended');
    await expect(strip(page)).toContainText('No further runs');
  });
  await test.step('scheduled in the past', async () => {
    const { testId } = await makePlannedTest(request, ids, {
      from: ['Oakland'],
      to: ['Avery'],
      content: { testType: 'SCHEDULED', scheduledTimestamp: '2026-01-05T12:00' },
    });
    await untilSettled(request, testId);
    await openReport(page, testId);
    await expect(section(page, 'Timing Information')).toContainText('01/05/2026 12:00:00');
    await expect(section(page, 'Timing Information')).toContainText('passed');
  });
});
