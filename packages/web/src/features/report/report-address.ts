/** The report's state in the URL: run, filters, search, sort order, page and message. */
import type { Report } from '@textprobe/contract/messages';
import type { Run } from '@textprobe/contract/schedules';
import { FILE_FINDINGS, type FileFinding } from '@textprobe/domain/file-classes';
import { FINDING_WORDS, type FindingWord } from '@textprobe/domain/finding';
import { SEARCH_LIMIT } from '@textprobe/domain/search-words';
import type { Verdict } from '@textprobe/domain/verdict';
import { VERDICT_ORDER } from '@textprobe/domain/verdict-tones';
import type { Names } from './directory-names.ts';
import { type Sorting, sortKeyOf } from './execution-order.ts';

/** A test or run id; null if the text is not one. */
export function readTestId(text: string | null | undefined): number | null {
  return text && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}

/** Message ids may be larger than those of tests and runs. @returns null if the text is not an id */
function readLogId(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

export interface ReportAddress {
  /** Null shows all runs. */
  readonly runId: number | null;
  /** Null shows all. */
  readonly verdict: Verdict | null;
  /** Null shows all; an empty text is a phone without a carrier. */
  readonly carrier: string | null;
  /** Null shows all; the filters on verdict, carrier, finding and files must all match. */
  readonly finding: FindingWord | null;
  readonly files: FileFinding | null;
  /** Words that a message must all have somewhere in its row or texts; empty shows all. */
  readonly search: string;
  /** Null is newest first. */
  readonly sorting: Sorting | null;
  /** From 1. */
  readonly page: number;
  /** The message opened last; null if it was closed, or something else changed. */
  readonly logId: number | null;
}

export function readReportAddress(search: URLSearchParams): ReportAddress {
  const key = sortKeyOf(search.get('sort'));
  return {
    runId: readTestId(search.get('run')),
    verdict: VERDICT_ORDER.find((one) => one === search.get('verdict')) ?? null,
    carrier: search.get('carrier'),
    finding: FINDING_WORDS.find((one) => one === search.get('finding')) ?? null,
    files: FILE_FINDINGS.find((one) => one === search.get('files')) ?? null,
    search: search.get('q')?.slice(0, SEARCH_LIMIT).trim() ?? '',
    sorting: key === undefined ? null : { key, descending: search.get('order') === 'desc' },
    page: readTestId(search.get('page')) ?? 1,
    logId: readLogId(search.get('log')),
  };
}

/** What all parts of a report show, and how they change it. */
export interface ReportView {
  readonly report: Report;
  /** The selected run; null shows all. */
  readonly run: Run | null;
  readonly names: Names;
  readonly address: ReportAddress;
  readonly onAddress: (change: Partial<ReportAddress>) => void;
  /** The message listed with its neighbors if it is not among the newest; null: the newest are listed. */
  readonly around: number | null;
  readonly onAround: (logId: number | null) => void;
}

/** Shows all messages of the run. */
export const NO_FILTERS = { verdict: null, carrier: null, finding: null, files: null, search: '' } as const;

/** Whether a filter may hide messages; the run is not one of them. */
export function isFiltered({ verdict, carrier, finding, files, search }: ReportAddress): boolean {
  return search !== '' || [verdict, carrier, finding, files].some((filter) => filter !== null);
}

/**
 * The URL with some of its state changed. Any change returns to the first page and leaves the message, unless it sets them itself: a filter or
 * another page may hide the message.
 */
export function withReportAddress(now: URLSearchParams, change: Partial<ReportAddress>): URLSearchParams {
  const { runId, search, sorting, page = 1, logId = null, verdict, carrier, finding, files } = change;
  const next = new URLSearchParams(now);
  const parts = {
    page: page === 1 ? null : page,
    log: logId,
    run: runId,
    q: search === '' ? null : search,
    verdict,
    carrier,
    finding,
    files,
    ...(sorting !== undefined && { sort: sorting?.key ?? null, order: sorting?.descending ? 'desc' : null }),
  };
  for (const [name, value] of Object.entries(parts)) {
    if (value === null) next.delete(name);
    else if (value !== undefined) next.set(name, String(value));
  }
  return next;
}
