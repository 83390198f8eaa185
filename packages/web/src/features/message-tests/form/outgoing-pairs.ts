/** The pairs of office and phone that a draft sends: every office with every phone, or just those chosen (EVIDENCE-5). */
import type { OfficePhonePair } from '@textprobe/contract/tests';
import type { Office, Phone } from '../../../api/normalize.ts';
import { byId } from '../../../directory/use-directory.ts';

export interface OutgoingPairs {
  readonly offices: readonly Office[];
  readonly phones: readonly Phone[];
  /** Null: every office with every phone. */
  readonly pairs: readonly OfficePhonePair[] | null;
  readonly total: number;
  /** @returns undefined for what is not loaded or no longer exists */
  at(index: number): readonly [Office | undefined, Phone | undefined];
}

export function outgoingPairs(
  offices: readonly Office[],
  phones: readonly Phone[],
  pairs: readonly OfficePhonePair[] | null = null,
): OutgoingPairs {
  if (pairs === null) {
    return {
      offices,
      phones,
      pairs,
      total: offices.length * phones.length,
      at: (index) => [offices[Math.floor(index / phones.length)], phones[index % phones.length]],
    };
  }
  const [officesById, phonesById] = [byId(offices), byId(phones)];
  return {
    offices,
    phones,
    pairs,
    total: pairs.length,
    at(index) {
      const pair = pairs[index];
      return pair === undefined
        ? [undefined, undefined]
        : [officesById.get(pair.officeID), phonesById.get(pair.phoneID)];
    },
  };
}

/** The pairs of these offices. */
export function pairsOfOffices({ phones, pairs }: OutgoingPairs, offices: readonly Office[]): OutgoingPairs {
  if (pairs === null) return outgoingPairs(offices, phones);
  const ids = new Set(offices.map(({ id }) => id));
  return outgoingPairs(
    offices,
    phones,
    pairs.filter(({ officeID }) => ids.has(officeID)),
  );
}
