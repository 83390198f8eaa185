/** The header's Refresh button, the age of the data, and the notice of a failed load. */
import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { relativeTime, useNow } from './relative-time.ts';

interface RefreshButtonProps {
  readonly isFetching: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

/** The icon spins while loading. */
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

/**
 * The age of the data, beside the title. Has its own timer, so that the screen does not render every few seconds. @param props.updatedAt
 * epoch milliseconds; 0 before the first response
 */
export function Freshness({ updatedAt }: { updatedAt: number }) {
  const now = useNow(5_000);
  return updatedAt === 0 ? null : <>Updated {relativeTime(updatedAt, now)}</>;
}

/** Shown above the data: what could not be loaded. */
export function LoadFailure({ children }: { children: ReactNode }) {
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} />} mb={16} role="alert">
      {children} Press Refresh to try again.
    </Alert>
  );
}
