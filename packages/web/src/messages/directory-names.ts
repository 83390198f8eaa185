/** Names and numbers of an execution's office and phone; null while the directory is on its way, so that no id flashes up (REPORT-9). */
import type { TestLog } from '@textprobe/contract/messages';
import { withPlusOne } from '@textprobe/domain/phone-number';
import { nameOrId } from '../directory/labels.ts';
import type { Directory } from '../directory/use-directory.ts';

const MAPS = { Partner: 'partners', Client: 'clients', Office: 'offices', Phone: 'phones' } as const;

export function nameOf(kind: keyof typeof MAPS, id: number, directory: Directory): string | null {
  const entries = directory[MAPS[kind]];
  return directory.loading && !entries.has(id) ? null : nameOrId(kind, id, entries);
}

/** The number it was sent from; the directory may have changed since. */
export function officePhoneOf(log: TestLog, directory: Directory): string {
  return withPlusOne(log.sent.from) || directory.offices.get(log.officeID)?.phoneNumber || 'N/A';
}

/** The number it was sent to. */
export function targetPhoneOf(log: TestLog, directory: Directory): string {
  return log.sent.to || directory.phones.get(log.phoneID)?.phoneNumber || '';
}
