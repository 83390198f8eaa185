/**
 * The line under the title: the result of the last load, green and dismissible, and its time (ANALYTICS-2). The line keeps its height
 * without the banner, to avoid a layout shift.
 */
import { CloseButton, Group } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { formatDateTime } from '@textprobe/domain/display';
import { figure } from '@textprobe/domain/figures';
import { formatLosAngeles } from '@textprobe/domain/los-angeles-time';
import { TimesNote } from '../../ui/screen.tsx';

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
    // On a phone, banner and time take a line each.
    <Group gap="4px 12px" mih={{ base: 60, xs: 36 }} mb="sm" align="start" fz="sm">
      <div role="status" aria-live={isAutomatic ? 'off' : 'polite'}>
        {message !== null && (
          <Group
            gap="xs"
            wrap="nowrap"
            mih={36}
            py={4}
            pl="sm"
            pr="xs"
            fw={550}
            c="var(--tp-status-delivered)"
            bg="color-mix(in srgb, var(--tp-status-delivered) 10%, var(--tp-surface))"
            bd="1px solid color-mix(in srgb, var(--tp-status-delivered) 24%, var(--tp-surface))"
            bdrs="md"
          >
            <IconCircleCheck size={16} style={{ flex: 'none' }} aria-hidden />
            <span>{message}</span>
            <CloseButton size="sm" c="inherit" aria-label="Dismiss the message" onClick={onDismiss} />
          </Group>
        )}
      </div>
      {updatedAt > 0 && (
        <Group gap="0 12px" ml="auto" c="dimmed">
          <TimesNote />
          <span>Last updated {formatDateTime(formatLosAngeles(updatedAt))}</span>
        </Group>
      )}
    </Group>
  );
}

/** `isPending`: nothing was loaded yet; `isOutdated`: it belongs to another filter or page; `isRequested`: by Refresh. */
export type LogsState = Readonly<
  Record<'isPending' | 'isOutdated' | 'isFetching' | 'isRequested' | 'isError' | 'isFiltered', boolean> &
    Record<'total' | 'received', number>
>;

/** Null after a failure, which only the browser's console shows (ANALYTICS-11). */
export function statusMessage(state: LogsState): string | null {
  if (state.isPending) return 'Loading reports...';
  if (state.isFetching) {
    if (state.isRequested) return 'Refreshing...';
    return state.isOutdated ? 'Loading logs...' : 'Refreshing data...';
  }
  if (state.isError) return null;
  if (state.total === 0) return state.isFiltered ? 'No logs match the current filters' : 'No logs found';
  return `Successfully loaded ${figure(state.total)} logs with ${figure(state.received)} received`;
}
