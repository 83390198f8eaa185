/** The button of the login page and the session dialog that logs in with single sign-on (ACCT-7). */
import { Button } from '@mantine/core';
import { isSignOnOnly, signOnAddress, signOnInNewTab, signOnName } from '../../api/sign-on.ts';

interface SignOnButtonProps {
  /** The path that the login leads to; null: it opens a new tab, and this one stays. */
  readonly returnTo: string | null;
}

/** Nothing without single sign-on. */
export function SignOnButton({ returnTo }: SignOnButtonProps) {
  const name = signOnName();
  if (name === null) return null;
  const look = { variant: isSignOnOnly() ? 'filled' : 'default', size: 'md', fullWidth: true, mt: 'md' };
  const label = `Log in with ${name}`;
  return returnTo === null ? (
    <Button {...look} onClick={() => signOnInNewTab(false)}>
      {label}
    </Button>
  ) : (
    <Button {...look} component="a" href={signOnAddress(returnTo)}>
      {label}
    </Button>
  );
}
