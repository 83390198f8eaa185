/** Prefetches the first screen's data while its script is loading: the session check first, and without a session nothing else. */
import { losAngelesDate } from '@textprobe/domain/los-angeles-time';
import { bundleQuery } from '../api/analytics-bundle.ts';
import {
  ALL_TESTS,
  ANALYTICS_BUNDLE,
  AUTH_STATUS,
  FILTERED_LOGS,
  ONE_TEST,
  PARTNERS,
  TEST_PHONES,
  TEST_REPORT,
} from '../api/first-calls.ts';
import { prefetch } from '../api/http.ts';
import { comparedPeriods, periodsToRequest } from '../features/analytics/figures/compared-periods.ts';
import { LOGS_FIGURES, LOGS_PAGE_SIZE } from '../features/analytics/first-requests.ts';
import { isBackwards, PAGE_SIZE, readListAddress } from '../features/tests/list/list-address.ts';

/** @param url the first URL of the visit */
export function prefetchFor(url: URL): void {
  if (['/login', '/signup', '/welcome', '/pair'].includes(url.pathname)) return;
  prefetch(AUTH_STATUS)
    .then(async (answer) => {
      const status = (await answer.clone().json()) as { readonly authenticated?: boolean };
      if (status.authenticated === true) prefetchScreen(url);
    })
    // The guard repeats the check and reports the failure.
    .catch(() => undefined);
}

function prefetchScreen({ pathname, searchParams }: URL): void {
  if (pathname === '/tests') {
    const { filters, page } = readListAddress(searchParams);
    if (!isBackwards(filters)) void prefetch(ALL_TESTS, { ...filters, page, pageSize: PAGE_SIZE });
  }
  // With filters the first page of logs differs, and the screen loads it itself.
  if (pathname === '/reports' && searchParams.size === 0) {
    void prefetch(FILTERED_LOGS, { pageSize: LOGS_PAGE_SIZE });
    const periods = comparedPeriods({}, losAngelesDate(Date.now()));
    void prefetch(ANALYTICS_BUNDLE, bundleQuery(LOGS_FIGURES, {}, periodsToRequest(periods)));
  }
  const [screen, id] = pathname.slice(1).split('/');
  if (screen === 'test-report' && isId(id)) {
    void prefetch(TEST_REPORT, {
      testId: id,
      runId: searchParams.get('run'),
      testLogID: searchParams.get('log'),
    });
  }
  if (screen === 'update-test' && isId(id)) void prefetch(ONE_TEST, { testId: id });
  if (screen === 'update-test' || screen === 'create-tests') {
    void prefetch(PARTNERS);
    void prefetch(TEST_PHONES);
  }
}

function isId(text: string | undefined): text is string {
  return text !== undefined && /^[1-9]\d{0,9}$/.test(text);
}
