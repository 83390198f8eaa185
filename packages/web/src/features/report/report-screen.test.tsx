import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { messageCalls, type Report } from '@textprobe/contract/messages';
import { scheduleCalls } from '@textprobe/contract/schedules';
import { afterEach, expect, it, vi } from 'vitest';
import { answer, expectLogged, failure, renderPart } from '../../testing/render-part.tsx';
import { confirmedLog, inTransitLog } from '../../testing/sample-logs.ts';
import { sampleReport, sampleRun } from '../../testing/sample-reports.ts';
import { json, stubFetch } from '../../testing/stub-fetch.ts';
import { ReportScreen } from './report-screen.tsx';

afterEach(() => void vi.useRealTimers());

/** Opens the report of test 7 with this answer. */
function openReport(answers: Parameters<typeof stubFetch>[0], search = '') {
  const requests = stubFetch(answers);
  renderPart(<ReportScreen />, { route: '/test-report/:id', path: `/test-report/7${search}` });
  return requests;
}

const withReport = (report: Report | (() => Report)) => answer(messageCalls.report, report);
const executions = () => screen.findByRole('heading', { name: /^Test Executions/ });

it("REPORT-1 shows 'Loading test report...' while loading", async () => {
  const held = Promise.withResolvers<Response>();
  openReport({ [`GET ${messageCalls.report.path}`]: () => held.promise });
  expect(await screen.findByText('Loading test report...')).toBeDefined();
  held.resolve(json(sampleReport()));
  await executions();
  expect(screen.queryByText('Loading test report...')).toBeNull();
});

it("REPORT-1 shows 'No report data available', with a Back to Tests button", async () => {
  openReport({ [`GET ${messageCalls.report.path}`]: () => json(null) });
  expect((await screen.findByRole('alert')).textContent).toBe('No report data available');
  expect(screen.getAllByRole('link', { name: 'Back to Tests' })).toHaveLength(1);
});

it("REPORT-1 shows 'Failed to load test report', with the reason and one Back to Tests button", async () => {
  openReport(failure(messageCalls.report, 404, { detail: 'There is no test 7.' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to load test report');
  expect(screen.getByText('There is no test 7.')).toBeDefined();
  const back = screen.getByRole('link', { name: 'Back to Tests' });
  expect(back.getAttribute('href')).toBe('/tests');
  expectLogged(/Failed to load the test report/);
});

it('REPORT-2 has the title with the test id, Refresh and Back to Tests', async () => {
  const requests = openReport(withReport(sampleReport()));
  await executions();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Test Report #7');
  expect(screen.getByRole('link', { name: 'Back to Tests' }).getAttribute('href')).toBe('/tests');
  const asked = () => requests.filter(({ url }) => url.startsWith(messageCalls.report.path)).length;
  expect(asked()).toBe(1);
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  await vi.waitFor(() => expect(asked()).toBe(2));
});

it('a report stays unchanged if its refresh fails', async () => {
  const answers = { ...withReport(sampleReport()) };
  openReport(answers);
  await executions();
  Object.assign(answers, failure(messageCalls.report));
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText(/could not be refreshed/)).toBeDefined();
  await executions();
  expect(screen.queryByText('Failed to load test report')).toBeNull();
  expectLogged(/Failed to load the test report/);
});

it('REPORT-3 shows the banner and refetches every 60 seconds while any log is PENDING or SENT', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let testLogs = [inTransitLog()];
  let asked = 0;
  openReport(
    withReport(() => {
      asked += 1;
      return sampleReport({ testLogs });
    }),
  );
  const banner = 'Auto-refreshing every minute (tests in progress)';
  await screen.findByText(banner);
  expect(screen.getByText(/^Last updated \d\d\/\d\d\/20\d\d \d\d:\d\d:\d\d$/)).toBeDefined();
  expect(asked).toBe(1);
  await act(() => vi.advanceTimersByTimeAsync(60_500));
  expect(asked).toBe(2);
  expect(screen.getByText(banner)).toBeDefined();

  testLogs = [confirmedLog()];
  await act(() => vi.advanceTimersByTimeAsync(60_500));
  expect(screen.queryByText(banner)).toBeNull();
  expect(asked).toBe(3);
  await act(() => vi.advanceTimersByTimeAsync(180_000));
  expect(asked).toBe(3);
});

it("REPORT-4, DATA-8 the Recurrence card is for recurring tests only; dates are in Los Angeles, or 'N/A'", async () => {
  openReport(
    withReport(
      sampleReport({
        test: {
          testType: 'RECURRING',
          recurrenceRule: { interval: 2, frequency: 'weeks' },
          nextDue: '2027-01-05T10:30:00.000-08:00',
          creationTimestamp: '2026-11-01T09:30:05.000Z',
          updateTimestamp: 'not a date',
        },
      }),
    ),
  );
  await executions();
  const recurrence = screen.getByRole('region', { name: 'Recurrence' }).textContent;
  expect(recurrence).toContain('Every 2 weeks');
  expect(recurrence).toContain('01/05/2027 10:30:00');
  const timing = screen.getByRole('region', { name: 'Timing Information' });
  // The second 01:30 of that night, after daylight saving time ended.
  expect(
    within(timing)
      .getAllByRole('definition')
      .map(({ textContent }) => textContent),
  ).toEqual(['11/01/2026 01:30:05', 'N/A', 'N/A']);
});

it('REPORT-7 a missing run can be left', async () => {
  const requests = stubFetch({
    [`GET ${messageCalls.report.path}`]: () =>
      requests.at(-1)?.url.includes('runId=987654') ? json({}, { status: 404 }) : json(sampleReport()),
  });
  renderPart(<ReportScreen />, { route: '/test-report/:id', path: '/test-report/7?run=987654' });
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to load test report');
  expectLogged(/Failed to load the test report/);
  await userEvent.click(screen.getByRole('link', { name: 'Show all runs' }));
  await executions();
});

it('REPORT-7 the previous run stays while another loads', async () => {
  const held = Promise.withResolvers<Response>();
  const report = sampleReport({
    test: { testType: 'RECURRING' },
    testLogs: [confirmedLog({ testLogID: 2, runId: 2 }), confirmedLog()],
    testLogCount: 2,
    runs: [sampleRun({ runId: 2, status: 'FAILED' }), sampleRun()],
    runCount: 2,
  });
  const requests = stubFetch({
    [`GET ${messageCalls.report.path}`]: () =>
      requests.at(-1)?.url.includes('runId=1') ? held.promise : json(report),
  });
  renderPart(<ReportScreen />, { route: '/test-report/:id', path: '/test-report/7' });
  await executions();
  await userEvent.click(screen.getByRole('radio', { name: /Delivered/ }));
  const isBusy = async () => (await executions()).closest('[aria-busy="true"]') !== null;
  expect(await isBusy()).toBe(true);
  expect(screen.getAllByRole('button', { name: /, details$/ })).toHaveLength(2);
  held.resolve(json({ ...report, testLogs: [confirmedLog()], testLogCount: 1 }));
  await vi.waitFor(() => expect(screen.getAllByRole('button', { name: /, details$/ })).toHaveLength(1));
  expect(await isBusy()).toBe(false);
});

it('REPORT-4 loading older runs can be retried after a failure', async () => {
  const all = Array.from({ length: 150 }, (_, index) => sampleRun({ runId: 150 - index }));
  const answers = {
    ...withReport(
      sampleReport({ test: { testType: 'RECURRING' }, runs: all.slice(0, 100), runCount: all.length }),
    ),
    ...failure(scheduleCalls.testRuns, 400),
  };
  openReport(answers);
  await userEvent.click(await screen.findByRole('button', { name: 'Older runs' }));
  const retry = await screen.findByRole('button', { name: 'Failed. Retry' });
  Object.assign(answers, answer(scheduleCalls.testRuns, all));
  await userEvent.click(retry);
  await vi.waitFor(() => expect(screen.getAllByRole('radio')).toHaveLength(151));
});
