/**
 * The page that a link opens (/welcome): someone who was invited, or lost the password, chooses a new one, then logs in. Plain elements,
 * like the login page. The token leaves the address bar at once, so that it is in no history entry and no screenshot.
 */

import type { AccountLink } from '@textprobe/contract/account-links';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { acceptLink, checkLink } from '../../api/account-links.ts';
import { HttpError } from '../../api/http.ts';
import { PlainPage } from '../../ui/plain-page.tsx';

/** The link's owner; null while the server checks it; a sentence if it does not work. */
type Checked = AccountLink | string | null;

export function WelcomeScreen() {
  const [token] = useState(() => window.location.hash.slice(1));
  const [checked, setChecked] = useState<Checked>(
    token === '' ? 'The code is missing. Open the complete link that you were sent.' : null,
  );
  const navigate = useNavigate();

  useEffect(() => {
    document.title = 'Welcome · Textprobe';
    window.history.replaceState(window.history.state, '', window.location.pathname);
    // Another link, opened in this tab.
    const reload = () => window.location.reload();
    window.addEventListener('hashchange', reload);
    return () => window.removeEventListener('hashchange', reload);
  }, []);

  useEffect(() => {
    if (token === '') return;
    const abort = new AbortController();
    checkLink(token, abort.signal).then(setChecked, (error: unknown) => {
      if (abort.signal.aborted) return;
      console.warn('The link was not accepted', error);
      setChecked(reasonOf(error, 'open the link again'));
    });
    return () => abort.abort();
  }, [token]);

  if (checked === null) return <PlainPage title="Checking the link…" />;
  if (typeof checked === 'string') {
    return (
      <PlainPage title="This link cannot be used">
        <p className="auth-note" role="alert">
          {checked}
        </p>
        <p className="auth-foot">
          Already have a password? <Link to="/login">Log in</Link>
        </p>
      </PlainPage>
    );
  }
  const { purpose, name, username } = checked;
  return (
    <PlainPage title={purpose === 'invitation' ? `Welcome, ${name || username}` : 'Choose a new password'}>
      <p className="auth-note">
        {purpose === 'invitation'
          ? 'Choose a password for your account, then log in with it.'
          : 'It replaces the old one, and logs you out everywhere.'}
      </p>
      <PasswordForm
        username={username}
        onSubmit={(password) => acceptLink(token, password)}
        onRefused={setChecked}
        onDone={() => navigate('/login', { replace: true, state: { username } })}
      />
    </PlainPage>
  );
}

interface PasswordFormProps {
  readonly username: string;
  readonly onSubmit: (password: string) => Promise<unknown>;
  /** Why the link no longer works, as a sentence. */
  readonly onRefused: (reason: string) => void;
  readonly onDone: () => unknown;
}

function PasswordForm({ username, onSubmit, onRefused, onDone }: PasswordFormProps) {
  const [isShown, setShown] = useState(false);
  const [isSubmitting, setSubmitting] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);

  // Disabled inputs lose the focus while submitting.
  useEffect(() => {
    if (error !== null) field.current?.select();
  }, [error]);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setSubmitting(true);
    setError(null);
    try {
      await onSubmit(field.current?.value ?? '');
      await onDone();
    } catch (failure) {
      console.warn('The password was not accepted', failure);
      if (failure instanceof HttpError && failure.problem?.code === 'link.unknown') {
        return onRefused(reasonOf(failure, 'try again'));
      }
      setError(reasonOf(failure, 'try again'));
    }
    setSubmitting(false);
  }

  return (
    <form className="auth-form" onSubmit={submit}>
      <label htmlFor="username">Username</label>
      <input id="username" name="username" value={username} autoComplete="username" readOnly />
      <label htmlFor="password">New password</label>
      <div className="auth-password">
        <input
          id="password"
          ref={field}
          type={isShown ? 'text' : 'password'}
          autoComplete="new-password"
          aria-describedby="password-rule"
          aria-invalid={error === null ? undefined : true}
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus
          disabled={isSubmitting}
          onInput={() => setError(null)}
        />
        <button type="button" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          Show<span className="auth-hidden"> password</span>
        </button>
      </div>
      <p id="password-rule" className="auth-rule">
        At least 12 characters. A few unrelated words are easy to remember.
      </p>
      {error !== null && (
        <p className="auth-error" role="alert">
          {error}
        </p>
      )}
      <button type="submit" disabled={isSubmitting}>
        {isSubmitting ? 'Saving...' : 'Set password'}
      </button>
    </form>
  );
}

/** @param retry what to do once the server can be reached */
function reasonOf(error: unknown, retry: string): string {
  if (!(error instanceof HttpError)) {
    return `The server could not be reached. Check the connection, then ${retry}.`;
  }
  return error.problem?.errors?.[0]?.message ?? error.detail;
}
