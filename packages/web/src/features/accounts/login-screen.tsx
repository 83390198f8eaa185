/** The login screen (LOGIN-1 to 5), and its form, which the session dialog shows too. */
import { Button, Stack, TextInput } from '@mantine/core';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { type AuthStatus, confirmSession, login, NoSessionError } from '../../api/accounts.ts';
import { isDemo } from '../../api/first-steps-mode.ts';
import { PlainPage, Refusal } from '../../ui/plain-page.tsx';
import { safeReturnPath } from './guard.ts';

export function LoginScreen() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  // Set by the page on which the account's owner has just chosen a password.
  const { username = '' } = (useLocation().state ?? {}) as { username?: string };

  async function enter(user: AuthStatus['user']) {
    const from = search.get('from');
    const mayStart = from === null && user?.role === 'administrator' && !isDemo();
    const isFirst = mayStart && (await (await import('../../api/first-steps.ts')).leadsToSteps());
    await navigate(isFirst ? '/first-steps' : safeReturnPath(from), { replace: true });
    // The guard checks the session again, and returns here if that fails.
    if (window.location.pathname === '/login') throw new NoSessionError();
  }

  return (
    <PlainPage
      tab="Log in"
      title="Log In to Your Account"
      about="Sends test messages to your own phones on every carrier, and shows what truly arrived."
    >
      <LoginForm username={username} onLoggedIn={enter} />
    </PlainPage>
  );
}

interface LoginFormProps {
  /** Prefilled. */
  readonly username?: string;
  /** The dialog remembers what had the focus, and then moves it. */
  readonly isInDialog?: boolean;
  /** Resolves when the login is complete; a form that is still mounted can then be used again. */
  readonly onLoggedIn: (user: AuthStatus['user']) => unknown;
}

export function LoginForm({ username = '', isInDialog = false, onLoggedIn }: LoginFormProps) {
  const [submitting, setSubmitting] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const password = useRef<HTMLInputElement>(null);

  // Disabled inputs lose the focus while submitting; after a failure, select the password to retype it.
  useEffect(() => {
    if (error !== null) password.current?.select();
  }, [error]);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setSubmitting(true);
    setError(null);
    try {
      await login(field(form, 'username'), field(form, 'password'));
      await onLoggedIn(await confirmSession());
    } catch (failure) {
      console.warn(failure);
      setError(
        failure instanceof NoSessionError
          ? failure.message
          : 'Invalid username or password. Please try again.',
      );
    }
    setSubmitting(false);
  }

  return (
    <form onSubmit={submit} onInput={() => setError(null)}>
      <Stack>
        <TextInput
          size="md"
          label="Username"
          name="username"
          defaultValue={username}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
          autoFocus={username === ''}
          disabled={submitting}
        />
        <TextInput
          size="md"
          label="Password"
          ref={password}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          autoFocus={username !== '' && !isInDialog}
          data-autofocus
          disabled={submitting}
        />
        <Refusal>{error}</Refusal>
        <Button type="submit" size="md" mt="xs" disabled={submitting}>
          {submitting ? 'Logging In...' : 'Log In'}
        </Button>
      </Stack>
    </form>
  );
}

function field(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
