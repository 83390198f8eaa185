/** The calls for a test's report, runs and logs, and their export files (CALL-11, 13, 19, 25). */
import { NEXT_CURSOR_HEADER } from '@textprobe/contract/headers';
import type { MessageWhy } from '@textprobe/contract/message-why';
import type { Report, TestLog } from '@textprobe/contract/messages';
import type { Run } from '@textprobe/contract/schedules';
import { type CallOptions, request, requestJson, withQuery } from './http.ts';
import { requestReport } from './report-files.ts';

const LOGS = '/api/tests/sm/v1/deliverabilitytestlogs';

/** Which messages of a test a report contains. */
interface ReportPart {
  /** Limits the messages and their rate to this run. */
  readonly runId?: number | null;
  /** A message to include with its neighbors if it is not among the newest. */
  readonly testLogID?: number | null;
}

export async function getTestReport(
  testId: number,
  { runId, testLogID, ...options }: CallOptions & ReportPart = {},
): Promise<Report> {
  return requestJson<Report>('/api/tests/sm/v1/deliverabilitytestlogs/report', {
    query: { testId, runId, testLogID },
    ...options,
  });
}

/** The log of the message with this code: one or none. */
export async function getLogsOfCode(code: string, options: CallOptions = {}): Promise<TestLog[]> {
  return requestJson<TestLog[]>(`${LOGS}/get-by-code`, { query: { code }, ...options });
}

export interface RunsPage {
  readonly runs: readonly Run[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** The runs of a test by page, newest first; a null cursor starts with the newest. */
export async function getRuns(
  testId: number,
  cursor: string | null,
  options: CallOptions = {},
): Promise<RunsPage> {
  const response = await request(`${LOGS}/runs`, { query: { testId, cursor }, ...options });
  const runs = (await response.json()) as Run[];
  return { runs, nextCursor: response.headers.get(NEXT_CURSOR_HEADER) };
}

/** All stored evidence of a message, and the rule behind its verdict. */
export async function getMessageWhy(testLogID: number, options: CallOptions = {}): Promise<MessageWhy> {
  return requestJson<MessageWhy>(`${LOGS}/why`, { query: { testLogID }, ...options });
}

/** The report as a PDF, to be downloaded under the name of REPORT-10. */
export async function generateTestPDF(testId: number): Promise<Blob> {
  return (await requestReport(`${LOGS}/generate-pdf`, { id: testId })).blob();
}

/** The URL from which the browser downloads all logs of a test as CSV; the server streams them. */
export function testCsvAddress(testId: number): string {
  return withQuery(`${LOGS}/export-csv`, { testId });
}

/** The same for several tests in one file. @param testIds at most 200 */
export function testsCsvAddress(testIds: readonly number[]): string {
  return withQuery(`${LOGS}/export-csv`, { testIds: testIds.join(',') });
}
