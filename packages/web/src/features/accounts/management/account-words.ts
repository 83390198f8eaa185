/** What the Accounts screen calls roles, states and partners. */
import type { LinkMail, ManagedAccount } from '@textprobe/contract/account-management';
import type { Partner } from '@textprobe/contract/directory';
import type { Role } from '@textprobe/domain/roles';

export const ALL_PARTNERS = 'All partners';

/** In the order in which they are offered. */
export const OFFERED_ROLES: readonly Role[] = ['viewer', 'operator', 'auditor', 'administrator'];

export function capitalized(word: Role | ManagedAccount['state']): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const NAMES_SHOWN = 2;

/** `Acme, Birch +2`. @param partners undefined: not loaded, so ids are shown */
export function partnersInWords(
  partnerIds: ManagedAccount['partnerIds'],
  partners: readonly Partner[] | undefined,
): string {
  if (partnerIds === null) return ALL_PARTNERS;
  const names = partnerIds.map((id) => partners?.find((one) => one.id === id)?.name ?? `Partner ${id}`);
  const more = names.length - NAMES_SHOWN;
  return `${names.slice(0, NAMES_SHOWN).join(', ')}${more > 0 ? ` +${more}` : ''}`;
}

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
