/** Says what the filters mean to figures of tests, wherever one stands: which they follow in a way of their own, which not. */
import { Text } from '@mantine/core';
import type { AnalyticsFilters } from '../../../api/analytics.ts';
import { type FilterName, setFilters } from '../filters/analytics-address.ts';
import { namesInWords } from '../filters/filter-words.ts';

interface TestFiguresNoteProps {
  readonly filters: AnalyticsFilters;
  /** Whether the last 7 days stand beside those before. */
  readonly isCompared?: boolean;
}

/** Nothing where there is no more to say than what each figure says. */
export function TestFiguresNote({ filters, isCompared = false }: TestFiguresNoteProps) {
  const words = noteWords(filters, isCompared);
  return words === null ? null : (
    <Text span inherit display="block" fw={400} c="dimmed">
      {words}
    </Text>
  );
}

/** Tests have types and dates only (CALL-18): no message status, no carrier, no finding. */
const MESSAGES_ONLY: readonly FilterName[] = ['status', 'carrier', 'finding'];

export function noteWords(filters: AnalyticsFilters, isCompared = false): string | null {
  const isDated = filters.startDate !== undefined || filters.endDate !== undefined;
  const ignored = setFilters(filters).filter((name) => MESSAGES_ONLY.includes(name));
  const parts: string[] = [];
  if (isDated) parts.push('By creation date');
  else if (isCompared) parts.push('Last 7 days, by creation date');
  if (ignored.length > 0) {
    parts.push(`${namesInWords(ignored)} ${ignored.length === 1 ? 'filters' : 'filter'} messages only`);
  }
  return parts.length === 0 ? null : parts.join('. ');
}
