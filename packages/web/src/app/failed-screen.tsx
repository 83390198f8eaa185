/** What stands in the place of one screen that failed to load or to draw; the frame around it goes on. */
import { useEffect, useRef } from 'react';
import { useRouteError } from 'react-router';
import { FAILED_TITLE, FailedWords } from './failed-words.tsx';

export function FailedScreen() {
  const error = useRouteError();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    console.error(error);
    document.title = `${FAILED_TITLE} · Textprobe`;
    // What had the focus went with the screen.
    if (document.activeElement === document.body) heading.current?.focus();
  }, [error]);
  return (
    <div className="screen screen-failed" role="alert">
      <h1 ref={heading} tabIndex={-1}>
        {FAILED_TITLE}
      </h1>
      <FailedWords />
    </div>
  );
}
