/** A new link, shown once: to copy and pass on, also if it was mailed. */
import { Button, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { LinkedAccount } from '@textprobe/contract/account-management';
import { formatDateTime } from '@textprobe/domain/display';
import { useState } from 'react';
import { copyText } from '../../../ui/save-file.ts';
import { mailWords } from './account-words.ts';
import classes from './accounts.module.css';

interface LinkPanelProps {
  readonly linked: LinkedAccount;
  readonly onDone: () => void;
}

export function LinkPanel({ linked, onDone }: LinkPanelProps) {
  const { account, link, linkExpiresAt, mail } = linked;
  const mailed = mailWords(linked);
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no');
  const isInvitation = account.state === 'invited';
  const Sign = copied === 'yes' ? IconCheck : IconCopy;

  async function copy() {
    try {
      await copyText(link);
      setCopied('yes');
    } catch (error) {
      console.error('Failed to copy the link', error);
      setCopied('failed');
    }
  }

  return (
    <>
      <div className="alert-dialog-details">
        {mailed !== null && <p role={mail.state === 'failed' ? 'alert' : undefined}>{mailed}</p>}
        <p>
          {mail.state !== 'sent' && `Send this link to ${account.name || account.username}. `}
          {mail.state === 'sent' ? 'The link' : 'It'} works once within {isInvitation ? '72' : '24'} hours,
          until {formatDateTime(linkExpiresAt)}.
          {!isInvitation && ' The old password works until a new one is chosen.'}
        </p>
        <div className={classes.link}>
          <TextInput
            label={isInvitation ? 'Invitation link' : 'Reset link'}
            readOnly
            value={link}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <Button
            // The user comes here to copy it.
            data-first
            leftSection={<Sign size={16} aria-hidden />}
            onClick={() => void copy()}
          >
            <span aria-live="polite">{copied === 'yes' ? 'Copied' : 'Copy'}</span>
          </Button>
        </div>
        {copied === 'failed' && <p role="alert">The browser did not copy it. Select the link and copy it.</p>}
        <p>
          It is not shown again. You can create a new one at any time; the earlier link then stops working.
        </p>
      </div>
      <div className="alert-dialog-buttons">
        <button type="button" onClick={onDone}>
          Done
        </button>
      </div>
    </>
  );
}
