/** What a report's address says: which test, which verdict is looked at, how the executions are sorted. */
import type { Verdict } from '@textprobe/domain/verdict';
import { SORT_KEYS, type Sorting } from './execution-order.ts';
import { VERDICT_ORDER } from '@textprobe/domain/verdict-tones';

/** The id of the path; null when it is none. */
export function readTestId(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}

export interface ReportAddress {
  /** Null shows all. */
  readonly verdict: Verdict | null;
  /** Null is newest first. */
  readonly sorting: Sorting | null;
}

export function readReportAddress(search: URLSearchParams): ReportAddress {
  const key = SORT_KEYS.find((one) => one === search.get('sort'));
  return {
    verdict: VERDICT_ORDER.find((one) => one === search.get('verdict')) ?? null,
    sorting: key === undefined ? null : { key, descending: search.get('order') === 'desc' },
  };
}

export function withVerdict(search: URLSearchParams, verdict: Verdict | null): URLSearchParams {
  const next = new URLSearchParams(search);
  if (verdict === null) next.delete('verdict');
  else next.set('verdict', verdict);
  return next;
}

export function withSorting(search: URLSearchParams, sorting: Sorting | null): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete('sort');
  next.delete('order');
  if (sorting !== null) next.set('sort', sorting.key);
  if (sorting?.descending) next.set('order', 'desc');
  return next;
}
