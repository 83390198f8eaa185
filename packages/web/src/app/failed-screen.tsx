/** Replaces a screen, or the whole console, that failed to load or to render: says what happened and offers to load it again. */
import { useEffect, useRef } from 'react';
import { useRouteError } from 'react-router';

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
