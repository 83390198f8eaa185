/** A pairing that has begun: its settings, its proof, and how it ends. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Entry } from '../../api/directory-entries.ts';
import { HttpError, isUnproven } from '../../api/http.ts';
import { endPairing } from '../../api/pairings.ts';
import { dialogs } from '../../ui/dialogs.tsx';
import { useNow } from '../../ui/relative-time.ts';
import { Step, Steps } from '../../ui/steps.tsx';
import { ToneSign } from '../../ui/tone-sign.tsx';
import classes from './pairing.module.css';
import { confirmedWords, hasSettings, isOver, kindLabel, troubleOf } from './pairing-states.ts';
import { ProofStep } from './proof-step.tsx';
import { SettingsStep } from './settings-step.tsx';
import { type Begun, usePairing } from './use-pairing.ts';

interface OnePairingProps {
  readonly begun: Begun;
  readonly phone: Entry;
  /** Null: choose again how the phone reports. */
  readonly onBegin: (begun: Begun | null) => void;
  readonly onEnded: () => void;
}

export function OnePairing({ begun, phone, onBegin, onEnded }: OnePairingProps) {
  const { data: pairing, refetch } = usePairing(begun.pairing);
  const [shown, setShown] = useState(begun.shown);
  const now = useNow(1_000);
  const end = useEnding(pairing.id, onEnded, refetch);
  const { kind, confirmedAt, endedAt } = pairing;
  const isReady = hasSettings(pairing) || shown !== null;
  const trouble = troubleOf(pairing, now);
  const refresh = () => void refetch();
  return (
    <>
      {/* Always rendered, so that screen readers announce it. */}
      <div role="status">
        {confirmedAt !== null && (
          <section className={`surface ${classes.confirmed}`}>
            <h2>
              <ToneSign tone="arrived" size={20} /> {confirmedWords(pairing)}
            </h2>
            <div className={classes.buttons}>
              <Button component={Link} to={`/create-tests?phoneId=${phone.id}`}>
                Send a test to this phone
              </Button>
              <Button component={Link} variant="default" to={`/directory/phones/${phone.id}`}>
                Open the phone
              </Button>
            </div>
          </section>
        )}
      </div>
      {endedAt !== null && trouble !== null ? (
        <section className={`surface ${classes.confirmed}`}>
          <h2>{trouble.words}</h2>
          <Button onClick={() => onBegin(null)}>Start again</Button>
        </section>
      ) : (
        <Steps>
          <Step number={1} title="Choose how it reports" state="done">
            <p>{kindLabel(kind)}</p>
          </Step>
          {kind !== 'receipt' && (
            <Step number={2} title="Enter the settings" state={isReady ? 'done' : 'now'}>
              <SettingsStep
                pairing={pairing}
                link={begun.link}
                shown={shown}
                now={now}
                onShown={(settings) => {
                  setShown(settings);
                  refresh();
                }}
                onBegin={onBegin}
                onChanged={refresh}
              />
            </Step>
          )}
          <Step
            number={kind === 'receipt' ? 2 : 3}
            title="Prove it with a message"
            state={confirmedAt !== null ? 'done' : isReady ? 'now' : 'later'}
          >
            {isReady ? (
              <ProofStep
                pairing={pairing}
                phone={phone}
                now={now}
                trouble={trouble}
                onChanged={refresh}
                onBegin={onBegin}
              />
            ) : (
              <p>The pairing is confirmed once the phone reports a text with a code.</p>
            )}
          </Step>
        </Steps>
      )}
      {!isOver(pairing) && (
        <Button variant="default" className={classes.end ?? ''} onClick={() => void end()}>
          End this pairing
        </Button>
      )}
    </>
  );
}

/** @returns a function that asks for confirmation, then ends the pairing */
function useEnding(id: number, onEnded: () => void, refetch: () => Promise<unknown>) {
  return async () => {
    const details = <p>Its link stops working, and its key or source is revoked.</p>;
    const options = { confirmLabel: 'End this pairing', danger: true, details };
    if (!(await dialogs.confirm('End this pairing?', options))) return;
    try {
      await endPairing(id);
      onEnded();
    } catch (error) {
      if (isUnproven(error)) return;
      console.error('Failed to end the pairing', error);
      // It was confirmed or ended in the meantime: the screen shows it.
      if (!(error instanceof HttpError && error.problem?.code === 'pairing.done'))
        await dialogs.alert('Failed to end the pairing.', error);
      await refetch();
    }
  };
}
