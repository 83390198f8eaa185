/**
 * The sign-up screen with SIGNUP=request (ACCT-8): sends a request for an account, on which an administrator decides. Plain elements, like
 * the login page.
 */
import { PASSWORD_RULE } from '@textprobe/domain/password-rule';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { HttpError } from '../../api/http.ts';
import { requestAccount } from '../../api/signup.ts';
import { Logo } from '../../ui/logo.tsx';
import { PasswordStrength } from '../../ui/password-strength.tsx';
import '../../ui/auth-page.css';

export function SignupRequestScreen() {
  const [isSent, setSent] = useState(false);
  useEffect(() => {
    document.title = 'Create account · Textprobe';
  }, []);
  return (
    <main className="auth-page">
      <div className="auth-card">
        <div className="auth-brand">
          <Logo size={40} />
          <span aria-hidden>Textprobe</span>
        </div>
        {isSent ? <Sent /> : <RequestForm onSent={() => setSent(true)} />}
      </div>
    </main>
  );
}

function Sent() {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        Request sent
      </h1>
      <p className="auth-note">
        An administrator will review it. You get no email: try to log in later with your username and
        password, which work once the request is approved.
      </p>
      <p className="auth-foot">
        <Link to="/login">Log in</Link>
      </p>
    </>
  );
}

const EMPTY = { username: '', email: '', password: '', confirmPassword: '' };
type Name = keyof typeof EMPTY;
type Errors = Partial<Record<Name, string>>;

function RequestForm({ onSent }: { readonly onSent: () => void }) {
  const [draft, setDraft] = useState(EMPTY);
  const [errors, setErrors] = useState<Errors>({});
  /** How often the form was refused: each time the focus moves to the first error. */
  const [refusals, setRefusals] = useState(0);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  function refuse(found: Errors) {
    setErrors(found);
    setRefusals((count) => count + 1);
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    setRefusal(null);
    const { confirmPassword, ...body } = draft;
    if (confirmPassword !== body.password) return refuse({ confirmPassword: 'Enter the same password.' });
    setErrors({});
    setSending(true);
    try {
      await requestAccount(body);
      return onSent();
    } catch (error) {
      console.warn('The request was not accepted', error);
      const found = errorsOf(error);
      refuse(found);
      if (Object.keys(found).length === 0) setRefusal(reasonOf(error));
    }
    setSending(false);
  }

  const field = (name: Name) => ({
    name,
    value: draft[name],
    error: errors[name],
    onInput(value: string) {
      setDraft((now) => ({ ...now, [name]: value }));
      setErrors(({ [name]: _corrected, ...others }) => others);
    },
  });

  return (
    <form ref={form} className="auth-form" onSubmit={submit}>
      <h1>Create Your Account</h1>
      <p className="auth-note">An administrator reviews each request and chooses what you can see.</p>
      <Field {...field('username')} label="Username" autoComplete="username" />
      <Field {...field('email')} label="Email" type="email" autoComplete="email" />
      <Field {...field('password')} label="Password" type="password" autoComplete="new-password">
        <p id="password-hint" className="auth-rule">
          {PASSWORD_RULE}
        </p>
        <PasswordStrength
          // An error at the field says more.
          password={errors.password === undefined ? draft.password : ''}
          username={draft.username}
        />
      </Field>
      <Field
        {...field('confirmPassword')}
        label="Confirm Password"
        type="password"
        autoComplete="new-password"
      />
      {refusal !== null && (
        <p className="auth-error" role="alert">
          {refusal}
        </p>
      )}
      <button type="submit" aria-disabled={isSending}>
        {isSending ? 'Sending...' : 'Request account'}
      </button>
      <p className="auth-foot">
        Already have an account? <Link to="/login">Log in</Link>
      </p>
    </form>
  );
}

interface FieldProps {
  readonly name: Name;
  readonly label: string;
  readonly type?: 'text' | 'email' | 'password';
  readonly autoComplete: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onInput: (value: string) => void;
  /** Below the field and its error; what describes the field has the id `NAME-hint`. */
  readonly children?: ReactNode;
}

function Field({ name, label, type = 'text', value, error, onInput, children, ...rest }: FieldProps) {
  const describedBy = [
    ...(error === undefined ? [] : [`${name}-error`]),
    ...(children === undefined ? [] : [`${name}-hint`]),
  ];
  return (
    <>
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        type={type}
        value={value}
        required
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={describedBy.length === 0 ? undefined : describedBy.join(' ')}
        onChange={({ currentTarget }) => onInput(currentTarget.value)}
        {...rest}
      />
      {error !== undefined && (
        <p id={`${name}-error`} className="auth-field-error">
          {error}
        </p>
      )}
      {children}
    </>
  );
}

/** The server's errors by field. */
function errorsOf(error: unknown): Errors {
  const problems = error instanceof HttpError ? (error.problem?.errors ?? []) : [];
  const known = problems.filter(({ field }) => field in EMPTY);
  return Object.fromEntries(known.map(({ field, message }) => [field, message]));
}

function reasonOf(error: unknown): string {
  if (error instanceof HttpError) return error.detail;
  return 'The server could not be reached. Check the connection and try again.';
}
