/** The settings of the phone: by a link that its browser opens, or shown here; both only once (PAIR-1). */
import { Alert, Button, Flex, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Pairing, PhoneSettings } from '@textprobe/contract/pairings';
import { ADMINISTRATORS } from '@textprobe/domain/roles';
import { lazy, Suspense, useState } from 'react';
import { isUnproven } from '../../api/http.ts';
import { openPairing, setUpPhone } from '../../api/pairings.ts';
import { FormError } from '../../ui/form-dialog.tsx';
import { reasonOf } from '../../ui/problem-reasons.tsx';
import { Only } from '../../ui/role.tsx';
import { useServerForm } from '../../ui/use-server-form.ts';
import { addressProblem, codeOf, isOver, linkState, linkWords, openedWords } from './pairing-states.ts';
import { CopyValues, SetupList } from './setup-list.tsx';
import { type Begun, beginPairing } from './use-pairing.ts';

const QrCode = lazy(async () => ({ default: (await import('../../ui/qr-code.tsx')).QrCode }));

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
  const { pairing, link, shown, now, onChanged } = props;
  const { kind, opened } = pairing;
  const shownWords = opened === null ? null : openedWords(opened, now);
  if (isOver(pairing)) return <Text>{shownWords}</Text>;
  const problem = addressProblem(pairing);
  const state = linkState(pairing, link, now);
  return (
    <>
      {problem !== null && (
        <Alert color="red" role="note">
          {problem}
        </Alert>
      )}
      {shownWords !== null && <Text>{shownWords} If that was not you, end this pairing.</Text>}
      {shown !== null ? (
        <>
          <Text>These settings are shown only once. Keep this page open until you have entered them.</Text>
          <SetupList settings={shown} />
        </>
      ) : state === 'works' && link !== null ? (
        <LinkPanel {...props} link={link} />
      ) : (
        <NewLink {...props} state={state} />
      )}
      {kind === 'sms-gateway' && (
        <Only roles={ADMINISTRATORS}>
          <details>
            <summary>Set it up for me</summary>
            <SetUpForm pairingId={pairing.id} onDone={onChanged} />
          </details>
        </Only>
      )}
    </>
  );
}

function LinkPanel({ pairing, link, now, onShown }: SettingsStepProps & { readonly link: string }) {
  const opening = useMutation({
    mutationFn: () => openPairing(codeOf(link)),
    onSuccess: onShown,
    meta: { purpose: 'show the settings' },
  });
  return (
    <Flex direction={{ base: 'column', sm: 'row' }} gap="md">
      {pairing.address !== null && (
        <Suspense fallback={null}>
          <QrCode text={link} title={`Link with the settings for ${pairing.phoneName}`} />
        </Suspense>
      )}
      <div>
        <Text>
          {pairing.address === null ? 'Open this link on this computer.' : 'Scan the code with the phone.'}{' '}
          {linkWords(pairing, now)}
        </Text>
        <CopyValues values={[{ label: 'Link', value: link }]} />
        <Button
          variant="default"
          mt="sm"
          aria-disabled={opening.isPending}
          onClick={() => !opening.isPending && opening.mutate()}
        >
          Show the settings here
        </Button>
        <FormError>{refusalOf(opening.error)}</FormError>
      </div>
    </Flex>
  );
}

const NO_LINK = {
  lost: 'The link is shown only when it is created. A new one replaces it.',
  expired: 'The link has expired.',
  opened: 'Settings lost? A new link replaces them.',
  works: '',
} as const;

function NewLink({ pairing, state, onBegin }: SettingsStepProps & { readonly state: keyof typeof NO_LINK }) {
  const { phoneId, kind } = pairing;
  const renewal = useMutation({
    // Twilio's token must be entered again.
    mutationFn: async () => (kind === 'twilio' ? null : beginPairing({ phoneId, kind })),
    onSuccess: onBegin,
    meta: { purpose: 'get a new link' },
  });
  return (
    <div>
      <Group gap="xs">
        {NO_LINK[state]}
        <Button
          variant="default"
          size="compact-sm"
          aria-disabled={renewal.isPending}
          onClick={() => !renewal.isPending && renewal.mutate()}
        >
          New link
        </Button>
      </Group>
      <FormError>{refusalOf(renewal.error)}</FormError>
    </div>
  );
}

/** Sets up SMS Gateway for Android through the local server of the app (PAIR-3). */
function SetUpForm({ pairingId, onDone }: { readonly pairingId: number; readonly onDone: () => void }) {
  const [done, setDone] = useState<readonly string[]>([]);
  const { form, refusal, isSaving, onSubmit } = useServerForm({
    initialValues: { address: '', user: '', password: '' },
  });
  const submit = onSubmit('set up the phone', async (body) => {
    setDone([]);
    setDone((await setUpPhone(pairingId, body)).set);
    onDone();
  });

  return (
    <form aria-label="Set it up for me" noValidate onSubmit={submit}>
      <Stack align="start" gap="sm" mt="xs">
        <div>
          For a phone in the server’s network. Turn on Local server in the app, and enter what its page shows:
          the console then sets webhooks, signing key and ping.
        </div>
        <SimpleGrid w="100%" cols={{ base: 1, sm: 3 }}>
          <TextInput
            {...form.getInputProps('address')}
            label="Address of the phone"
            placeholder="192.168.1.10:8080"
            autoComplete="off"
          />
          <TextInput {...form.getInputProps('user')} label="User" autoComplete="off" />
          <TextInput
            {...form.getInputProps('password')}
            label="Password"
            type="password"
            autoComplete="off"
          />
        </SimpleGrid>
        <FormError>{refusal}</FormError>
        <Button type="submit" aria-disabled={isSaving}>
          {isSaving ? 'Setting up...' : 'Set it up'}
        </Button>
        <div role="status">{done.length > 0 && `Set in the app: ${done.join(', ')}.`}</div>
      </Stack>
    </form>
  );
}

function refusalOf(error: Error | null): string | null {
  return error === null || isUnproven(error) ? null : reasonOf(error);
}
