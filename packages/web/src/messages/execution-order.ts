/** The order of the executions table: newest first unless a column was chosen (REPORT-7). */
import type { TestLog } from '@textprobe/contract/messages';
import { parseTimestamp } from '@textprobe/domain/los-angeles-time';
import { VERDICT_ORDER } from '@textprobe/domain/verdict-tones';

export const SORT_KEYS = [
  'log',
  'office',
  'officePhone',
  'phone',
  'carrier',
  'status',
  'sent',
  'received',
  'delay',
] as const;
export type SortKey = (typeof SORT_KEYS)[number];
export interface Sorting {
  readonly key: SortKey;
  readonly descending: boolean;
}

/** A log with all that its row shows. */
export interface Execution {
  readonly log: TestLog;
  /** Names are null while the directory is on its way. */
  readonly office: string | null;
  readonly officePhone: string;
  readonly phone: string | null;
  readonly phoneNumber: string;
  /** From handed over to received; undefined when not received. */
  readonly seconds: number | undefined;
}

/** What is missing stands at the end, whichever way it goes; equals stay newest first. */
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

/** The header was pressed: up, down, then back to newest first. */
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

const words = new Intl.Collator('en-US', { numeric: true });

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : words.compare(String(a), String(b));
}

function instant(timestamp: string | null): number | null {
  return timestamp === null ? null : parseTimestamp(timestamp);
}
