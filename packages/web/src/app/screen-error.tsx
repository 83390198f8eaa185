/** What stands in the place of the whole console when its frame failed to load or to draw. */
import { useRouteError } from 'react-router';
import { FAILED_TITLE, FailedWords } from './failed-words.tsx';

export function ScreenError() {
  const error = useRouteError();
  console.error(error);
  return (
    <main className="door">
      <div role="alert">
        <h1>{FAILED_TITLE}</h1>
        <FailedWords />
      </div>
    </main>
  );
}
