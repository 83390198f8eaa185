/** The login screen (LOGIN-1 to 5): a plain form, so that its chunk stays light on a slow link. */
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { safeReturnPath } from '../app/guard.ts';
import { Logo } from '../app/logo.tsx';
import { login } from '../calls/accounts.ts';
import './door.css';

const FAILURE = 'Invalid username or password. Please try again.';

export function LoginScreen() {
  const [submitting, setSubmitting] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const password = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const [search] = useSearchParams();

  useEffect(() => {
    document.title = 'Log in · Textprobe';
  }, []);
  // Inputs are disabled while submitting and lose the focus; after a failure the password is what to type again.
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
      await navigate(safeReturnPath(search.get('from')), { replace: true });
    } catch (failure) {
      console.warn(failure);
      setError(FAILURE);
      setSubmitting(false);
    }
  }

  const clearError = () => setError(null);
  return (
    <main className="door">
      <form className="door-card" onSubmit={submit}>
        <Logo size={40} />
        <h1>Log In to Your Account</h1>
        <label htmlFor="username">Username</label>
        <input
          id="username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus
          disabled={submitting}
          onInput={clearError}
        />
        <label htmlFor="password">Password</label>
        <input
          id="password"
          ref={password}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          disabled={submitting}
          onInput={clearError}
        />
        {error !== null && (
          <p className="door-error" role="alert">
            {error}
          </p>
        )}
        <button type="submit" disabled={submitting}>
          {submitting ? 'Logging In...' : 'Log In'}
        </button>
      </form>
    </main>
  );
}

function field(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
