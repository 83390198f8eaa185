/** The button that sets up two-factor login, and its dialog: scan a key, confirm it with a code, keep the recovery codes. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { NewTwoFactor } from '@textprobe/contract/two-factor';
import { useState } from 'react';
import { createIntents } from '../../../api/intent.ts';
import { confirmTwoFactor, startTwoFactor } from '../../../api/two-factor.ts';
import { CopyOnce } from '../../../ui/copy-once.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { FormEnd } from '../../../ui/form-end.tsx';
import { useListAction } from '../../../ui/list-action.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { useServerForm } from '../../../ui/use-server-form.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

interface TwoFactorSetupProps {
  readonly username: string;
  /** It is on, and the recovery codes were shown. */
  readonly onDone: () => void;
}

export function TwoFactorSetup({ username, onDone }: TwoFactorSetupProps) {
  const [made, setMade] = useState<NewTwoFactor | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const run = useListAction(async () => undefined);

  const start = () =>
    run({ what: 'set up two-factor login', act: async () => setMade(await startTwoFactor()) });
  const finish = () => {
    setMade(null);
    setCodes(null);
    onDone();
  };

  return (
    <>
      <Button onClick={() => void start()}>Set up two-factor login</Button>
      {made !== null && codes === null && (
        <FormDialog title="Set up two-factor login" onClose={() => setMade(null)}>
          <Confirmation made={made} onConfirmed={setCodes} onCancel={() => setMade(null)} />
        </FormDialog>
      )}
      {codes !== null && (
        // Only its button closes it: the codes are not shown again.
        <FormDialog title="Two-factor login is on" onClose={null}>
          <RecoveryCodes codes={codes} username={username} onDone={finish} />
        </FormDialog>
      )}
    </>
  );
}

interface ConfirmationProps {
  readonly made: NewTwoFactor;
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void;
  readonly onCancel: () => void;
}

function Confirmation({ made: { secret, otpauthUrl }, onConfirmed, onCancel }: ConfirmationProps) {
  // After a lost answer, the same code gets the same recovery codes.
  const [intents] = useState(createIntents);
  const { form, refusal, isSaving, onSubmit } = useServerForm({
    initialValues: { code: '' },
    validate: { code: (code) => (code.trim() === '' ? 'Enter the code that the app shows.' : null) },
  });
  const submit = onSubmit('confirm two-factor login', async (values) => {
    onConfirmed((await confirmTwoFactor(values, intents.keyFor(values))).recoveryCodes);
  });

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm">
        <Group align="start" gap="md" wrap="wrap">
          <QrCode text={otpauthUrl} title="QR code of the key" />
          <Text flex="1 1 200px">
            Scan the QR code with an authenticator app, such as Google Authenticator, Microsoft Authenticator
            or 1Password. Then enter the code that it shows.
          </Text>
        </Group>
        <CopyOnce label="Key, if you cannot scan" value={secret} />
        <TextInput
          {...form.getInputProps('code')}
          name="code"
          label="Code"
          description="Six digits. They change every 30 seconds."
          autoComplete="one-time-code"
          inputMode="numeric"
          spellCheck={false}
          maw={320}
          data-autofocus
        />
      </Stack>
      <FormEnd
        refusal={refusal}
        isSaving={isSaving}
        submitLabel="Turn on"
        savingLabel="Checking..."
        onCancel={onCancel}
      />
    </form>
  );
}
