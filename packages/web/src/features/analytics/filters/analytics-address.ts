/**
 * The state of the analytics screen in the URL: the tab, the filters that both tabs share, and the page of logs (ANALYTICS-4, 5); also the
 * links from here to the list of tests.
 */
import type { MessageType, TestType } from '@textprobe/contract/tests';
import { STATUS_WORDS } from '@textprobe/domain/analytics-filter';
import { FILE_FINDINGS } from '@textprobe/domain/file-classes';
import { FINDING_WORDS } from '@textprobe/domain/finding';
import type { ExecutionStatus } from '@textprobe/domain/run-status';
import { VERDICTS } from '@textprobe/domain/verdict';
import type { AnalyticsFilters } from '../../../api/analytics.ts';
import { dateOf } from '../../../ui/day-text.ts';

export type FilterName = keyof AnalyticsFilters;
/** In the order of the panel and the chips. */
export const FILTER_LABELS: Readonly<Record<FilterName, string>> = {
  startDate: 'Start Date',
  endDate: 'End Date',
  partnerId: 'Partner',
  status: 'Status',
  verdict: 'Verdict',
  carrier: 'Carrier',
  finding: 'Finding',
  fileFinding: 'Files',
  messageType: 'Message Type',
  testType: 'Test Type',
};

const FILTER_NAMES = Object.keys(FILTER_LABELS) as FilterName[];

export const MESSAGE_TYPES: readonly MessageType[] = ['SMS', 'MMS'];
export const TEST_TYPES: readonly TestType[] = ['IMMEDIATE', 'SCHEDULED', 'RECURRING'];

export type AnalyticsTab = 'logs' | 'trend';

export interface AnalyticsAddress {
  readonly tab: AnalyticsTab;
  readonly filters: AnalyticsFilters;
  /** Start of the page of logs; null is the newest. */
  readonly cursor: string | null;
}

/** Ignores invalid values, and reads words case-insensitively (ANALYTICS-6). */
export function readAnalyticsAddress(search: URLSearchParams): AnalyticsAddress {
  return {
    tab: search.get('tab') === 'trend' ? 'trend' : 'logs',
    filters: {
      startDate: dateOf(search.get('startDate')),
      endDate: dateOf(search.get('endDate')),
      partnerId: idOf(search.get('partnerId')),
      status: oneOf(STATUS_WORDS, search.get('status')),
      verdict: oneOf(VERDICTS, search.get('verdict')),
      carrier: carrierOf(search.get('carrier')),
      finding: oneOf(FINDING_WORDS, search.get('finding')),
      fileFinding: oneOf(FILE_FINDINGS, search.get('fileFinding')),
      messageType: oneOf(MESSAGE_TYPES, search.get('messageType')),
      testType: oneOf(TEST_TYPES, search.get('testType')),
    },
    cursor: search.get('cursor'),
  };
}

/** A copy with some values changed; null removes one. */
function withValues(
  search: URLSearchParams,
  changes: Readonly<Record<string, string | null>>,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** New values of some filters; null removes one. */
export type FilterChanges = Partial<Record<FilterName, string | null>>;

/** Returns to the newest logs; the tab stays. */
export function withFilters(search: URLSearchParams, changes: FilterChanges): URLSearchParams {
  return withValues(search, { ...changes, cursor: null });
}

/** Clear Filters: all of them. */
export function withoutFilters(search: URLSearchParams): URLSearchParams {
  return withFilters(search, Object.fromEntries(FILTER_NAMES.map((name) => [name, null])));
}

export function withTab(search: URLSearchParams, tab: AnalyticsTab): URLSearchParams {
  return withValues(search, { tab: tab === 'logs' ? null : tab });
}

export function withCursor(search: URLSearchParams, cursor: string | null): URLSearchParams {
  return withValues(search, { cursor });
}

/** The filters that are set, in order. */
export function activeFilters(filters: AnalyticsFilters): FilterName[] {
  return FILTER_NAMES.filter((name) => filters[name] !== undefined);
}

function idOf(text: string | null): string | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? text : undefined;
}

/** Limited to the server's maximum length. */
function carrierOf(text: string | null): string | undefined {
  return text !== null && text.trim() !== '' && text.length <= 200 ? text : undefined;
}

function oneOf<T extends string>(values: readonly T[], text: string | null): T | undefined {
  return values.find((value) => value.toLowerCase() === text?.toLowerCase());
}

/** The list of tests of a status, with the same test type and dates; it has no filter for message types. */
export function testsAddress(
  executionStatus: ExecutionStatus,
  { testType, startDate, endDate }: Pick<AnalyticsFilters, 'testType' | 'startDate' | 'endDate'>,
): string {
  const search = { testType: testType ?? null, from: startDate ?? null, to: endDate ?? null };
  return `/tests?${withValues(new URLSearchParams({ executionStatus }), search).toString()}`;
}
