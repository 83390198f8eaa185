/**
 * A modal alert on the browser's own dialog element: it holds the focus, makes the page behind it inert, closes on
 * Escape and gives the focus back. Plain CSS, so that the doors can use it too.
 */
import { type ReactNode, useEffect, useId, useRef } from 'react';
import './alert-dialog.css';

export interface AlertDialogProps {
  readonly text: string;
  /** Under the text: reasons, field by field. */
  readonly details?: ReactNode;
  /** The button that says yes, and has the focus; without it there is only `dismissLabel`. */
  readonly acceptLabel?: string;
  readonly dismissLabel: string;
  readonly danger?: boolean;
  /** Told once it is closed: true only when accepted. */
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

  // What cannot be undone is never one Enter away.
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

/** Chromium gives the focus back to a text box without its cursor, and then takes no keys. */
function cursorOf(box: Element | null): () => void {
  if (!(box instanceof HTMLTextAreaElement)) return () => undefined;
  const { selectionStart, selectionEnd } = box;
  return () => {
    if (document.activeElement === box) box.setSelectionRange(selectionStart, selectionEnd);
  };
}
