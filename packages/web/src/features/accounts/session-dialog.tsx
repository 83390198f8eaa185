/**
 * Asks for a login in the middle of work, over the screen as it stands. Modal, on the browser's own dialog element; it
 * does not close on Escape, since nothing behind it can go on without a session.
 */
import { useId, useLayoutEffect, useRef } from 'react';
import { LoginForm } from './login-form.tsx';
import '../../ui/alert-dialog.css';
import './auth-page.css';
import './session-dialog.css';

interface SessionDialogProps {
  /** Whose work it is. */
  readonly username: string;
  readonly onLoggedIn: () => unknown;
  /** To the login page, with the work given up. */
  readonly onLeave: () => void;
}

export function SessionDialog({ username, onLoggedIn, onLeave }: SessionDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  // Not `useEffect`: it would clean up when the element is gone, too late for the focus to return where it was.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    if (!element.open) element.showModal();
    // The name is there already. (React's autoFocus comes before the dialog is open, and is lost.)
    element.querySelector<HTMLInputElement>('input[name="password"]')?.focus();
    return () => element.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      className="alert-dialog session-dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => event.preventDefault()}
      // A browser lets a second Escape through, whatever the page says to it.
      onClose={(event) => event.currentTarget.isConnected && event.currentTarget.showModal()}
    >
      <h2 id={`${id}-title`}>Log in to continue</h2>
      <p id={`${id}-text`}>
        Your session has expired. Nothing on this screen is lost: log in to pick up where you left off.
      </p>
      <LoginForm username={username} onLoggedIn={onLoggedIn} />
      <button type="button" className="session-dialog-leave" onClick={onLeave}>
        Discard and go to the login page
      </button>
    </dialog>
  );
}
