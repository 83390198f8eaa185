/** The filters' labels and values, for the panel, chips, notes and the URL. */
import { STATUS_WORDS } from '@textprobe/domain/analytics-filter';
import { BEST_FIRST, fileFindingLabel } from '@textprobe/domain/file-finding';
import { FINDING_WORDS, findingLabel } from '@textprobe/domain/finding';
import { testTypeLabel } from '@textprobe/domain/test-type';
import { VERDICT_ORDER } from '@textprobe/domain/verdict-tones';
import type { AnalyticsFilters } from '../../../api/analytics.ts';
import { shortDate } from '../../../ui/day-text.ts';

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
export const FILTER_NAMES = Object.keys(FILTER_LABELS) as FilterName[];

function options<T extends string>(values: readonly T[], labelOf: (value: T) => string = (value) => value) {
  return values.map((value) => ({ value, label: labelOf(value) }));
}

/** The values of the filters that have a fixed list of them. */
export const FILTER_OPTIONS = {
  status: options(STATUS_WORDS, (word) => word.replace(/^./, (letter) => letter.toUpperCase())),
  verdict: options(VERDICT_ORDER),
  finding: options(FINDING_WORDS, findingLabel),
  fileFinding: options(BEST_FIRST, fileFindingLabel),
  messageType: options(['SMS', 'MMS']),
  testType: options(['IMMEDIATE', 'SCHEDULED', 'RECURRING'], testTypeLabel),
};

/** The value of a filter in words. @param partner the name of the filter's partner */
export function filterValue(filters: AnalyticsFilters, name: FilterName, partner = ''): string {
  const value = filters[name] ?? '';
  if (name === 'partnerId') return partner;
  if (name === 'startDate' || name === 'endDate') return shortDate(value);
  if (name === 'carrier') return value;
  return FILTER_OPTIONS[name].find((option) => option.value === value)?.label ?? value;
}

/** `Start Date`, `Start Date and Carrier`, `Start Date, Status and Carrier`. */
export function namesInWords(names: readonly FilterName[]): string {
  return new Intl.ListFormat('en', { style: 'long', type: 'conjunction' })
    .format(names.map((name) => FILTER_LABELS[name]))
    .replace(', and ', ' and ');
}

/** Tests have only types and dates (CALL-18), so these filters do not apply to them. */
const MESSAGES_ONLY: readonly FilterName[] = [
  'partnerId',
  'status',
  'verdict',
  'carrier',
  'finding',
  'fileFinding',
];

/**
 * How the filters apply to the figures of tests: which apply differently, and which not at all. Empty if that needs no explanation.
 * @param isCompared whether the last 7 days are compared with those before
 */
export function testFiguresNote(filters: AnalyticsFilters, isCompared = false): string {
  const isDated = filters.startDate !== undefined || filters.endDate !== undefined;
  const ignored = MESSAGES_ONLY.filter((name) => filters[name] !== undefined);
  return [
    isDated ? 'By creation date' : isCompared && 'Last 7 days, by creation date',
    ignored.length > 0 &&
      `${namesInWords(ignored)} ${ignored.length === 1 ? 'applies' : 'apply'} to messages only`,
  ]
    .filter(Boolean)
    .join('. ');
}
