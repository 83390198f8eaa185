/**
 * Asks for a login over the current screen when the session has expired. Modal, on the browser's dialog element; Escape does not close it,
 * since nothing behind it works without a session.
 */
import { useId, useLayoutEffect, useRef } from 'react';
import { LoginForm } from './login-screen.tsx';
import '../../ui/alert-dialog.css';
import '../../ui/auth-page.css';
import './session-dialog.css';

interface SessionDialogProps {
  /** The user whose session expired. */
  readonly username: string;
  readonly onLoggedIn: () => unknown;
  /** Goes to the login page and discards the work. */
  readonly onLeave: () => void;
}

export function SessionDialog({ username, onLoggedIn, onLeave }: SessionDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  // Not `useEffect`, whose cleanup runs after the element is removed: too late to restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    if (!element.open) element.showModal();
    // The username is prefilled. (React's autoFocus runs before the dialog is open, without effect.)
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
      // Browsers close the dialog on a second Escape even if the page prevents it.
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
