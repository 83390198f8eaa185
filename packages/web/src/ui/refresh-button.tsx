/** Refresh, in the header of a screen: its sign turns while an answer is awaited. */
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { relativeTime, useNow } from './relative-time.ts';

interface RefreshButtonProps {
  readonly isFetching: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

export function RefreshButton({ isFetching, disabled = false, onClick }: RefreshButtonProps) {
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} className={isFetching ? 'turning' : ''} aria-hidden />}
      disabled={disabled}
      onClick={onClick}
    >
      Refresh
    </Button>
  );
}

/** How old what is shown is, beside the title. Counts by itself, so that the screen is not drawn every few seconds. @param props.updatedAt epoch milliseconds; 0 before the first answer */
export function Freshness({ updatedAt }: { updatedAt: number }) {
  const now = useNow(5_000);
  return updatedAt === 0 ? null : <>Updated {relativeTime(updatedAt, now)}</>;
}
