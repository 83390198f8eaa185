/** The mail with which a link reaches the owner of an account (ACCT-4). */
import type { ManagedAccount } from '@textprobe/contract/account-management';
import { formatDateTime } from '@textprobe/domain/display';
import type { Mail } from '../../mail/mailer.ts';

export interface MailedLink {
  readonly account: ManagedAccount;
  readonly url: string;
  readonly expiresAt: string;
}

/** @param by the username of the administrator who created the link */
export function linkMail({ account, url, expiresAt }: MailedLink, by: string): Mail {
  const { username, name, email, state } = account;
  const hello = `Hello ${name || username},`;
  const until = `${formatDateTime(expiresAt)} (Los Angeles)`;
  if (state === 'invited')
    return {
      to: email,
      subject: 'Your invitation to Textprobe',
      text: `${hello}

${by} has invited you to Textprobe. Choose a password here:

${url}

The link works once within 72 hours, until ${until}. Your username is ${username}.

If you did not expect this, ignore this mail. The account cannot be used without the link.
`,
    };
  return {
    to: email,
    subject: 'Choose a new password for Textprobe',
    text: `${hello}

${by} has created a link for you to choose a new password for Textprobe:

${url}

The link works once within 24 hours, until ${until}. The old password works until a new one is chosen. Your username is ${username}.

If you did not expect this, ignore this mail and inform an administrator. Nothing changes unless the link is used.
`,
  };
}
