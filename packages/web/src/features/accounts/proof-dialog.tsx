/** Asks for the password of the logged-in user, above whatever is open, so that a dangerous change can be made (ACCT-9). */
import { TextInput } from '@mantine/core';
import { giveProof } from '../../api/proof.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { FormEnd } from '../../ui/form-end.tsx';
import { useServerForm } from '../../ui/use-server-form.ts';

export interface ProofDialogProps {
  readonly username: string;
  readonly onProven: () => void;
  readonly onCancel: () => void;
}

export function ProofDialog({ username, onProven, onCancel }: ProofDialogProps) {
  const { form, refusal, isSaving, onSubmit } = useServerForm({ initialValues: { password: '' } });
  const submit = onSubmit('check the password', async (values) => {
    // A wrong password is not kept: the next one is typed from the start.
    await giveProof(values).finally(form.reset);
    onProven();
  });
  return (
    <FormDialog title="Enter your password to make this change" onClose={onCancel}>
      <form onSubmit={submit}>
        {/* Password managers read the username here. */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
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
