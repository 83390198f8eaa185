/** One form for the first partner, its client and its office, which are created together (DIR-4). */
import { Button, TextInput } from '@mantine/core';
import type { FirstOfficeBody } from '@textprobe/contract/first-steps';
import { type SubmitEvent, useState } from 'react';
import { createFirstOffice } from '../../../api/first-steps.ts';
import { createIntents } from '../../../api/intent.ts';
import { FormError } from '../../../ui/form-dialog.tsx';
import { useFormErrors } from '../../../ui/use-form-errors.ts';
import classes from './first-steps.module.css';

const FIELDS = [
  { name: 'partner', label: 'Partner' },
  { name: 'client', label: 'Client' },
  { name: 'office', label: 'Office' },
  { name: 'phoneNumber', label: 'Phone number of the office', placeholder: '(213) 555-0142' },
] as const;
const NAMES = FIELDS.map(({ name }) => name);
const EMPTY: FirstOfficeBody = { partner: '', client: '', office: '', phoneNumber: '' };

export function FirstOfficeForm({ onCreated }: { readonly onCreated: () => void }) {
  const [body, setBody] = useState(EMPTY);
  const { form, errors, refusal, isSaving, clear, save } = useFormErrors(NAMES);
  const [intents] = useState(createIntents);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    await save('create the office', async () => {
      await createFirstOffice(body, intents.keyFor(body));
      onCreated();
    });
  }

  return (
    <form ref={form} className={classes.form} aria-label="First office" noValidate onSubmit={submit}>
      {FIELDS.map(({ name, ...input }) => (
        <TextInput
          key={name}
          {...input}
          name={name}
          type={name === 'phoneNumber' ? 'tel' : 'text'}
          autoComplete="off"
          value={body[name]}
          error={errors[name]}
          onChange={({ currentTarget: { value } }) => {
            setBody((now) => ({ ...now, [name]: value }));
            clear(name);
          }}
        />
      ))}
      <FormError>{refusal}</FormError>
      <Button type="submit" aria-disabled={isSaving} className={classes.submit ?? ''}>
        {isSaving ? 'Creating...' : 'Create all three'}
      </Button>
    </form>
  );
}
