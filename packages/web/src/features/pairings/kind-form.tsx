/** Chooses how the phone reports, and begins the pairing. */
import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { PairingKind } from '@textprobe/contract/pairings';
import { type SubmitEvent, useState } from 'react';
import type { Entry } from '../../api/directory-entries.ts';
import { refreshDirectory } from '../../directory/refresh-directory.ts';
import { FormError } from '../../ui/form-dialog.tsx';
import { RadioList } from '../../ui/radio-list.tsx';
import { useFormErrors } from '../../ui/use-form-errors.ts';
import classes from './pairing.module.css';
import { KINDS } from './pairing-states.ts';
import { type Begun, beginPairing } from './use-pairing.ts';

interface KindFormProps {
  readonly phone: Entry;
  readonly onBegin: (begun: Begun) => void;
}

export function KindForm({ phone, onBegin }: KindFormProps) {
  const [kind, setKind] = useState<PairingKind>(phone.evidence === 'receipt' ? 'receipt' : 'sms-gateway');
  const [token, setToken] = useState('');
  const { form, errors, refusal, isSaving, clear, save } = useFormErrors(['kind', 'secret', 'phoneID']);
  const queries = useQueryClient();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    await save('begin the pairing', async () => {
      const secret = kind === 'twilio' && token !== '' ? token : null;
      onBegin(await beginPairing({ phoneID: phone.id, kind, secret }));
      // Its evidence may have changed.
      if (kind === 'receipt') void refreshDirectory(queries, ['directory entries']);
    });
  }

  return (
    <form ref={form} className={classes.form} aria-label="Pairing" noValidate onSubmit={submit}>
      <RadioList
        label="Reports come from"
        name="kind"
        options={KINDS}
        value={kind}
        error={errors.kind}
        onChange={(chosen) => {
          setKind(chosen);
          clear('kind');
        }}
      />
      {kind === 'twilio' && (
        <TextInput
          label="Auth token of the account"
          type="password"
          autoComplete="off"
          value={token}
          error={errors.secret}
          onChange={({ currentTarget }) => {
            setToken(currentTarget.value);
            clear('secret');
          }}
        />
      )}
      <FormError>{errors.phoneID ?? refusal}</FormError>
      <Button type="submit" aria-disabled={isSaving} className={classes.submit ?? ''}>
        {isSaving ? 'Starting...' : 'Start pairing'}
      </Button>
    </form>
  );
}
