/** The calls of the analytics screen: filtered logs by page, and their export files (CALL-10, 14, 15, 25). */
import { NEXT_CURSOR_HEADER, RECEIVED_COUNT_HEADER, TOTAL_COUNT_HEADER } from '@textprobe/contract/headers';
import type { FilteredLog, TestLog } from '@textprobe/contract/messages';
import type { MessageType, TestType } from '@textprobe/contract/tests';
import type { StatusWord } from '@textprobe/domain/analytics-filter';
import type { FileFinding } from '@textprobe/domain/file-classes';
import type { FindingWord } from '@textprobe/domain/finding';
import type { Verdict } from '@textprobe/domain/verdict';
import { type CallOptions, request, requestJson, withQuery } from './http.ts';
import { type NamedFile, requestNamedReport } from './report-files.ts';

const LOGS = '/api/tests/sm/v1/deliverabilitytestlogs';

/** The filters of ANALYTICS-5 under their API names; undefined filters nothing. */
export interface AnalyticsFilters {
  /** A day in Los Angeles, `2026-11-21`. */
  readonly startDate?: string | undefined;
  /** The last day, inclusive. */
  readonly endDate?: string | undefined;
  /** An id. */
  readonly partnerId?: string | undefined;
  readonly status?: StatusWord | undefined;
  readonly carrier?: string | undefined;
  readonly finding?: FindingWord | undefined;
  readonly fileFinding?: FileFinding | undefined;
  readonly verdict?: Verdict | undefined;
  readonly messageType?: MessageType | undefined;
  readonly testType?: TestType | undefined;
}

/** A log as received: the fields of its test may be missing (ANALYTICS-7). */
export type LogOfTest = TestLog & Partial<Pick<FilteredLog, 'messageBody' | 'messageType' | 'testType'>>;

export interface LogsPage {
  readonly logs: readonly LogOfTest[];
  /** For the whole filter, not for the page. */
  readonly total: number;
  readonly received: number;
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** One page of the filter's logs, newest first. */
export async function getFilteredReports(
  filters: AnalyticsFilters,
  page: { readonly pageSize: number; readonly cursor: string | null },
  options: CallOptions = {},
): Promise<LogsPage> {
  const response = await request('/api/tests/sm/v1/deliverabilitytestlogs/get-filtered-reports', {
    query: { ...filters, ...page },
    ...options,
  });
  const logs = (await response.json()) as LogOfTest[];
  const count = (header: string) => Number(response.headers.get(header) ?? 0);
  return {
    logs,
    total: count(TOTAL_COUNT_HEADER),
    received: count(RECEIVED_COUNT_HEADER),
    nextCursor: response.headers.get(NEXT_CURSOR_HEADER),
  };
}

/** The newest log regardless of filters; null while there is none. */
export async function getNewestLog(options: CallOptions = {}): Promise<TestLog | null> {
  const [newest = null] = await requestJson<TestLog[]>(`${LOGS}/all`, { query: { pageSize: 1 }, ...options });
  return newest;
}

/** The URL from which the browser downloads the filter's logs as CSV; the server streams them. */
export function csvAddress(filters: AnalyticsFilters): string {
  return withQuery(`${LOGS}/export-csv`, { ...filters });
}

/** The filter's logs and figures as a PDF. */
export function generateFilteredPDF(filters: AnalyticsFilters): Promise<NamedFile> {
  return requestNamedReport(`${LOGS}/generate-filtered-pdf`, { ...filters }, 'test-reports.pdf');
}
