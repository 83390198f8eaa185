/** The label of a column that sorts by it. Its header has `aria-sort`. */
import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';

export type Sorted = 'none' | 'ascending' | 'descending';

const ARROWS = { none: IconArrowsSort, ascending: IconArrowUp, descending: IconArrowDown } as const;

interface SortButtonProps {
  readonly label: string;
  readonly sorted: Sorted;
  readonly onSort: () => void;
}

export function SortButton({ label, sorted, onSort }: SortButtonProps) {
  const Arrow = ARROWS[sorted];
  const isSorted = sorted !== 'none';
  return (
    <UnstyledButton
      w="100%"
      mih={36}
      fz="xs"
      lh="xs"
      c={isSorted ? 'var(--tp-text)' : 'dimmed'}
      onClick={onSort}
    >
      {label}&nbsp;
      <Arrow size={12} opacity={isSorted ? 1 : 0.5} aria-hidden />
    </UnstyledButton>
  );
}
