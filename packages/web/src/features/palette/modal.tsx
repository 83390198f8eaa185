/** A modal box on the browser's dialog element: Escape, a press beside it and unmounting close it, and the focus returns. */
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { cursorOf } from '../../ui/alert-dialog.tsx';
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
    const restoreCursor = cursorOf(document.activeElement);
    element.showModal();
    element.querySelector<HTMLElement>('[data-first]')?.focus();
    return () => {
      element.close();
      restoreCursor();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className={classes.modal}
      aria-label={label}
      onClose={onClose}
      // The box itself fills its element, so that only the backdrop is pressed as the element.
      onMouseDown={(event) => {
        if (event.target !== event.currentTarget) return;
        // The press would take the focus from where it returns to.
        event.preventDefault();
        onClose();
      }}
    >
      <div className={classes.box}>{children}</div>
    </dialog>
  );
}
