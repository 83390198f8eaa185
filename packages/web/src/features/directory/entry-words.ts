/** What the directory says about an entry: whether it is retired, and what follows from retiring it. */
import type { DirectoryKind } from '@textprobe/contract/directory-entries';
import type { Entry } from '../../api/directory-entries.ts';

/** What is known of a message to a phone, by the phone's evidence. */
export const EVIDENCE = [
  {
    value: 'handset',
    label: 'Handset',
    about: 'The phone reports what it received.',
  },
  {
    value: 'receipt',
    label: 'Receipt only',
    about: 'Only the carrier’s receipt is known, not whether the message arrived.',
  },
] as const;

export function evidenceLabel(evidence: Entry['evidence']): string {
  return EVIDENCE.find(({ value }) => value === evidence)?.label ?? '–';
}

/** `Retired`, or `Client retired` if it is a parent; null for an active entry. */
export function retiredWords({ retired, parents }: Pick<Entry, 'retired' | 'parents'>): string | null {
  if (retired) return 'Retired';
  const at = parents.findIndex((parent) => parent.retired);
  if (at === -1) return null;
  // An office has two parents, its client first.
  return at < parents.length - 1 ? 'Client retired' : 'Partner retired';
}

/** The partner is the last parent of every kind. */
export function partnerOf({ parents }: Pick<Entry, 'parents'>) {
  return parents.at(-1);
}

export function managerName({ managerFirstName = '', managerLastName = '' }: Entry): string {
  return [managerFirstName, managerLastName].filter(Boolean).join(' ');
}

const LEAVE: Readonly<Record<DirectoryKind, string>> = {
  partners: 'It and its clients, offices and phones leave',
  clients: 'It and its offices leave',
  offices: 'It leaves',
  phones: 'It leaves',
};

/** Retiring also ends what reports for these phones. */
const REPORTERS: Readonly<Partial<Record<DirectoryKind, string>>> = {
  partners:
    ' Open pairings of its phones end, and their handset keys and sources are revoked for good: pair them again after restoring it.',
  phones:
    ' Its open pairing ends, and its handset keys and sources are revoked for good: pair it again after restoring it.',
};

/** What follows from retiring. */
export function retiringWords(kind: DirectoryKind): string {
  return `${LEAVE[kind]} the lists for choosing recipients. Messages stay in reports, and scheduled tests continue. You can restore it at any time.${REPORTERS[kind] ?? ''}`;
}

/** What follows from saving a phone with another partner. */
export const MOVING_WORDS =
  'With another partner, its open pairing ends, and its handset keys and sources are revoked: pair it again.';
