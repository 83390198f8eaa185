/**
 * What the first screen of a visit will ask for, asked while its script is still on its way. Whether there is a session comes
 * first: without one, nothing else is to be asked.
 */
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
import { askEarly } from '../api/http.ts';
import { LOGS_FIGURES, LOGS_PAGE_SIZE } from '../features/analytics/asked.ts';
import { comparedPeriods, periodsToAsk } from '../features/analytics/figures/compared-periods.ts';
import { PAGE_SIZE, readListAddress } from '../features/tests/list/list-address.ts';

/** @param url where the visit begins */
export function askEarlyFor(url: URL): void {
  if (url.pathname === '/login' || url.pathname === '/signup') return;
  askEarly(AUTH_STATUS)
    .then(async (answer) => {
      const status = (await answer.clone().json()) as { readonly authenticated?: boolean };
      if (status.authenticated === true) askForScreen(url);
    })
    // The guard asks as well, and says what is wrong.
    .catch(() => undefined);
  // Meanwhile, in a task of its own: to know the zone costs a browser 15 ms, and all screens but this write times.
  if (url.pathname !== '/create-tests') setTimeout(() => void losAngelesDate(Date.now()));
}

function askForScreen({ pathname, searchParams }: URL): void {
  if (pathname === '/tests') {
    const { filters, page } = readListAddress(searchParams);
    void askEarly(ALL_TESTS, { ...filters, page, pageSize: PAGE_SIZE });
  }
  // With filters it is another page of logs; then the screen asks by itself.
  if (pathname === '/reports' && searchParams.size === 0) {
    void askEarly(FILTERED_LOGS, { pageSize: LOGS_PAGE_SIZE });
    const periods = comparedPeriods({}, losAngelesDate(Date.now()));
    void askEarly(ANALYTICS_BUNDLE, bundleQuery(LOGS_FIGURES, {}, periodsToAsk(periods)));
  }
  const [screen, id] = pathname.slice(1).split('/');
  if (screen === 'test-report' && isId(id)) {
    void askEarly(TEST_REPORT, { testId: id, runId: searchParams.get('run') });
  }
  if (screen === 'update-test' && isId(id)) void askEarly(ONE_TEST, { testId: id });
  if (screen === 'update-test' || screen === 'create-tests') {
    void askEarly(PARTNERS);
    void askEarly(TEST_PHONES);
  }
}

function isId(text: string | undefined): text is string {
  return text !== undefined && /^[1-9]\d{0,9}$/.test(text);
}
