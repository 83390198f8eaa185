/** A modal box on the browser's dialog element: Escape, a press outside it and unmounting close it, and the focus returns. */
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import classes from './modal.module.css';

interface ModalProps {
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Modal({ label, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  // Not `useEffect`, whose cleanup runs after the element is removed: too late to restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    element.showModal();
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => element.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      className={classes.modal}
      aria-label={label}
      onClose={onClose}
      // The box fills the dialog element, so a press on the element itself is on the backdrop.
      onMouseDown={(event) => {
        if (event.target !== event.currentTarget) return;
        // Otherwise the press would move the focus away from where closing restores it.
        event.preventDefault();
        onClose();
      }}
    >
      <div className={classes.box}>{children}</div>
    </dialog>
  );
}
