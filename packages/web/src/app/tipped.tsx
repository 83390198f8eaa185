/** A few words that stand for more: a button that says all of it when it is pressed, has the focus or the pointer. */
import type { ReactNode } from 'react';

interface TippedProps {
  /** All of it. */
  readonly words: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function Tipped({ words, className = '', children }: TippedProps) {
  return (
    <button type="button" className={`tipped ${className}`} data-tip={words} data-tip-press>
      {children}
    </button>
  );
}
