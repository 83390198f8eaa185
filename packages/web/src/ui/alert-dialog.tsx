/**
 * A modal alert on the browser's dialog element, which traps the focus, makes the page inert, closes on Escape and restores the focus.
 * Plain CSS, so that the login pages can use it too.
 */
import { type ReactNode, useEffect, useId, useRef } from 'react';
import './alert-dialog.css';

export interface AlertDialogProps {
  readonly text: string;
  /** Reasons by field, below the text. */
  readonly details?: ReactNode;
  /** The confirm button, which gets the focus; without it there is only `dismissLabel`. */
  readonly acceptLabel?: string;
  readonly dismissLabel: string;
  readonly danger?: boolean;
  /** Called after closing: true only if confirmed. */
  readonly onClose: (accepted: boolean) => void;
}

export function AlertDialog(props: AlertDialogProps) {
  const { text, details, acceptLabel, dismissLabel, danger = false, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const restoreCursor = useRef<() => void>(() => undefined);
  const id = useId();

  useEffect(() => {
    const element = dialog.current;
    if (element !== null && !element.open) {
      restoreCursor.current = cursorOf(document.activeElement);
      element.showModal();
    }
    first.current?.focus();
  }, []);

  // An irreversible action must not be one Enter away.
  const acceptHasFocus = acceptLabel !== undefined && !danger;
  return (
    <dialog
      ref={dialog}
      className="alert-dialog"
      role="alertdialog"
      aria-labelledby={`${id}-text`}
      {...(details ? { 'aria-describedby': `${id}-details` } : {})}
      onClose={(event) => {
        restoreCursor.current();
        onClose(event.currentTarget.returnValue === 'accepted');
      }}
    >
      <form method="dialog">
        <p id={`${id}-text`} className="alert-dialog-text">
          {text}
        </p>
        {details ? (
          <div id={`${id}-details`} className="alert-dialog-details">
            {details}
          </div>
        ) : null}
        <div className="alert-dialog-buttons">
          <button
            ref={acceptHasFocus ? null : first}
            type="submit"
            value="dismissed"
            className={acceptLabel === undefined ? 'primary' : ''}
          >
            {dismissLabel}
          </button>
          {acceptLabel !== undefined && (
            <button
              ref={acceptHasFocus ? first : null}
              type="submit"
              value="accepted"
              className={danger ? 'danger' : 'primary'}
            >
              {acceptLabel}
            </button>
          )}
        </div>
      </form>
    </dialog>
  );
}

/**
 * Chromium restores the focus to a text area without its cursor, and then ignores keys. @returns to be called once the dialog is closed
 */
export function cursorOf(box: Element | null): () => void {
  if (!(box instanceof HTMLTextAreaElement)) return () => undefined;
  const { selectionStart, selectionEnd } = box;
  return () => {
    if (document.activeElement === box) box.setSelectionRange(selectionStart, selectionEnd);
  };
}
