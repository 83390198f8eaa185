/** Labels of filters and their values, for the panel, chips and notes. */
import type { StatusWord } from '@textprobe/domain/analytics-filter';
import { fileFindingLabel } from '@textprobe/domain/file-finding';
import { findingLabel } from '@textprobe/domain/finding';
import { testTypeLabel } from '@textprobe/domain/test-type';
import type { AnalyticsFilters } from '../../../api/analytics.ts';
import { shortDate } from '../../../ui/day-text.ts';
import { FILTER_LABELS, type FilterName } from './analytics-address.ts';

export const STATUS_LABELS: Readonly<Record<StatusWord, string>> = {
  initiated: 'Initiated',
  sent: 'Sent',
  delivered: 'Delivered',
  received: 'Received',
  failed: 'Failed',
  unknown: 'Unknown',
};

/** The value of a filter in words. @param partner the name of the filter's partner */
export function filterValue(filters: AnalyticsFilters, name: FilterName, partner = ''): string {
  const { status, finding, fileFinding, testType } = filters;
  const value = filters[name] ?? '';
  if (name === 'partnerId') return partner;
  if (name === 'startDate' || name === 'endDate') return shortDate(value);
  if (name === 'status' && status) return STATUS_LABELS[status];
  if (name === 'finding' && finding) return findingLabel(finding);
  if (name === 'fileFinding' && fileFinding) return fileFindingLabel(fileFinding);
  if (name === 'testType' && testType) return testTypeLabel(testType);
  return value;
}

/** `Start Date`, `Start Date and Carrier`, `Start Date, Status and Carrier`. */
export function namesInWords(names: readonly FilterName[]): string {
  return new Intl.ListFormat('en', { style: 'long', type: 'conjunction' })
    .format(names.map((name) => FILTER_LABELS[name]))
    .replace(', and ', ' and ');
}
