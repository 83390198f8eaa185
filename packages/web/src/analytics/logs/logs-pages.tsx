/** Which logs of how many are shown, and the way to older and newer ones. Pages go by cursor: any depth costs the same. */
import { Button, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconChevronsLeft } from '@tabler/icons-react';
import { counted, figure } from '../../app/counted.ts';
import classes from '../../app/pages.module.css';

interface LogsPagesProps {
  /** How many pages lie before; null when the address was opened deep in the list, and nobody knows. */
  readonly pagesBefore: number | null;
  readonly pageSize: number;
  readonly shown: number;
  readonly total: number;
  readonly hasOlder: boolean;
  readonly onNewest: () => void;
  readonly onNewer: () => void;
  readonly onOlder: () => void;
}

export function LogsPages(props: LogsPagesProps) {
  const { pagesBefore, pageSize, shown, total, hasOlder, onNewest, onNewer, onOlder } = props;
  if (pagesBefore === 0 && !hasOlder) return null;
  const first = (pagesBefore ?? 0) * pageSize + 1;
  return (
    <nav className={classes.pages} aria-label="Pages">
      <span className={classes.range}>
        {pagesBefore === null || shown === 0
          ? `Older ones of ${counted(total, 'log')}`
          : `${figure(first)}–${figure(first + shown - 1)} of ${counted(total, 'log')}`}
      </span>
      <Group gap={8}>
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconChevronsLeft size={16} aria-hidden />}
          disabled={pagesBefore === 0}
          onClick={onNewest}
        >
          Newest
        </Button>
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconChevronLeft size={16} aria-hidden />}
          disabled={pagesBefore === 0 || pagesBefore === null}
          onClick={onNewer}
        >
          Newer
        </Button>
        <Button
          size="compact-md"
          variant="default"
          rightSection={<IconChevronRight size={16} aria-hidden />}
          disabled={!hasOlder}
          onClick={onOlder}
        >
          Older
        </Button>
      </Group>
    </nav>
  );
}
