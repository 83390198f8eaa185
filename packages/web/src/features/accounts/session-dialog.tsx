/** Asks for a login over the current screen when the session has expired. Nothing closes it, since nothing behind it works without a session. */
import { Button, getDefaultZIndex, Modal } from '@mantine/core';
import { LoginForm } from './login-screen.tsx';

interface SessionDialogProps {
  readonly isOpen: boolean;
  /** The user whose session expired. */
  readonly username: string;
  readonly onLoggedIn: () => unknown;
  /** Goes to the login page and discards the work. */
  readonly onLeave: () => void;
}

export function SessionDialog({ isOpen, username, onLoggedIn, onLeave }: SessionDialogProps) {
  return (
    <Modal
      opened={isOpen}
      title="Log in to continue"
      size={400}
      zIndex={getDefaultZIndex('max')}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      onClose={onLeave}
    >
      <p>Your session has expired. Nothing on this screen is lost: log in to pick up where you left off.</p>
      <LoginForm username={username} onLoggedIn={onLoggedIn} />
      <Button variant="subtle" color="gray" fullWidth mt="sm" onClick={onLeave}>
        Discard and go to the login page
      </Button>
    </Modal>
  );
}
