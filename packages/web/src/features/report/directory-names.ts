/** Names, numbers and carriers that a test or an execution refers to; null while the directory loads, so that no id flashes up (REPORT-9). */
import type { TestLog } from '@textprobe/contract/messages';
import type { Test } from '@textprobe/contract/tests';
import { withPlusOne } from '@textprobe/domain/phone-number';
import { nameOrId } from '../../directory/labels.ts';
import type { Directory } from '../../directory/use-directory.ts';

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

/** All its partners; an old test names only the one. */
export function partnerIdsOf({ partnerIDs, partnerId }: Pick<Test, 'partnerIDs' | 'partnerId'>): number[] {
  return partnerIDs.length > 0 ? partnerIDs : [partnerId];
}

/** The carriers of the phones, each once, in the phones' order. */
export function carriersOf(phoneIds: readonly number[], { phones }: Pick<Directory, 'phones'>): string[] {
  return [...new Set(phoneIds.flatMap((id) => phones.get(id)?.carrier || []))];
}
