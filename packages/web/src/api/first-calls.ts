/** Paths of the calls that are prefetched before their screen has loaded. Small, because the login page loads it. */
export const AUTH_STATUS = '/api/auth/sm/v1/status';
export const ALL_TESTS = '/api/tests/sm/v1/deliverabilitytest/all';
export const FILTERED_LOGS = '/api/tests/sm/v1/deliverabilitytestlogs/get-filtered-reports';
export const ANALYTICS_BUNDLE = '/api/tests/sm/v1/analytics/bundle';
export const ONE_TEST = '/api/tests/sm/v1/deliverabilitytest/get';
export const TEST_REPORT = '/api/tests/sm/v1/deliverabilitytestlogs/report';
export const PARTNERS = '/api/tests/sm/v1/partners';
export const TEST_PHONES = '/api/tests/sm/v1/deliverabilitytestphones';
