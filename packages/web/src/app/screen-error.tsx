/** What stands where a screen failed to load or to draw: what happened, and a way on. */
import { useRouteError } from 'react-router';

export function ScreenError() {
  const error = useRouteError();
  console.error(error);
  return (
    <main className="door">
      <div role="alert">
        <h1>This screen could not be shown</h1>
        <p>The console may have been updated, or the connection was lost. Nothing you saved is gone.</p>
        <p>
          <a href={window.location.href}>Load it again</a>
        </p>
      </div>
    </main>
  );
}
