/** Asks for a login over the current screen when the session has expired. Nothing else closes it, since nothing behind it works without a session. */
import { Button } from '@mantine/core';
import { isSignOnOnly } from '../../api/sign-on.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { LoginForm } from './login-screen.tsx';
import { SignOnButton } from './sign-on-button.tsx';

interface SessionDialogProps {
  /** The user whose session expired. */
  readonly username: string;
  readonly onLoggedIn: () => unknown;
  /** Goes to the login page and discards the work. */
  readonly onLeave: () => void;
}

export function SessionDialog({ username, onLoggedIn, onLeave }: SessionDialogProps) {
  return (
    <FormDialog
      title="Log in to continue"
      size={400}
      details="Your session has expired. Nothing on this screen is lost: log in to pick up where you left off."
      onClose={null}
    >
      {!isSignOnOnly() && <LoginForm isInDialog username={username} onLoggedIn={onLoggedIn} />}
      <SignOnButton returnTo={null} />
      <Button variant="subtle" color="gray" fullWidth mt="sm" onClick={onLeave}>
        Discard and go to the login page
      </Button>
    </FormDialog>
  );
}
