/** The line under the title: what became of the last loading, green and dismissible, and when that was (ANALYTICS-2). The line stays when the banner goes: nothing jumps. */
import { CloseButton } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { formatDateTime } from '@textprobe/domain/display';
import { formatLosAngeles } from '@textprobe/domain/los-angeles-time';
import { TimesNote } from '../../ui/times-note.tsx';
import classes from './analytics-screen.module.css';

interface StatusBannerProps {
  /** Null shows none. */
  readonly message: string | null;
  /** Nobody asked for what it tells: it is not read out each minute. */
  readonly isAutomatic: boolean;
  /** Epoch milliseconds; 0 before the first answer. */
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
