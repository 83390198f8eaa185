/** Pair a phone (/directory/phones/{id}/pair): how it reports, its settings, and a message that proves it (PAIR-1 to 3). Auditors read the pairings. */
import { Button, Paper, Stack, Table, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PairingKind } from '@textprobe/contract/pairings';
import { formatDateTime } from '@textprobe/domain/display';
import { useContext, useState } from 'react';
import { Link, useParams } from 'react-router';
import type { Entry } from '../../api/directory-entries.ts';
import { HttpError } from '../../api/http.ts';
import { getPairings } from '../../api/pairings.ts';
import { entryQuery } from '../../directory/entry-query.ts';
import { mayChangePhone } from '../../directory/may-change-phone.ts';
import { refreshDirectory } from '../../directory/refresh-directory.ts';
import { FormError } from '../../ui/form-dialog.tsx';
import { RadioList } from '../../ui/radio-list.tsx';
import { LoadFailure } from '../../ui/refresh-button.tsx';
import { useNow } from '../../ui/relative-time.ts';
import { AccountRole } from '../../ui/role.tsx';
import { Screen, ScreenHeader } from '../../ui/screen.tsx';
import { Step, Steps } from '../../ui/steps.tsx';
import { useServerForm } from '../../ui/use-server-form.ts';
import { OnePairing } from './one-pairing.tsx';
import { KINDS, kindLabel, openPairingOf, stateWords, timeWords } from './pairing-states.ts';
import { type Begun, beginPairing } from './use-pairing.ts';

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

  if (pairings === undefined)
    return isError && <LoadFailure>The pairings of this phone could not be loaded.</LoadFailure>;
  const found = openPairingOf(pairings);
  const shown =
    begun === undefined && found !== undefined ? { pairing: found, link: null, shown: null } : begun;
  const confirmed = pairings.find(({ confirmedAt }) => confirmedAt !== null);
  return (
    <>
      {shown ? (
        <OnePairing
          key={shown.pairing.id}
          begun={shown}
          phone={phone}
          onBegin={setBegun}
          onEnded={() => {
            setBegun(null);
            notifications.show({ message: 'Pairing ended.' });
          }}
        />
      ) : (
        <Steps>
          <Step number={1} title="Choose how it reports" state="now">
            {confirmed !== undefined && (
              <Text>
                This phone was paired on {formatDateTime(confirmed.confirmedAt)}. A new pairing adds another
                key or source.
              </Text>
            )}
            <KindForm phone={phone} onBegin={setBegun} />
          </Step>
          <Step number={2} title="Enter the settings" state="later">
            <Text>The phone, its app or its provider gets an address and a key.</Text>
          </Step>
          <Step number={3} title="Prove it with a message" state="later">
            <Text>The pairing is confirmed once the phone reports a text with a code.</Text>
          </Step>
        </Steps>
      )}
    </>
  );
}

type PairingValues = { kind: PairingKind; secret: string; phoneId: number };

/** Chooses how the phone reports, and begins the pairing. */
function KindForm({ phone, onBegin }: { readonly phone: Entry; readonly onBegin: (begun: Begun) => void }) {
  const { form, refusal, isSaving, onSubmit } = useServerForm<PairingValues>({
    initialValues: {
      kind: phone.evidence === 'receipt' ? 'receipt' : 'sms-gateway',
      secret: '',
      phoneId: phone.id,
    },
  });
  const queries = useQueryClient();

  const submit = onSubmit('begin the pairing', async ({ kind, secret, phoneId }) => {
    const token = kind === 'twilio' && secret !== '' ? secret : null;
    onBegin(await beginPairing({ phoneId, kind, secret: token }));
    // Its evidence may have changed.
    if (kind === 'receipt') void refreshDirectory(queries, ['directory entries']);
  });

  return (
    <form aria-label="Pairing" noValidate onSubmit={submit}>
      <Stack align="start">
        <RadioList {...form.getInputProps('kind')} label="Reports come from" name="kind" options={KINDS} />
        {form.values.kind === 'twilio' && (
          <TextInput
            {...form.getInputProps('secret')}
            label="Auth token of the account"
            type="password"
            autoComplete="off"
            w="100%"
          />
        )}
        <FormError>{refusal ?? (form.errors['phoneId'] as string | undefined)}</FormError>
        <Button type="submit" aria-disabled={isSaving}>
          {isSaving ? 'Starting...' : 'Start pairing'}
        </Button>
      </Stack>
    </form>
  );
}

/** Newest first, for those who may read but not pair it (ACCT-1). */
function PairingList({ phoneId }: { readonly phoneId: number }) {
  const { data, isError } = useQuery({
    queryKey: ['pairings', phoneId],
    queryFn: ({ signal }) => getPairings(phoneId, { signal }),
    staleTime: 0,
  });
  const now = useNow(30_000);
  if (isError && data === undefined)
    return <LoadFailure>The pairings of this phone could not be loaded.</LoadFailure>;
  return (
    <Paper withBorder>
      <Table
        aria-label="Pairings"
        aria-busy={data === undefined}
        data={{
          head: ['How it reports', 'Created', 'By', 'State'],
          body: (data ?? []).map((pairing) => [
            kindLabel(pairing.kind),
            timeWords(pairing.createdAt, now),
            pairing.madeBy ?? 'Unknown',
            stateWords(pairing, now),
          ]),
          caption: data?.length === 0 ? 'This phone has not been paired yet.' : '',
        }}
      />
    </Paper>
  );
}
