/** Says how the filters apply to the figures of tests: which apply differently, and which not at all. */
import { Text } from '@mantine/core';
import type { AnalyticsFilters } from '../../../api/analytics.ts';
import { activeFilters } from '../filters/analytics-address.ts';
import { type FilterName, namesInWords } from '../filters/filter-words.ts';

interface TestFiguresNoteProps {
  readonly filters: AnalyticsFilters;
  /** Whether the last 7 days are compared with those before. */
  readonly isCompared?: boolean;
}

/** Empty if the figures need no explanation. */
export function TestFiguresNote({ filters, isCompared = false }: TestFiguresNoteProps) {
  const words = noteWords(filters, isCompared);
  return words === null ? null : (
    <Text span inherit ml="xs" fw={400} c="dimmed">
      {words}
    </Text>
  );
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

export function noteWords(filters: AnalyticsFilters, isCompared = false): string | null {
  const isDated = filters.startDate !== undefined || filters.endDate !== undefined;
  const ignored = activeFilters(filters).filter((name) => MESSAGES_ONLY.includes(name));
  const parts: string[] = [];
  if (isDated) parts.push('By creation date');
  else if (isCompared) parts.push('Last 7 days, by creation date');
  if (ignored.length > 0) {
    parts.push(`${namesInWords(ignored)} ${ignored.length === 1 ? 'applies' : 'apply'} to messages only`);
  }
  return parts.length === 0 ? null : parts.join('. ');
}
