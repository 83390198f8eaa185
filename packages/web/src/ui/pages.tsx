/** Pagination of a list: the range of rows shown, the number of pages, and the page links (LIST-4). */
import { Group, Pagination, Text } from '@mantine/core';
import { figure } from '@textprobe/domain/figures';
import { counted } from './counted.ts';

interface PagesProps {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  /** Name of an entry in the singular: `test`. */
  readonly noun: string;
  readonly onPage: (page: number) => void;
}

const CONTROLS = { first: 'First', previous: 'Previous', next: 'Next', last: 'Last' } as const;

export function Pages({ page, pageSize, total, noun, onPage }: PagesProps) {
  const pages = pageCount(total, pageSize);
  const first = (page - 1) * pageSize + 1;
  return (
    <Group component="nav" justify="space-between" gap="xs" mih={26} mt="sm" aria-label={`Pages of ${noun}s`}>
      <Text size="sm" c="dimmed">
        {pages === 1
          ? counted(total, noun)
          : `${figure(first)}–${figure(Math.min(first + pageSize - 1, total))} of ${figure(total)}`}
      </Text>
      {pages > 1 && (
        <Pagination
          size="sm"
          value={page}
          total={pages}
          onChange={onPage}
          getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
          getControlProps={(control) => ({ 'aria-label': `${CONTROLS[control]} page` })}
        />
      )}
    </Group>
  );
}

/** At least 1. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}
