/** A test's report and logs, and the PDF of them (CALL-11, 13, 19). */
import type { Report } from '@textprobe/contract/messages';
import { request, requestJson } from './http.ts';

const LOGS = '/api/tests/sm/v1/deliverabilitytestlogs';

export async function getTestReport(
  testId: number,
  options: { readonly signal?: AbortSignal; readonly background?: boolean } = {},
): Promise<Report> {
  return requestJson<Report>(`${LOGS}/report`, { query: { testId }, ...options });
}

/** The report as a PDF, to be downloaded under the name of REPORT-10. */
export async function generateTestPDF(testId: number): Promise<Blob> {
  return (await request(`${LOGS}/generate-pdf`, { query: { id: testId } })).blob();
}
