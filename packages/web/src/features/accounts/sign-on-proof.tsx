/** Asks for a new login with single sign-on, in place of a password, so that a dangerous change can be made (ACCT-9). */
import { Button, Text } from '@mantine/core';
import { useEffect } from 'react';
import { followSessionNews } from '../../api/accounts.ts';
import { signOnInNewTab } from '../../api/sign-on.ts';
import { DialogButtons, FormDialog } from '../../ui/form-dialog.tsx';

interface SignOnProofProps {
  /** The provider's. */
  readonly name: string;
  readonly onProven: () => void;
  readonly onCancel: () => void;
}

export function SignOnProof({ name, onProven, onCancel }: SignOnProofProps) {
  useEffect(() => followSessionNews((news) => news === 'logged-in' && onProven()), [onProven]);
  return (
    <FormDialog title="Log in again to make this change" onClose={onCancel}>
      <Text>{name} opens in a new tab. Needed again 15 minutes after you last logged in.</Text>
      <DialogButtons>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button data-autofocus onClick={() => signOnInNewTab(true)}>
          Log in again with {name}
        </Button>
      </DialogButtons>
    </FormDialog>
  );
}
