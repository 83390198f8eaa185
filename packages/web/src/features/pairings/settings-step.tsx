/** The settings of the phone: by a link that its browser opens, or shown here; both only once (PAIR-1). */
import { Button } from '@mantine/core';
import type { Pairing, PhoneSettings } from '@textprobe/contract/pairings';
import { ADMINISTRATORS } from '@textprobe/domain/roles';
import { lazy, Suspense, useState } from 'react';
import { isUnproven } from '../../api/http.ts';
import { openPairing } from '../../api/pairings.ts';
import { FormError } from '../../ui/form-dialog.tsx';
import { reasonOf } from '../../ui/problem-reasons.tsx';
import { Only } from '../../ui/role.tsx';
import { ToneSign } from '../../ui/tone-sign.tsx';
import { CopyValues } from './copy-value.tsx';
import classes from './pairing.module.css';
import { addressProblem, codeOf, isOver, linkState, linkWords, openedWords } from './pairing-states.ts';
import { SetUpForm } from './set-up-form.tsx';
import { SetupList } from './setup-list.tsx';
import { type Begun, beginPairing } from './use-pairing.ts';

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }));

interface SettingsStepProps {
  readonly pairing: Pairing;
  /** Null if this browser does not have it. */
  readonly link: string | null;
  /** Null unless shown in this browser. */
  readonly shown: PhoneSettings | null;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly onShown: (settings: PhoneSettings) => void;
  readonly onBegin: (begun: Begun | null) => void;
  readonly onChanged: () => void;
}

export function SettingsStep(props: SettingsStepProps) {
  const { pairing, now } = props;
  const { kind, opened } = pairing;
  const shownWords = opened === null ? null : openedWords(opened, now);
  if (isOver(pairing)) return <p>{shownWords}</p>;
  const problem = addressProblem(pairing);
  return (
    <>
      {problem !== null && (
        <p className={classes.trouble}>
          <ToneSign tone="failed" size={16} /> <span>{problem}</span>
        </p>
      )}
      {shownWords !== null && <p>{shownWords} If that was not you, end this pairing.</p>}
      <Settings {...props} />
      {kind === 'sms-gateway' && (
        <Only roles={ADMINISTRATORS}>
          <details className={classes.details}>
            <summary>Set it up for me</summary>
            <SetUpForm id={pairing.id} onDone={props.onChanged} />
          </details>
        </Only>
      )}
    </>
  );
}

function Settings(props: SettingsStepProps) {
  const { pairing, link, shown, now } = props;
  if (shown !== null)
    return (
      <>
        <p>These settings are shown only once. Keep this page open until you have entered them.</p>
        <SetupList settings={shown} />
      </>
    );
  const state = linkState(pairing, link, now);
  return state === 'works' && link !== null ? (
    <LinkPanel {...props} link={link} />
  ) : (
    <NewLink {...props} state={state} />
  );
}

function LinkPanel({ pairing, link, now, onShown }: SettingsStepProps & { readonly link: string }) {
  const { refusal, isBusy, act } = useAct();
  return (
    <div className={classes.link}>
      {pairing.address !== null && (
        <div className={classes.code}>
          <Suspense fallback={null}>
            <QrCode text={link} title={`Link with the settings for ${pairing.phoneName}`} />
          </Suspense>
        </div>
      )}
      <div>
        <p>
          {pairing.address === null ? 'Open this link on this computer.' : 'Scan the code with the phone.'}{' '}
          {linkWords(pairing, now)}
        </p>
        <CopyValues values={[{ label: 'Link', value: link }]} />
        <Button
          variant="default"
          className={classes.here ?? ''}
          aria-disabled={isBusy}
          onClick={() => void act('show the settings', async () => onShown(await openPairing(codeOf(link))))}
        >
          Show the settings here
        </Button>
        <FormError>{refusal}</FormError>
      </div>
    </div>
  );
}

const NO_LINK = {
  lost: 'The link is shown only when it is created. A new one replaces it.',
  expired: 'The link has expired.',
  opened: 'Settings lost? A new link replaces them.',
  works: '',
} as const;

function NewLink({ pairing, state, onBegin }: SettingsStepProps & { readonly state: keyof typeof NO_LINK }) {
  const { refusal, isBusy, act } = useAct();
  const { phoneID, kind } = pairing;
  const renew = () =>
    // Twilio's token must be entered again.
    kind === 'twilio'
      ? onBegin(null)
      : act('get a new link', async () => onBegin(await beginPairing({ phoneID, kind })));
  return (
    <>
      <p className={classes.line}>
        {NO_LINK[state]}{' '}
        <Button variant="default" size="compact-sm" aria-disabled={isBusy} onClick={() => void renew()}>
          New link
        </Button>
      </p>
      <FormError>{refusal}</FormError>
    </>
  );
}

/** One call at a time, and why it was refused. */
function useAct() {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  return {
    refusal,
    isBusy,
    /** @param what completes "Failed to", for the log */
    async act(what: string, call: () => Promise<void>): Promise<void> {
      if (isBusy) return;
      setBusy(true);
      setRefusal(null);
      try {
        await call();
      } catch (error) {
        if (!isUnproven(error)) {
          console.error(`Failed to ${what}`, error);
          setRefusal(reasonOf(error));
        }
      }
      setBusy(false);
    },
  };
}
