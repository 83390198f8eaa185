/** The login screen (LOGIN-1 to 5): a plain form, so that its chunk is small for slow connections. */
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { NoSessionError } from '../../api/accounts.ts';
import { Logo } from '../../ui/logo.tsx';
import { safeReturnPath } from './guard.ts';
import { LoginForm } from './login-form.tsx';
import './auth-page.css';

export function LoginScreen() {
  const navigate = useNavigate();
  const [search] = useSearchParams();

  useEffect(() => {
    document.title = 'Log in · Textprobe';
  }, []);

  async function enter() {
    await navigate(safeReturnPath(search.get('from')), { replace: true });
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
        <h1>Log In to Your Account</h1>
        <LoginForm onLoggedIn={enter} />
      </div>
    </main>
  );
}
