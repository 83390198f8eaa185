/**
 * The page that the link of a pairing opens on the phone (/pair): shows the settings once. Nothing is requested before the button is
 * pressed: a preview of the link must not use it up.
 */
import { Button, Text } from '@mantine/core';
import type { PhoneSettings } from '@textprobe/contract/pairings';
import { type SubmitEvent, useState } from 'react';
import { HttpError } from '../../api/http.ts';
import { openPairing } from '../../api/pairings.ts';
import { PlainPage, Refusal } from '../../ui/plain-page.tsx';
import { useLinkSecret } from '../../ui/use-link-secret.ts';
import { SetupList } from './setup-list.tsx';

const TAB = 'Pair a phone';
const INCOMPLETE = 'The code is missing. Open the complete link again.';

export function PairPage() {
  const code = useLinkSecret();
  const [settings, setSettings] = useState<PhoneSettings | null>(null);
  const [refusal, setRefusal] = useState<string | null>(code === '' ? INCOMPLETE : null);
  // Incomplete, used or expired.
  const [isDead, setDead] = useState(code === '');
  const [isOpening, setOpening] = useState(false);

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
      <PlainPage tab={TAB} title={`Settings for ${settings.phoneName}`}>
        <Text role="status" c="dimmed">
          These settings are shown only once. Keep this page open until you have entered them.
        </Text>
        <SetupList settings={settings} />
        <Text c="dimmed" mt="md">
          Then send the text in the console, to prove that the phone reports.
        </Text>
      </PlainPage>
    );
  }
  return (
    <PlainPage tab={TAB} title={isDead ? 'This link cannot be used' : 'Pair a phone'}>
      {isDead ? (
        <Text role="alert" c="dimmed">
          {refusal}
        </Text>
      ) : (
        <form onSubmit={open}>
          <Text c="dimmed" mb="md">
            This link shows the settings for the phone, only once. Open it on the phone, and press the button
            when you are ready.
          </Text>
          <Refusal>{refusal}</Refusal>
          <Button type="submit" size="md" fullWidth mt="md" aria-disabled={isOpening}>
            {isOpening ? 'Loading...' : 'Show the settings'}
          </Button>
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
