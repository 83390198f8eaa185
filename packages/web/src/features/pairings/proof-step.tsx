/** The message that proves a pairing: sent through a gateway or from any phone, then followed until its report (PAIR-2). */
import { Button } from '@mantine/core';
import type { Pairing } from '@textprobe/contract/pairings';
import { Link } from 'react-router';
import type { Entry } from '../../api/directory-entries.ts';
import { useGateways } from '../../directory/use-gateways.ts';
import { ToneSign } from '../../ui/tone-sign.tsx';
import { CopyValues } from './copy-value.tsx';
import classes from './pairing.module.css';
import { proofSteps, type Trouble, timeWords } from './pairing-states.ts';
import { SendForm } from './send-form.tsx';
import type { Begun } from './use-pairing.ts';

interface ProofStepProps {
  readonly pairing: Pairing;
  readonly phone: Entry;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly trouble: Trouble | null;
  readonly onChanged: () => void;
  readonly onBegin: (begun: Begun | null) => void;
}

export function ProofStep({ pairing, phone, now, trouble, onChanged, onBegin }: ProofStepProps) {
  const { kind, sent, confirmedAt } = pairing;
  // Already loaded by the frame.
  const gateways = useGateways({ inFrame: true }).query.data;
  const hasGateway = gateways === undefined || gateways.length > 0;
  const isOpen = confirmedAt === null;
  const maySend = isOpen && hasGateway && (sent === null || trouble?.act === 'send');
  return (
    <>
      {(sent !== null || kind !== 'receipt') && (
        <ol className={classes.proof} aria-label="Proof" aria-live="polite">
          {proofSteps(pairing).map(({ label, tone, at }) => (
            <li key={label} data-tone={tone}>
              <ToneSign tone={tone} size={16} />
              <span>{label}</span>
              {at !== null ? <time>{timeWords(at, now)}</time> : tone === 'moving' && <time>Not yet</time>}
            </li>
          ))}
        </ol>
      )}
      <div role="alert">
        {trouble !== null && (
          <p className={classes.trouble}>
            <ToneSign tone="failed" size={16} /> <span>{trouble.words}</span>
          </p>
        )}
      </div>
      {trouble?.act === 'begin' && <Button onClick={() => onBegin(null)}>Start again</Button>}
      {trouble?.act === 'gateways' && (
        <Button component={Link} variant="default" to="/gateways">
          Show gateways
        </Button>
      )}
      {maySend && <SendForm pairing={pairing} partnerId={phone.partnerId} onSent={onChanged} />}
      {isOpen &&
        kind !== 'receipt' &&
        (hasGateway ? <AnotherPhone pairing={pairing} /> : <TypedText pairing={pairing} />)}
      {isOpen && kind === 'receipt' && !hasGateway && <p>Set up a gateway first, to send the text.</p>}
    </>
  );
}

function AnotherPhone({ pairing }: { readonly pairing: Pairing }) {
  return (
    <details className={classes.details}>
      <summary>Send it from another phone instead</summary>
      <TypedText pairing={pairing} />
    </details>
  );
}

function TypedText({ pairing: { text, phoneNumber } }: { readonly pairing: Pairing }) {
  return (
    <>
      <p>Send this text from any phone to {phoneNumber}:</p>
      <CopyValues values={[{ label: 'Text', value: text }]} />
    </>
  );
}
