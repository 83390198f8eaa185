/** Above a list: what was just done, as a sentence. */
import { CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './done-notice.module.css';

interface DoneNoticeProps {
  /** Null: nothing yet. */
  readonly words: ReactNode;
  readonly onDismiss: () => void;
}

export function DoneNotice({ words, onDismiss }: DoneNoticeProps) {
  return (
    // Always rendered, so that screen readers announce it.
    <div role="status">
      {words !== null && (
        <div className={classes.notice}>
          <span>{words}</span>
          <CloseButton size="sm" aria-label="Dismiss" onClick={onDismiss} />
        </div>
      )}
    </div>
  );
}
