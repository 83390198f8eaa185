/** The columns of the executions table and its sort order: newest first by default (REPORT-7). */
import type { TestLog } from '@textprobe/contract/messages';
import { VERDICT_ORDER } from '@textprobe/domain/verdict-tones';
import { instant } from './message-moments.ts';

/** In the specification's words and order. */
export const EXECUTION_COLUMNS = [
  ['log', 'Log ID'],
  ['office', 'Office'],
  ['officePhone', 'Office Phone'],
  ['phone', 'Target Phone'],
  ['carrier', 'Carrier'],
  ['status', 'Status'],
  ['sent', 'Sent Time'],
  ['received', 'Received Time'],
  ['delay', 'Delivery Time'],
] as const;
export const SORT_KEYS = EXECUTION_COLUMNS.map(([key]) => key);
export type SortKey = (typeof SORT_KEYS)[number];
export interface Sorting {
  readonly key: SortKey;
  readonly descending: boolean;
}

/** A log with everything that its row shows. */
export interface Execution {
  readonly log: TestLog;
  readonly office: string;
  readonly officePhone: string;
  readonly phone: string;
  readonly phoneNumber: string;
  /** Seconds from submission to reception; undefined if not received. */
  readonly seconds: number | undefined;
}

/** Missing values come last in either direction; ties stay newest first. */
export function sortExecutions(executions: readonly Execution[], sorting: Sorting | null): Execution[] {
  const newestFirst = executions
    .map((execution) => ({ execution, createdAt: instant(execution.log.creationTimestamp) ?? 0 }))
    .sort((a, b) => b.createdAt - a.createdAt || b.execution.log.testLogID - a.execution.log.testLogID)
    .map(({ execution }) => execution);
  if (sorting === null) return newestFirst;
  const { key, descending } = sorting;
  return newestFirst
    .map((execution) => ({ execution, value: valueOf(execution, key) }))
    .sort((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
      const order = compare(a.value, b.value);
      return descending ? -order : order;
    })
    .map(({ execution }) => execution);
}

/** Cycles on each press of the header: ascending, descending, newest first. */
export function nextSorting(now: Sorting | null, key: SortKey): Sorting | null {
  if (now?.key !== key) return { key, descending: false };
  return now.descending ? null : { key, descending: true };
}

function valueOf({ log, office, officePhone, phone, seconds }: Execution, key: SortKey) {
  switch (key) {
    case 'log':
      return log.testLogID;
    case 'office':
      return office;
    case 'officePhone':
      return officePhone;
    case 'phone':
      return phone;
    case 'carrier':
      return log.carrier;
    case 'status':
      return VERDICT_ORDER.indexOf(log.verdict);
    case 'sent':
      return instant(log.messageSentTimestamp);
    case 'received':
      return instant(log.messageReceivedTimestamp);
    case 'delay':
      return seconds ?? null;
  }
}

/** Created when the first texts are compared: it takes a browser 6 ms. */
let words: Intl.Collator | undefined;

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  words ??= new Intl.Collator('en-US', { numeric: true });
  return words.compare(String(a), String(b));
}
