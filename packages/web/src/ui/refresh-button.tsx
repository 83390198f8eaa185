/** Refresh, in the header of a screen: how old is what is shown, and what could not be loaded. */
import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { relativeTime, useNow } from './relative-time.ts';

interface RefreshButtonProps {
  readonly isFetching: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

/** Its sign turns while an answer is awaited. */
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

/** Above what is shown: a sentence on what could not be loaded. */
export function LoadFailure({ children }: { children: ReactNode }) {
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} />} mb={16} role="alert">
      {children} Press Refresh to try again.
    </Alert>
  );
}
