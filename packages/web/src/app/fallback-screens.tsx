/** What stands in place of a screen, or of the whole console: while the guard asks, and where one failed to load or to render. */
import { useEffect, useRef } from 'react';
import { useRouteError } from 'react-router';
import { Logo } from '../ui/logo.tsx';

/** While the guard asks the server (AUTH-4): the frame that the page itself holds until then (`frame.html`). */
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
    // What had the focus went with the screen.
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

/** Replaces the console when its frame failed. */
export function FailedConsole() {
  const error = useRouteError();
  console.error(error);
  return (
    <main className="door">
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
      <p>The console may have been updated, or the connection was lost. Nothing you saved is gone.</p>
      <p>
        <a href={window.location.href}>Load it again</a>
      </p>
    </>
  );
}
