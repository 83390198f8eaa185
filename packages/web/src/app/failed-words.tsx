/** What is said where a screen failed to load or to draw: what happened, and a way on. */

export const FAILED_TITLE = 'This screen could not be shown';

export function FailedWords() {
  return (
    <>
      <p>The console may have been updated, or the connection was lost. Nothing you saved is gone.</p>
      <p>
        <a href={window.location.href}>Load it again</a>
      </p>
    </>
  );
}
