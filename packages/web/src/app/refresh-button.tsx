/** Refresh, in the header of a screen: its sign turns while an answer is awaited. */
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';

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
