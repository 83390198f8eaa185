/** A test's report and logs (CALL-11, CALL-19). */
import type { Report } from '@textprobe/contract/messages';
import { requestJson } from './http.ts';

const LOGS = '/api/tests/sm/v1/deliverabilitytestlogs';

export async function getTestReport(
  testId: number,
  options: { readonly signal?: AbortSignal; readonly background?: boolean } = {},
): Promise<Report> {
  return requestJson<Report>(`${LOGS}/report`, { query: { testId }, ...options });
}
