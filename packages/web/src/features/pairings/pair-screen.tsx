/** Pair a phone (/directory/phones/{id}/pair): how it reports, its settings, and a message that proves it (PAIR-1 to 3). Auditors read the pairings. */
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '@textprobe/domain/display';
import { useContext, useState } from 'react';
import { Link, useParams } from 'react-router';
import type { Entry } from '../../api/directory-entries.ts';
import { HttpError } from '../../api/http.ts';
import { getPairings } from '../../api/pairings.ts';
import { entryQuery } from '../../directory/entry-query.ts';
import { mayChangePhone } from '../../directory/may-change-phone.ts';
import { DoneNotice } from '../../ui/done-notice.tsx';
import { LoadFailure } from '../../ui/refresh-button.tsx';
import { AccountRole } from '../../ui/role.tsx';
import { Screen, ScreenHeader } from '../../ui/screen.tsx';
import { Step, Steps } from '../../ui/steps.tsx';
import { KindForm } from './kind-form.tsx';
import { OnePairing } from './one-pairing.tsx';
import { PairingList } from './pairing-list.tsx';
import { openPairingOf } from './pairing-states.ts';
import type { Begun } from './use-pairing.ts';

export function PairScreen() {
  const id = Number(useParams()['id']);
  const role = useContext(AccountRole);
  const { data: phone, error } = useQuery({ ...entryQuery('phones', id), staleTime: 0 });
  const isReader = role === 'auditor';
  const [verb, what] = isReader ? ['Pairings of', 'Pairings of a phone'] : ['Pair', 'Pair a phone'];
  const title = phone === undefined ? what : `${verb} ${phone.name}`;
  return (
    <Screen title={title}>
      <ScreenHeader
        title={title}
        note={phone !== undefined && <Link to={`/directory/phones/${id}`}>Back to {phone.name}</Link>}
        hasTimes
      />
      {phone !== undefined && isReader ? (
        <PairingList phoneId={id} />
      ) : phone !== undefined && mayChangePhone(phone, role) ? (
        <PairedPhone key={id} phone={phone} />
      ) : phone !== undefined ? (
        <p role="status">Only administrators may pair a phone that all partners share.</p>
      ) : error instanceof HttpError && error.status === 404 ? (
        <p role="status">Phone not found.</p>
      ) : (
        error !== null && <LoadFailure>The phone could not be loaded.</LoadFailure>
      )}
    </Screen>
  );
}

function PairedPhone({ phone }: { readonly phone: Entry }) {
  const { data: pairings, isError } = useQuery({
    queryKey: ['pairings', phone.id],
    queryFn: ({ signal }) => getPairings(phone.id, { signal }),
    // Read once, when the screen opens; from then on, the pairing on screen is polled.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  // Undefined: show the pairing that is already open, if any. Null: start a new one.
  const [begun, setBegun] = useState<Begun | null>();
  const [done, setDone] = useState<string | null>(null);

  if (pairings === undefined)
    return isError && <LoadFailure>The pairings of this phone could not be loaded.</LoadFailure>;
  const found = openPairingOf(pairings);
  const shown =
    begun === undefined && found !== undefined ? { pairing: found, link: null, shown: null } : begun;
  const confirmed = pairings.find(({ confirmedAt }) => confirmedAt !== null);
  return (
    <>
      <DoneNotice words={done} onDismiss={() => setDone(null)} />
      {shown ? (
        <OnePairing
          key={shown.pairing.id}
          begun={shown}
          phone={phone}
          onBegin={setBegun}
          onEnded={() => {
            setBegun(null);
            setDone('Pairing ended.');
          }}
        />
      ) : (
        <Steps>
          <Step number={1} title="Choose how it reports" state="now">
            {confirmed !== undefined && (
              <p>
                This phone was paired on {formatDateTime(confirmed.confirmedAt)}. A new pairing adds another
                key or source.
              </p>
            )}
            <KindForm
              phone={phone}
              onBegin={(next) => {
                setDone(null);
                setBegun(next);
              }}
            />
          </Step>
          <Step number={2} title="Enter the settings" state="later">
            <p>The phone, its app or its provider gets an address and a key.</p>
          </Step>
          <Step number={3} title="Prove it with a message" state="later">
            <p>The pairing is confirmed once the phone reports a text with a code.</p>
          </Step>
        </Steps>
      )}
    </>
  );
}
