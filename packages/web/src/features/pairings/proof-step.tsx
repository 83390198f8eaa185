/** The message that proves a pairing: sent through a gateway or from any phone, then followed until its report (PAIR-2). */
import { Alert, Button, Group, List, Select, Text } from '@mantine/core';
import type { Pairing } from '@textprobe/contract/pairings';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Entry } from '../../api/directory-entries.ts';
import { createIntents } from '../../api/intent.ts';
import { sendPairingText } from '../../api/pairings.ts';
import { type DirectoryChoice, useDirectoryOptions } from '../../directory/directory-options.ts';
import { useDirectorySearch } from '../../directory/use-directory.ts';
import { useGateways } from '../../directory/use-gateways.ts';
import { FormError, IN_DIALOG } from '../../ui/form-dialog.tsx';
import { ToneSign } from '../../ui/tone-sign.tsx';
import { useServerForm } from '../../ui/use-server-form.ts';
import { proofSteps, type Trouble, timeWords } from './pairing-states.ts';
import { CopyValues } from './setup-list.tsx';
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
  const { kind, sent, confirmedAt, text, phoneNumber } = pairing;
  // Already loaded by the frame.
  const gateways = useGateways({ inFrame: true }).query.data;
  const hasGateway = gateways === undefined || gateways.length > 0;
  const isOpen = confirmedAt === null;
  const maySend = isOpen && hasGateway && (sent === null || trouble?.act === 'send');
  const typedText = (
    <>
      <Text mt="xs">Send this text from any phone to {phoneNumber}:</Text>
      <CopyValues values={[{ label: 'Text', value: text }]} />
    </>
  );
  return (
    <>
      {(sent !== null || kind !== 'receipt') && (
        <List type="ordered" listStyleType="none" spacing="xs" aria-label="Proof" aria-live="polite">
          {proofSteps(pairing).map(({ label, tone, at }) => (
            <List.Item key={label}>
              <Group gap="xs" c={tone === 'waiting' ? 'dimmed' : 'inherit'}>
                <ToneSign tone={tone} size={16} />
                <span>{label}</span>
                <Text component="time" size="sm" c="dimmed">
                  {at !== null ? timeWords(at, now) : tone === 'moving' && 'Not yet'}
                </Text>
              </Group>
            </List.Item>
          ))}
        </List>
      )}
      {trouble !== null && <Alert color="red">{trouble.words}</Alert>}
      {trouble?.act === 'begin' && (
        <Button w="fit-content" onClick={() => onBegin(null)}>
          Start again
        </Button>
      )}
      {trouble?.act === 'gateways' && (
        <Button w="fit-content" component={Link} variant="default" to="/gateways">
          Show gateways
        </Button>
      )}
      {maySend && <SendForm pairing={pairing} partnerId={phone.partnerId} onSent={onChanged} />}
      {isOpen &&
        kind !== 'receipt' &&
        (hasGateway ? (
          <details>
            <summary>Send it from another phone instead</summary>
            {typedText}
          </details>
        ) : (
          <div>{typedText}</div>
        ))}
      {isOpen && kind === 'receipt' && !hasGateway && <Text>Set up a gateway first, to send the text.</Text>}
    </>
  );
}

interface SendFormProps {
  readonly pairing: Pairing;
  /** The phone's partner: only its offices may send to the phone. */
  readonly partnerId: number | null | undefined;
  readonly onSent: () => void;
}

/** Chooses the office whose gateway sends the text, and sends it. */
function SendForm({ pairing: { id, sent }, partnerId, onSent }: SendFormProps) {
  const search = { kind: 'office', partnerId: partnerId ?? undefined } as const;
  const [first] = useDirectorySearch({ ...search, text: '' }, true).data?.entries ?? [];
  const { form, refusal, isSaving, onSubmit } = useServerForm({
    initialValues: { officeId: null as DirectoryChoice | null },
  });
  const picked = form.values.officeId;
  const chosen = picked ?? (first === undefined ? null : { value: String(first.id), label: first.name });
  const options = useDirectoryOptions(search, chosen, true);
  const [intents] = useState(createIntents);

  const submit = onSubmit('send the text', async () => {
    if (chosen === null) return form.setFieldError('officeId', 'Choose an office.');
    const officeId = Number(chosen.value);
    await sendPairingText(id, officeId, intents.keyFor({ id, officeId }));
    intents.done();
    onSent();
  });

  return (
    <form aria-label="Text" noValidate onSubmit={submit}>
      <Group align="end" gap="xs">
        <Select
          {...IN_DIALOG}
          {...options}
          {...form.getInputProps('officeId')}
          label="Sending office"
          placeholder="Choose an office"
          allowDeselect={false}
          value={chosen?.value ?? null}
          onChange={(_value, option) => form.setFieldValue('officeId', option)}
        />
        <Button type="submit" aria-disabled={isSaving}>
          {isSaving ? 'Sending...' : sent === null ? 'Send the text' : 'Send again'}
        </Button>
      </Group>
      <FormError>{refusal}</FormError>
    </form>
  );
}
