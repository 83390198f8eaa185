/** What the audit trail says of an actor, a field and its values. */
import type { AuditRow } from '@textprobe/contract/audit';

/** Who acted, by the username at that time. */
export function actorWords({
  account,
  address,
  outcome,
}: Pick<AuditRow, 'account' | 'address' | 'outcome'>): string {
  if (account !== null) return account.username;
  if (address === null) return 'Command line';
  return outcome === 'failed' ? 'Unknown account' : 'Not logged in';
}

/** `settings.systemId` → `Settings: system ID`, `isDefaultMms` → `Default MMS`; a setting of the program stays `PUBLIC_URL`. */
export function fieldWords(field: string): string {
  if (/^[A-Z_]+$/.test(field)) return field;
  const words = field
    .replace(/^is(?=[A-Z])/, '')
    .replaceAll('.', ': ')
    .replaceAll('-', ' ')
    .replaceAll(/[A-Z]+/g, (capitals) => ` ${capitals.toLowerCase()}`)
    .replaceAll(/\b(id|mms|sim|sms|tls|url)(?=s?\b)/g, (short) => short.toUpperCase())
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether only the fact of a change is recorded, as of secrets and message bodies. */
export function isHidden([before, after]: AuditRow['changes'][string]): boolean {
  return before === null && after === 'changed';
}

/** A value as text: `Yes`, `3, 5`, `name: Oakland, retired: No`. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.length === 0 ? 'None' : value.map(valueWords).join(', ');
  if (typeof value !== 'object') return JSON.stringify(value);
  return Object.entries(value)
    .map(([field, one]) => `${field}: ${valueWords(one)}`)
    .join(', ');
}
