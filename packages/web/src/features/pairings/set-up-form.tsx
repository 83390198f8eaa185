/** Sets up SMS Gateway for Android through the local server of the app (PAIR-3). */
import { Button, TextInput } from '@mantine/core';
import type { SetUpPhoneBody } from '@textprobe/contract/pairings';
import { type SubmitEvent, useState } from 'react';
import { setUpPhone } from '../../api/pairings.ts';
import { FormError } from '../../ui/form-dialog.tsx';
import { useFormErrors } from '../../ui/use-form-errors.ts';
import classes from './pairing.module.css';

const FIELDS = [
  { name: 'address', label: 'Address of the phone', placeholder: '192.168.1.10:8080', type: 'text' },
  { name: 'user', label: 'User', type: 'text' },
  { name: 'password', label: 'Password', type: 'password' },
] as const;
const NAMES = FIELDS.map(({ name }) => name);
const EMPTY: SetUpPhoneBody = { address: '', user: '', password: '' };

interface SetUpFormProps {
  /** The pairing's id. */
  readonly id: number;
  readonly onDone: () => void;
}

export function SetUpForm({ id, onDone }: SetUpFormProps) {
  const [body, setBody] = useState(EMPTY);
  const [done, setDone] = useState<readonly string[]>([]);
  const { form, errors, refusal, isSaving, clear, save } = useFormErrors(NAMES);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setDone([]);
    await save('set up the phone', async () => {
      setDone((await setUpPhone(id, body)).set);
      onDone();
    });
  }

  return (
    <form ref={form} className={classes.setUp} aria-label="Set it up for me" noValidate onSubmit={submit}>
      <p>
        For a phone in the server’s network. Turn on Local server in the app, and enter what its page shows:
        the console then sets webhooks, signing key and ping.
      </p>
      {FIELDS.map(({ name, ...input }) => (
        <TextInput
          key={name}
          {...input}
          name={name}
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
        {isSaving ? 'Setting up...' : 'Set it up'}
      </Button>
      <p role="status">{done.length > 0 && `Set in the app: ${done.join(', ')}.`}</p>
    </form>
  );
}
