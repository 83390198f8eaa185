/**
 * The page that the link of a pairing opens on the phone (/pair): shows the settings once. The code leaves the address bar at once, so that
 * it is in no history entry and no screenshot. Nothing is requested before the button is pressed: a preview of the link must not use it up.
 */
import type { PhoneSettings } from '@textprobe/contract/pairings';
import { type SubmitEvent, useEffect, useState } from 'react';
import { HttpError } from '../../api/http.ts';
import { openPairing } from '../../api/pairings.ts';
import { PlainPage } from '../../ui/plain-page.tsx';
import { SetupList } from './setup-list.tsx';

const INCOMPLETE = 'The code is missing. Open the complete link again.';

export function PairPage() {
  const [code] = useState(() => window.location.hash.slice(1));
  const [settings, setSettings] = useState<PhoneSettings | null>(null);
  const [refusal, setRefusal] = useState<string | null>(code === '' ? INCOMPLETE : null);
  // Incomplete, used or expired.
  const [isDead, setDead] = useState(code === '');
  const [isOpening, setOpening] = useState(false);

  useEffect(() => {
    document.title = 'Pair a phone · Textprobe';
    window.history.replaceState(window.history.state, '', window.location.pathname);
    // Another link, opened in this tab.
    const reload = () => window.location.reload();
    window.addEventListener('hashchange', reload);
    return () => window.removeEventListener('hashchange', reload);
  }, []);

  async function open(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isOpening) return;
    setOpening(true);
    setRefusal(null);
    try {
      setSettings(await openPairing(code));
    } catch (error) {
      console.warn('The settings were not shown', error);
      setDead(error instanceof HttpError && error.status === 404);
      setRefusal(reasonOf(error));
    }
    setOpening(false);
  }

  if (settings !== null) {
    return (
      <PlainPage title={`Settings for ${settings.phoneName}`}>
        <p className="auth-note" role="status">
          These settings are shown only once. Keep this page open until you have entered them.
        </p>
        <SetupList settings={settings} />
        <p className="auth-foot">Then send the text in the console, to prove that the phone reports.</p>
      </PlainPage>
    );
  }
  return (
    <PlainPage title={isDead ? 'This link cannot be used' : 'Pair a phone'}>
      {!isDead && (
        <p className="auth-note">
          This link shows the settings for the phone, only once. Open it on the phone, and press the button
          when you are ready.
        </p>
      )}
      {refusal !== null && (
        <p className={isDead ? 'auth-note' : 'auth-error'} role="alert">
          {refusal}
        </p>
      )}
      {!isDead && (
        <form className="auth-form" onSubmit={open}>
          <button type="submit" aria-disabled={isOpening}>
            {isOpening ? 'Loading...' : 'Show the settings'}
          </button>
        </form>
      )}
    </PlainPage>
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof HttpError))
    return 'The server could not be reached. Check the connection and try again.';
  if (error.status !== 404) return error.detail;
  return 'This link was already opened or has expired. Get a new one in the console. If someone else opened it, end the pairing there.';
}

/** The other screen of this feature. Loaded through this module to keep the router small, which every screen loads. */
export const loadPairScreen = async () => (await import('./pair-screen.tsx')).PairScreen;
