/** A new link, shown once: to copy and pass on, also if it was mailed. */

import { Button } from '@mantine/core';
import type { LinkedAccount } from '@textprobe/contract/account-management';
import { formatDateTime } from '@textprobe/domain/display';
import { CopyOnce } from '../../../ui/copy-once.tsx';
import { DialogButtons } from '../../../ui/form-dialog.tsx';
import { mailWords } from './account-words.ts';

interface LinkPanelProps {
  readonly linked: LinkedAccount;
  readonly onDone: () => void;
}

export function LinkPanel({ linked, onDone }: LinkPanelProps) {
  const { account, link, linkExpiresAt, mail } = linked;
  const mailed = mailWords(linked);
  const isInvitation = account.state === 'invited';

  return (
    <>
      <div>
        {mailed !== null && <p role={mail.state === 'failed' ? 'alert' : undefined}>{mailed}</p>}
        <p>
          {mail.state !== 'sent' && `Send this link to ${account.name || account.username}. `}
          {mail.state === 'sent' ? 'The link' : 'It'} works once within {isInvitation ? '72' : '24'} hours,
          until {formatDateTime(linkExpiresAt)}.
          {!isInvitation && ' The old password works until a new one is chosen.'}
        </p>
        <CopyOnce label={isInvitation ? 'Invitation link' : 'Reset link'} value={link} isFirst />
        <p>
          It is not shown again. You can create a new one at any time; the earlier link then stops working.
        </p>
      </div>
      <DialogButtons>
        <Button variant="default" onClick={onDone}>
          Done
        </Button>
      </DialogButtons>
    </>
  );
}
