/** The login form (LOGIN-1, 2, 4) of the login screen and of the session dialog. */
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { confirmSession, login, NoSessionError } from '../../api/accounts.ts';

const FAILURE = 'Invalid username or password. Please try again.';

interface LoginFormProps {
  /** Prefilled. */
  readonly username?: string;
  /** Resolves when the login is complete; a form that is still mounted can then be used again. */
  readonly onLoggedIn: () => unknown;
}

export function LoginForm({ username = '', onLoggedIn }: LoginFormProps) {
  const [submitting, setSubmitting] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const password = useRef<HTMLInputElement>(null);
  const id = useId();

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
      await confirmSession();
      await onLoggedIn();
    } catch (failure) {
      console.warn(failure);
      setError(failure instanceof NoSessionError ? failure.message : FAILURE);
    }
    setSubmitting(false);
  }

  const clearError = () => setError(null);
  return (
    <form className="auth-form" onSubmit={submit}>
      <label htmlFor={`${id}-username`}>Username</label>
      <input
        id={`${id}-username`}
        name="username"
        defaultValue={username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        autoFocus={username === ''}
        disabled={submitting}
        onInput={clearError}
      />
      <label htmlFor={`${id}-password`}>Password</label>
      <input
        id={`${id}-password`}
        ref={password}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        disabled={submitting}
        onInput={clearError}
      />
      {error !== null && (
        <p className="auth-error" role="alert">
          {error}
        </p>
      )}
      <button type="submit" disabled={submitting}>
        {submitting ? 'Logging In...' : 'Log In'}
      </button>
    </form>
  );
}

function field(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
