/** The login screen (LOGIN-1 to 5), and its form, which the session dialog shows too. Plain elements, so that the chunk is small. */
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { type AuthStatus, confirmSession, login, NoSessionError } from '../../api/accounts.ts';
import { isDemo } from '../../api/first-steps-mode.ts';
import { Logo } from '../../ui/logo.tsx';
import { safeReturnPath } from './guard.ts';
import '../../ui/auth-page.css';

export function LoginScreen() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  // Set by the page on which the account's owner has just chosen a password.
  const { username = '' } = (useLocation().state ?? {}) as { username?: string };

  useEffect(() => {
    document.title = 'Log in · Textprobe';
  }, []);

  async function enter(user: AuthStatus['user']) {
    const from = search.get('from');
    const mayStart = from === null && user?.role === 'administrator' && !isDemo();
    const isFirst = mayStart && (await (await import('../../api/first-steps.ts')).leadsToSteps());
    await navigate(isFirst ? '/first-steps' : safeReturnPath(from), { replace: true });
    // The guard checks the session again, and returns here if that fails.
    if (window.location.pathname === '/login') throw new NoSessionError();
  }

  return (
    <main className="auth-page">
      <div className="auth-card">
        <div className="auth-brand">
          <Logo size={40} />
          <span aria-hidden>Textprobe</span>
        </div>
        <p className="auth-what">
          Sends test messages to your own phones on every carrier, and shows what truly arrived.
        </p>
        <h1>Log In to Your Account</h1>
        <LoginForm username={username} onLoggedIn={enter} />
      </div>
    </main>
  );
}

const FAILURE = 'Invalid username or password. Please try again.';

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
      await onLoggedIn(await confirmSession());
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
        autoFocus={username !== '' && !isInDialog}
        data-autofocus
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
