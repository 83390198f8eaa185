/**
 * The line under the title: the result of the last load, green and dismissible, and its time (ANALYTICS-2). The line keeps its height
 * without the banner, to avoid a layout shift.
 */
import { CloseButton } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { formatDateTime } from '@textprobe/domain/display';
import { figure } from '@textprobe/domain/figures';
import { formatLosAngeles } from '@textprobe/domain/los-angeles-time';
import { TimesNote } from '../../ui/screen.tsx';
import classes from './analytics-screen.module.css';

interface StatusBannerProps {
  /** Null shows no banner. */
  readonly message: string | null;
  /** Whether the load was automatic: it is then not announced every minute. */
  readonly isAutomatic: boolean;
  /** Epoch milliseconds; 0 before the first response. */
  readonly updatedAt: number;
  readonly onDismiss: () => void;
}

export function StatusBanner({ message, isAutomatic, updatedAt, onDismiss }: StatusBannerProps) {
  return (
    <div className={classes.status}>
      <div role="status" aria-live={isAutomatic ? 'off' : 'polite'} className={classes.bannerPlace}>
        {message !== null && (
          <div className={classes.banner}>
            <IconCircleCheck size={16} aria-hidden />
            <span>{message}</span>
            <CloseButton size="sm" aria-label="Dismiss the message" onClick={onDismiss} />
          </div>
        )}
      </div>
      {updatedAt > 0 && (
        <span className={classes.updated}>
          <TimesNote />
          <span>Last updated {formatDateTime(formatLosAngeles(updatedAt))}</span>
        </span>
      )}
    </div>
  );
}

export interface LogsState {
  /** Whether nothing was loaded yet. */
  readonly isPending: boolean;
  /** Whether the data belongs to another filter or page. */
  readonly isOutdated: boolean;
  readonly isFetching: boolean;
  /** Whether the user pressed Refresh. */
  readonly isRequested: boolean;
  readonly isError: boolean;
  readonly isFiltered: boolean;
  /** For the whole filter. */
  readonly total: number;
  readonly received: number;
}

/** Null after a failure, which only the browser's console shows (ANALYTICS-11). */
export function statusMessage(state: LogsState): string | null {
  if (state.isPending) return 'Loading reports...';
  if (state.isFetching) {
    if (state.isRequested) return 'Refreshing...';
    return state.isOutdated ? 'Loading logs...' : 'Refreshing data...';
  }
  if (state.isError) return null;
  if (state.total === 0) return state.isFiltered ? 'No logs match the current filters' : 'No logs found';
  const [total, received] = [state.total, state.received].map(figure);
  return `Successfully loaded ${total} logs with ${received} received`;
}
