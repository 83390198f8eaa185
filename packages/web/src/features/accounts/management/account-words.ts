/** What the Accounts screen says of links. */
import type { LinkMail } from '@textprobe/contract/account-management';

/** How long the link of an invitation still works. @param expiresAt and @param now in epoch milliseconds; null: there is no link */
export function linkWords(expiresAt: number | null, now: number): string {
  if (expiresAt === null) return 'No link: create a new one';
  const leftMs = expiresAt - now;
  const minutes = Math.ceil(leftMs / 60_000);
  if (minutes <= 0) return 'The link has expired';
  return `Link works for ${minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`}`;
}

/** What became of the mail with a link; null if there is nothing to say. */
export function mailWords(mail: LinkMail, email: string): string | null {
  switch (mail.state) {
    case 'sent':
      return `Mailed to ${email}.`;
    case 'failed':
      return `Not mailed to ${email}. ${mail.reason}`;
    case 'unknown':
      return `It is not known whether the link was mailed to ${email}.`;
    case 'no-address':
      return 'Not mailed: the account has no email address.';
    case 'off':
      return email === '' ? null : 'Not mailed: no mail server is set up.';
  }
}
