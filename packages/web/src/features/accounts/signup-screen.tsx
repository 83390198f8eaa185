/** The signup screen (SIGNUP-1 to 4): sends nothing, and says that an administrator creates accounts. */
import { type SubmitEvent, useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { dialogs } from '../../ui/dialogs.tsx';
import { Logo } from '../../ui/logo.tsx';
import '../../ui/auth-page.css';

export function SignupScreen() {
  const navigate = useNavigate();

  useEffect(() => {
    document.title = 'Create account · Textprobe';
  }, []);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    if (form.get('password') !== form.get('confirmPassword')) await dialogs.alert('Passwords do not match!');
    else await navigate('/create-tests');
  }

  return (
    <main className="auth-page">
      <form className="auth-card auth-form" onSubmit={submit}>
        <div className="auth-brand">
          <Logo size={40} />
          <span aria-hidden>Textprobe</span>
        </div>
        <h1>Create Your Account</h1>
        <p className="auth-note">Ask an administrator for an account: this form does not create one.</p>
        <label htmlFor="username">Username</label>
        <input id="username" name="username" autoComplete="username" required />
        <label htmlFor="email">Email</label>
        <input id="email" name="email" type="email" autoComplete="email" required />
        <label htmlFor="password">Password</label>
        <input id="password" name="password" type="password" autoComplete="new-password" required />
        <label htmlFor="confirmPassword">Confirm Password</label>
        <input
          id="confirmPassword"
          name="confirmPassword"
          type="password"
          autoComplete="new-password"
          required
        />
        <button type="submit">Create Account</button>
        <button type="button" className="auth-decorative">
          Google
        </button>
        <button type="button" className="auth-decorative">
          Facebook
        </button>
        <p className="auth-foot">
          Already have an account? <Link to="/login">Log in</Link>
        </p>
      </form>
    </main>
  );
}

/** The other screens without a session. Loaded through this module to keep the router small, which every screen loads. */
export const loadSignupRequest = async () =>
  (await import('./signup-request-screen.tsx')).SignupRequestScreen;
export const loadWelcome = async () => (await import('./welcome-screen.tsx')).WelcomeScreen;
