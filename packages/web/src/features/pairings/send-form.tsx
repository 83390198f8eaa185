/** Chooses the office whose gateway sends the text of a pairing, and sends it. */
import { Button, Select } from '@mantine/core';
import type { Pairing } from '@textprobe/contract/pairings';
import { type SubmitEvent, useState } from 'react';
import { createIntents } from '../../api/intent.ts';
import { sendPairingText } from '../../api/pairings.ts';
import { type DirectoryChoice, useDirectoryOptions } from '../../directory/directory-options.ts';
import { useDirectorySearch } from '../../directory/use-directory.ts';
import { FormError, IN_DIALOG } from '../../ui/form-dialog.tsx';
import { useFormErrors } from '../../ui/use-form-errors.ts';
import classes from './pairing.module.css';

interface SendFormProps {
  readonly pairing: Pairing;
  /** The phone's partner: only its offices may send to the phone. */
  readonly partnerId: number | null | undefined;
  readonly onSent: () => void;
}

export function SendForm({ pairing: { id, sent }, partnerId, onSent }: SendFormProps) {
  const search = { kind: 'office', partnerId: partnerId ?? undefined } as const;
  const [first] = useDirectorySearch({ ...search, text: '' }, true).data?.entries ?? [];
  const [picked, setPicked] = useState<DirectoryChoice | null>(null);
  const chosen = picked ?? (first === undefined ? null : { value: String(first.id), label: first.name });
  const options = useDirectoryOptions(search, chosen, true);
  const { form, errors, refusal, isSaving, show, clear, save } = useFormErrors(['officeID']);
  const [intents] = useState(createIntents);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (chosen === null) return show({ officeID: 'Choose an office.' });
    await save('send the text', async () => {
      const officeID = Number(chosen.value);
      await sendPairingText(id, officeID, intents.keyFor({ id, officeID }));
      intents.done();
      onSent();
    });
  }

  return (
    <form ref={form} className={classes.send} aria-label="Text" noValidate onSubmit={submit}>
      <Select
        {...IN_DIALOG}
        {...options}
        label="Sending office"
        placeholder="Choose an office"
        allowDeselect={false}
        value={chosen?.value ?? null}
        error={errors.officeID}
        onChange={(_value, option) => {
          setPicked(option);
          clear('officeID');
        }}
      />
      <Button type="submit" aria-disabled={isSaving}>
        {isSaving ? 'Sending...' : sent === null ? 'Send the text' : 'Send again'}
      </Button>
      <FormError>{refusal}</FormError>
    </form>
  );
}
