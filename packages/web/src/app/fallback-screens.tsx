/** Fallbacks for a screen or the whole console: during the session check, and after a failure to load or render. */
import { useEffect, useRef } from 'react';
import { useRouteError } from 'react-router';
import { Logo } from '../ui/logo.tsx';

/** During the session check (AUTH-4), in the frame of the console. */
export function CheckingAuthentication() {
  return (
    <div className="waiting">
      <div className="waiting-rail">
        <Logo size={28} label="" />
        <span>Textprobe</span>
      </div>
      <main className="waiting-main" aria-busy="true">
        <p role="status">Checking authentication...</p>
      </main>
    </div>
  );
}

const TITLE = 'This screen could not be shown';

/** Replaces one screen; the frame and the other screens keep working. */
export function FailedScreen() {
  const error = useRouteError();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    console.error(error);
    document.title = `${TITLE} · Textprobe`;
    // The focused element was removed with the screen.
    if (document.activeElement === document.body) heading.current?.focus();
  }, [error]);
  return (
    <div className="screen screen-failed" role="alert">
      <h1 ref={heading} tabIndex={-1}>
        {TITLE}
      </h1>
      <FailedWords />
    </div>
  );
}

/** Replaces the console if its frame failed. */
export function FailedConsole() {
  const error = useRouteError();
  console.error(error);
  return (
    <main className="auth-page">
      <div role="alert">
        <h1>{TITLE}</h1>
        <FailedWords />
      </div>
    </main>
  );
}

function FailedWords() {
  return (
    <>
      <p>The console may have been updated, or the connection was lost. Nothing you saved is lost.</p>
      <p>
        <a href={window.location.href}>Reload page</a>
      </p>
    </>
  );
}
