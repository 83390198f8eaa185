/** How a test's own fields read in its report (REPORT-4, REPORT-5). */
import type { Test } from '@textprobe/contract/tests';
import type { Directory } from '../directory/use-directory.ts';

/** All its partners; an old test names only the one. */
export function partnerIdsOf({ partnerIDs, partnerId }: Pick<Test, 'partnerIDs' | 'partnerId'>): number[] {
  return partnerIDs.length > 0 ? partnerIDs : [partnerId];
}

/** The carriers of the phones, each once, in the phones' order. */
export function carriersOf(phoneIds: readonly number[], { phones }: Pick<Directory, 'phones'>): string[] {
  return [...new Set(phoneIds.flatMap((id) => phones.get(id)?.carrier || []))];
}
