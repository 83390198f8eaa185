/** Paths of calls that are made before the screen that reads the answers is there. Light: the login page loads them. */
export const AUTH_STATUS = '/api/auth/sm/v1/status';
export const ALL_TESTS = '/api/tests/sm/v1/deliverabilitytest/all';
export const FILTERED_LOGS = '/api/tests/sm/v1/deliverabilitytestlogs/get-filtered-reports';
export const ANALYTICS_BUNDLE = '/api/tests/sm/v1/analytics/bundle';
export const WHOLE_DIRECTORY = '/api/tests/sm/v1/directory';
