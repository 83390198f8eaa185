/** Which calls are prefetched, and who gets the responses. */
import { afterEach, expect, it, vi } from 'vitest';
import { getBundle } from '../api/analytics-bundle.ts';
import { getPartners, getPhoneNumbers } from '../api/directory.ts';
import { getTestReport } from '../api/messages.ts';
import { getAllTests, getIndividualTest } from '../api/tests.ts';
import { requireSession } from '../features/accounts/guard.ts';
import { LOGS_FIGURES } from '../features/analytics/first-requests.ts';
import { json, stubFetch } from '../testing/stub-fetch.ts';
import { prefetchFor } from './prefetch.ts';

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
  const requests = stubFetch({
    [STATUS]: () => json({ authenticated, ...user }),
    [TESTS]: () => json([]),
    [`GET ${T}/deliverabilitytest/get`]: () => json({ testId: 7 }),
    [`GET ${T}/deliverabilitytestlogs/report`]: () => json({}),
    [`GET ${T}/partners`]: () => json([]),
    [`GET ${T}/deliverabilitytestphones`]: () => json([]),
    [BUNDLE]: () => json({ figures: {}, failed: {}, periods: [] }),
  });
  const url = new URL(path, 'http://console.test');
  prefetchFor(url);
  const guard = () =>
    requireSession({
      request: new Request(url),
      url,
      pattern: '/',
      params: {},
      context: undefined as never,
    });
  return { requests, guard };
}

it('prefetches the list after the session check, and the screen takes the response', async () => {
  const { requests, guard } = visit('/tests?page=3&testType=recurring');
  await guard();
  await vi.waitFor(() => expect(requests).toHaveLength(2), { timeout: 15_000 });
  await getAllTests({ testType: 'RECURRING' }, { page: 3, pageSize: 10 });
  expect(requests).toHaveLength(2);
  // A repeated call wants fresh data.
  await getAllTests({ testType: 'RECURRING' }, { page: 3, pageSize: 10 });
  expect(requests).toHaveLength(3);
});

it('DATA-10 prefetches logs and figures of analytics with the periods that the screen will request', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 20), toFake: ['Date'] });
  const { requests, guard } = visit('/reports');
  await guard();
  await vi.waitFor(() => expect(requests).toHaveLength(3), { timeout: 15_000 });
  expect(requests[1]?.url).toContain('/get-filtered-reports?');
  await getBundle(LOGS_FIGURES, {}, [
    { startDate: '2026-11-15', endDate: '2026-11-21' },
    { startDate: '2026-11-08', endDate: '2026-11-14' },
  ]);
  expect(requests).toHaveLength(3);
  const filtered = visit('/reports?carrier=Verizon');
  await filtered.guard();
  expect(filtered.requests).toHaveLength(1);
});

it('prefetches a report, and the first data of the test forms', async () => {
  const report = visit('/test-report/7?run=3');
  await report.guard();
  await vi.waitFor(() => expect(report.requests).toHaveLength(2), { timeout: 15_000 });
  await getTestReport(7, { runId: 3 });
  expect(report.requests).toHaveLength(2);
  const update = visit('/update-test/7');
  await update.guard();
  await vi.waitFor(() => expect(update.requests).toHaveLength(4), { timeout: 15_000 });
  await getIndividualTest(7);
  await getPartners();
  await getPhoneNumbers();
  expect(update.requests).toHaveLength(4);
});

it('discards a response that was not taken within ten seconds', async () => {
  const { requests, guard } = visit('/tests');
  await guard();
  await vi.waitFor(() => expect(requests).toHaveLength(2), { timeout: 15_000 });
  vi.useFakeTimers({ now: Date.now() + 10_001 });
  await getAllTests({}, { page: 1, pageSize: 10 });
  expect(requests).toHaveLength(3);
});

it('prefetches only the session check without a session, and nothing on the login pages', async () => {
  const { requests, guard } = visit('/tests', false);
  await expect(guard()).rejects.toBeInstanceOf(Response);
  expect(requests.map(({ url }) => url)).toEqual(['/api/auth/sm/v1/status']);
  expect(visit('/login').requests).toEqual([]);
});
