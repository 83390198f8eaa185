/** Labels of filters and their values, for the panel, chips and notes. */
import type { StatusWord } from '@textprobe/domain/analytics-filter';
import { fileFindingLabel } from '@textprobe/domain/file-finding';
import { findingLabel } from '@textprobe/domain/finding';
import { testTypeLabel } from '@textprobe/domain/test-type';
import type { AnalyticsFilters } from '../../../api/analytics.ts';
import { shortDate } from '../figures/compared-periods.ts';
import { FILTER_LABELS, type FilterName } from './analytics-address.ts';

export const STATUS_LABELS: Readonly<Record<StatusWord, string>> = {
  initiated: 'Initiated',
  sent: 'Sent',
  delivered: 'Delivered',
  received: 'Received',
  failed: 'Failed',
  unknown: 'Unknown',
};

/** The value of a filter in words. */
export function filterValue(filters: AnalyticsFilters, name: FilterName): string {
  const { status, finding, fileFinding, testType } = filters;
  const value = filters[name] ?? '';
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

/** The carriers of the specification, then the others of the directory by name, without duplicates regardless of case. */
export function carrierChoices(inDirectory: readonly string[], chosen: string | undefined): string[] {
  const found = new Map(['AT&T', 'Verizon', 'T-Mobile'].map((name) => [name.toLowerCase(), name]));
  const others = [...inDirectory, ...(chosen === undefined ? [] : [chosen])];
  for (const name of others.filter((one) => one.trim() !== '').sort()) {
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), name);
  }
  return [...found.values()];
}
