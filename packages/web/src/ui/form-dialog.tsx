/** A modal dialog with a title, on the browser's dialog element: Escape closes it, and the focus returns. */
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import './alert-dialog.css';
import classes from './form-dialog.module.css';

interface FormDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** For a table. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

export function FormDialog({ title, onClose, isWide = false, children }: FormDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Not `useEffect`, whose cleanup runs after the element is removed: too late to restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    if (!element.open) element.showModal();
    element.querySelector<HTMLElement>('[data-first]')?.focus();
    return () => element.close();
  }, []);

  return createPortal(
    <dialog
      ref={dialog}
      className={`alert-dialog ${classes.dialog} ${isWide ? classes.wide : ''}`}
      aria-labelledby={`${id}-title`}
      onClose={(event) => event.target === event.currentTarget && onClose()}
      // Closes an open list first. In the capture phase, since the list is gone afterwards.
      onKeyDownCapture={(event) => {
        const isListOpen = event.currentTarget.querySelector('[role="listbox"]') !== null;
        if (event.key === 'Escape' && isListOpen) event.preventDefault();
      }}
    >
      <h2 id={`${id}-title`} className="alert-dialog-text">
        {title}
      </h2>
      {children}
    </dialog>,
    document.body,
  );
}

/** Says why the form was refused, if it was. */
export function FormError({ children }: { readonly children: string | null | undefined }) {
  if (!children) return null;
  return (
    <p role="alert" className={classes.error}>
      {children}
    </p>
  );
}

/** How a searchable select behaves in the dialog. */
export const IN_DIALOG = {
  searchable: true,
  // A dialog or screen may move the focus here: the list would cover what it shows.
  openOnFocus: false,
  comboboxProps: {
    // Otherwise it would be behind the dialog.
    withinPortal: false,
    // Otherwise a short dialog cuts it off.
    floatingStrategy: 'fixed',
    keepMounted: false,
    transitionProps: { duration: 0 },
  },
  // The list itself scrolls: a scroll area around it is not reachable by keyboard.
  withScrollArea: false,
  maxDropdownHeight: 240,
  styles: { options: { maxHeight: 240, overflowY: 'auto' } },
} as const;
