/** The names included in the report, by id (REPORT-9). */
import type { Report } from '@textprobe/contract/messages';
import type { Test } from '@textprobe/contract/tests';
import { nameOrId } from '../../directory/labels.ts';
import { byId } from '../../directory/use-directory.ts';

export function readNames({ partners, clients, offices, testPhones }: Report['directory']) {
  return {
    Partner: byId(partners),
    Client: byId(clients),
    Office: byId(offices),
    Phone: byId(testPhones.map(({ phoneID, ...phone }) => ({ ...phone, id: phoneID }))),
  };
}
export type Names = ReturnType<typeof readNames>;

export function namesOf(kind: keyof Names, ids: readonly number[], names: Names): string[] {
  return ids.map((id) => nameOrId(kind, id, names[kind]));
}

/** All partners of the test; an old test names only one. */
export function partnerIdsOf({ partnerIDs, partnerId }: Pick<Test, 'partnerIDs' | 'partnerId'>): number[] {
  return partnerIDs.length > 0 ? partnerIDs : [partnerId];
}

/** The carriers of the phones, without duplicates, in the phones' order. */
export function carriersOf(phoneIds: readonly number[], { Phone: phones }: Names): string[] {
  return [...new Set(phoneIds.flatMap((id) => phones.get(id)?.carrier || []))];
}
