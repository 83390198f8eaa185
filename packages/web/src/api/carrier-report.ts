/** The calls for reports to carriers (EVIDENCE-3). */
import type { AnalyticsFilters } from './analytics.ts';
import { requestJson, withQuery } from './http.ts';
import { type NamedFile, requestNamedReport } from './report-files.ts';

const LOGS = '/api/tests/sm/v1/deliverabilitytestlogs';

/** Which messages; with `testId` also a run of the test. */
export interface CarrierReportQuery extends AnalyticsFilters {
  readonly testId?: number;
  readonly runId?: number | null;
  /** Whether partner, client and office are named. */
  readonly names?: 'true';
}

/** The URL from which the browser downloads them as CSV; the server streams them. */
export function carrierCsvAddress(query: CarrierReportQuery): string {
  return withQuery(`${LOGS}/export-csv-for-carrier`, { ...query });
}

export function generateCarrierPDF(query: CarrierReportQuery): Promise<NamedFile> {
  return requestNamedReport(`${LOGS}/generate-pdf-for-carrier`, { ...query }, 'carrier-report.pdf');
}

/** One message as plain text. */
export async function getCarrierText(testLogID: number): Promise<string> {
  const { text } = await requestJson<{ text: string }>(`${LOGS}/for-carrier`, { query: { testLogID } });
  return text;
}
