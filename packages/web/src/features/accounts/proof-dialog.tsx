/** Asks for the password, a code or a new single sign-on of the logged-in user, above whatever is open, so that a dangerous change can be made (ACCT-9). */
import { Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getProfile } from '../../api/profile.ts';
import { giveProof } from '../../api/proof.ts';
import { signOnName } from '../../api/sign-on.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { FormEnd } from '../../ui/form-end.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useServerForm } from '../../ui/use-server-form.ts';
import { CodeField } from './code-field.tsx';
import { SignOnProof } from './sign-on-proof.tsx';

export interface ProofDialogProps {
  readonly username: string;
  readonly onProven: () => void;
  readonly onCancel: () => void;
}

export function ProofDialog(props: ProofDialogProps) {
  const profile = useQuery({
    queryKey: ['profile'],
    queryFn: ({ signal }) => getProfile({ signal, final401: true }),
  });
  const name = signOnName();
  // Not known yet what the user has.
  if (name !== null && profile.isPending) return null;
  if (name !== null && profile.data?.hasPassword === false) return <SignOnProof {...props} name={name} />;
  return <PasswordProof {...props} hasCodes={profile.data?.twoFactor === true} />;
}

interface PasswordProofProps extends ProofDialogProps {
  /** Without two-factor login there are none. */
  readonly hasCodes: boolean;
}

function PasswordProof({ username, hasCodes, onProven, onCancel }: PasswordProofProps) {
  const [isCode, setCode] = useState(false);
  const { form, refusal, isSaving, onSubmit } = useServerForm({ initialValues: { password: '', code: '' } });
  const submit = onSubmit('check the password', async ({ password, code }) => {
    // A wrong one is not kept: the next one is typed from the start.
    await giveProof(isCode ? { code } : { password }).finally(form.reset);
    onProven();
  });
  const change = () => {
    form.reset();
    setCode(!isCode);
  };
  return (
    <FormDialog title={`Enter ${isCode ? 'a code' : 'your password'} to make this change`} onClose={onCancel}>
      <form onSubmit={submit}>
        {/* Password managers read the username here. */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        {isCode ? (
          <CodeField {...form.getInputProps('code')} />
        ) : (
          <TextInput
            {...form.getInputProps('password')}
            type="password"
            name="password"
            label="Password"
            description="Needed again 15 minutes after you last entered it."
            autoComplete="current-password"
            spellCheck={false}
            data-autofocus
            required
            withAsterisk={false}
          />
        )}
        {hasCodes && (
          <Text mt="xs" size="sm">
            <TextButton onClick={change}>{isCode ? 'Use the password' : 'Use a code instead'}</TextButton>
          </Text>
        )}
        <FormEnd
          refusal={refusal}
          isSaving={isSaving}
          submitLabel="Continue"
          savingLabel="Checking..."
          onCancel={onCancel}
        />
      </form>
    </FormDialog>
  );
}
