/** Asks for the password of the logged-in user, above whatever is open, so that a dangerous change can be made (ACCT-9). */
import { Button, Stack, TextInput } from '@mantine/core';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { giveProof } from '../../api/proof.ts';
import { fieldErrors } from '../../ui/field-errors.ts';
import { DialogButtons, FormDialog } from '../../ui/form-dialog.tsx';
import { reasonOf } from '../../ui/problem-reasons.tsx';

export interface ProofDialogProps {
  readonly username: string;
  readonly onProven: () => void;
  readonly onCancel: () => void;
}

export function ProofDialog({ username, onProven, onCancel }: ProofDialogProps) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (error !== null) input.current?.select();
  }, [error]);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    setSending(true);
    setError(null);
    try {
      await giveProof({ password });
      return onProven();
    } catch (failure) {
      console.warn(failure);
      setError(fieldErrors(failure).password ?? reasonOf(failure));
    }
    setSending(false);
  }

  return (
    <FormDialog title="Enter your password to make this change" onClose={onCancel}>
      <form onSubmit={submit}>
        <Stack>
          {/* Password managers read the username here. */}
          <input type="text" autoComplete="username" value={username} readOnly hidden />
          <TextInput
            ref={input}
            type="password"
            name="password"
            label="Password"
            description="Needed again 15 minutes after you last entered it."
            autoComplete="current-password"
            spellCheck={false}
            data-autofocus
            required
            withAsterisk={false}
            value={password}
            error={error}
            onChange={({ currentTarget }) => {
              setPassword(currentTarget.value);
              setError(null);
            }}
          />
          <DialogButtons>
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
            <Button type="submit" aria-disabled={isSending}>
              {isSending ? 'Checking...' : 'Continue'}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </FormDialog>
  );
}
