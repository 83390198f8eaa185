/** What is asked before there is a screen, and who gets the answers. */
import { afterEach, expect, it, vi } from 'vitest';
import { getBundle } from '../api/analytics-bundle.ts';
import { getPartners, getPhoneNumbers } from '../api/directory.ts';
import { getTestReport } from '../api/messages.ts';
import { getAllTests, getIndividualTest } from '../api/tests.ts';
import { requireSession } from '../features/accounts/guard.ts';
import { LOGS_FIGURES } from '../features/analytics/asked.ts';
import { json, stubFetch } from '../testing/stub-fetch.ts';
import { askEarlyFor } from './early-calls.ts';

const T = '/api/tests/sm/v1';
const STATUS = 'GET /api/auth/sm/v1/status';
const TESTS = 'GET /api/tests/sm/v1/deliverabilitytest/all';
const BUNDLE = 'GET /api/tests/sm/v1/analytics/bundle';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function visit(path: string, authenticated = true) {
  const user = authenticated ? { user: { id: 1, username: 'ann' } } : {};
  const asked = stubFetch({
    [STATUS]: () => json({ authenticated, ...user }),
    [TESTS]: () => json([]),
    [`GET ${T}/deliverabilitytest/get`]: () => json({ testId: 7 }),
    [`GET ${T}/deliverabilitytestlogs/report`]: () => json({}),
    [`GET ${T}/partners`]: () => json([]),
    [`GET ${T}/deliverabilitytestphones`]: () => json([]),
    [BUNDLE]: () => json({ figures: {}, failed: {}, periods: [] }),
  });
  const url = new URL(path, 'http://console.test');
  askEarlyFor(url);
  const guard = () =>
    requireSession({
      request: new Request(url),
      url,
      pattern: '/',
      params: {},
      context: undefined as never,
    });
  return { asked, guard };
}

it('the list is asked for with the session, and the screen then takes what has come', async () => {
  const { asked, guard } = visit('/tests?page=3&testType=recurring');
  await guard();
  await vi.waitFor(() => expect(asked).toHaveLength(2), { timeout: 15_000 });
  await getAllTests({ testType: 'RECURRING' }, { page: 3, pageSize: 10 });
  expect(asked).toHaveLength(2);
  // Whoever asks again wants to know anew.
  await getAllTests({ testType: 'RECURRING' }, { page: 3, pageSize: 10 });
  expect(asked).toHaveLength(3);
});

it('DATA-10 logs and figures of analytics are asked for at once, with the periods that the screen will name', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 20), toFake: ['Date'] });
  const { asked, guard } = visit('/reports');
  await guard();
  await vi.waitFor(() => expect(asked).toHaveLength(3), { timeout: 15_000 });
  expect(asked[1]?.url).toContain('/get-filtered-reports?');
  await getBundle(LOGS_FIGURES, {}, [
    { startDate: '2026-11-15', endDate: '2026-11-21' },
    { startDate: '2026-11-08', endDate: '2026-11-14' },
  ]);
  expect(asked).toHaveLength(3);
  const filtered = visit('/reports?carrier=Verizon');
  await filtered.guard();
  expect(filtered.asked).toHaveLength(1);
});

it('a report is asked for at once, and what the forms of a test begin with', async () => {
  const report = visit('/test-report/7?run=3');
  await report.guard();
  await vi.waitFor(() => expect(report.asked).toHaveLength(2), { timeout: 15_000 });
  await getTestReport(7, { runId: 3 });
  expect(report.asked).toHaveLength(2);
  const update = visit('/update-test/7');
  await update.guard();
  await vi.waitFor(() => expect(update.asked).toHaveLength(4), { timeout: 15_000 });
  await getIndividualTest(7);
  await getPartners();
  await getPhoneNumbers();
  expect(update.asked).toHaveLength(4);
});

it('what nobody took within ten seconds is no news any more', async () => {
  const { asked, guard } = visit('/tests');
  await guard();
  await vi.waitFor(() => expect(asked).toHaveLength(2), { timeout: 15_000 });
  vi.useFakeTimers({ now: Date.now() + 10_001 });
  await getAllTests({}, { page: 1, pageSize: 10 });
  expect(asked).toHaveLength(3);
});

it('without a session nothing but the session is asked for, at the doors not even that', async () => {
  const { asked, guard } = visit('/tests', false);
  await expect(guard()).rejects.toBeInstanceOf(Response);
  expect(asked.map(({ url }) => url)).toEqual(['/api/auth/sm/v1/status']);
  expect(visit('/login').asked).toEqual([]);
});
