/** The login screen (LOGIN-1 to 5), and its form, which the session dialog shows too. */
import { Box, Button, Stack, TextInput } from '@mantine/core';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { type AuthStatus, codeNeeded, confirmSession, login, NoSessionError } from '../../api/accounts.ts';
import { isDemo } from '../../api/first-steps-mode.ts';
import { isSignOnOnly } from '../../api/sign-on.ts';
import { PlainPage, Refusal } from '../../ui/plain-page.tsx';
import { CodeField } from './code-field.tsx';
import { safeReturnPath } from './guard.ts';
import { SignOnButton } from './sign-on-button.tsx';
import { signOnRefusal } from './sign-on-words.ts';

export function LoginScreen() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const refusal = signOnRefusal(search.get('refused'));
  // Set by the page on which the account's owner has just chosen a password.
  const { username = '' } = (useLocation().state ?? {}) as { username?: string };

  async function enter(user: AuthStatus['user']) {
    const from = search.get('from');
    const mayStart = from === null && user?.role === 'administrator' && user.mustEnrol !== true && !isDemo();
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
      {refusal !== null && (
        <Box mb="md">
          <Refusal>{refusal}</Refusal>
        </Box>
      )}
      {!isSignOnOnly() && <LoginForm username={username} onLoggedIn={enter} />}
      <SignOnButton returnTo={safeReturnPath(search.get('from'))} />
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
  // The second step. The first one's fields stay in the form, unseen, and are sent again.
  const [needsCode, setNeedsCode] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);

  // Disabled inputs lose the focus while submitting; after a failure, select what to retype.
  useEffect(() => {
    if (error !== null) (code.current ?? password.current)?.select();
  }, [error]);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setSubmitting(true);
    setError(null);
    try {
      await login(field(form, 'username'), field(form, 'password'), field(form, 'code'));
      await onLoggedIn(await confirmSession());
    } catch (failure) {
      const needed = codeNeeded(failure);
      if (needed === null || needed.isWrong) {
        console.warn(failure);
        setError(needed?.detail ?? messageOf(failure));
      }
      // A wrong password is typed again in the first step.
      setNeedsCode(needed !== null);
    }
    setSubmitting(false);
  }

  function back() {
    setNeedsCode(false);
    setError(null);
  }
  const firstStep = needsCode ? 'none' : undefined;

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
          display={firstStep}
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
          display={firstStep}
        />
        {needsCode && <CodeField ref={code} disabled={submitting} />}
        <Refusal>{error}</Refusal>
        <Button type="submit" size="md" mt="xs" disabled={submitting}>
          {submitting ? 'Logging In...' : 'Log In'}
        </Button>
        {needsCode && (
          <Button variant="subtle" color="gray" disabled={submitting} onClick={back}>
            Back
          </Button>
        )}
      </Stack>
    </form>
  );
}

/** The text of LOGIN-4, unless the login itself succeeded. */
function messageOf(failure: unknown): string {
  return failure instanceof NoSessionError
    ? failure.message
    : 'Invalid username or password. Please try again.';
}

function field(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
