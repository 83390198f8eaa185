/** Which message a receipt is about: by the gateway and the carrier's id, checked against the recipient when it is told. */
import type { Transaction } from '@textprobe/database/connection';
import type { RawReceipt } from '@textprobe/database/receipts/raw-receipts';
import {
  findParts,
  type PartMatch,
  type SubmissionPart,
} from '@textprobe/database/receipts/submission-parts';

/** Receipts may be this much later than their message; ids wrap, and every partition more costs a look. Milliseconds. */
export const RECEIPTS_LOOK_BACK_MS = 14 * 24 * 3_600_000;

/**
 * The parts that each receipt may be about, the likeliest first: by the preference among the spellings of its id, then
 * the newest. Parts about to be stored in the same transaction are newer than those stored already.
 * @returns candidates by the receipt's index
 */
export async function findCandidates(
  tx: Transaction,
  receipts: readonly RawReceipt[],
  newParts: readonly SubmissionPart[],
  now: number,
): Promise<Map<number, PartMatch[]>> {
  const fresh = Map.groupBy(newParts, (part) => idKey(part.gatewayId, part.providerId));
  const found: PartMatch[] = [];
  const spellings = receipts.flatMap(({ gatewayId, idVariants }, receipt) => {
    const ids = idVariants.map((providerId, preference) => ({ receipt, preference, gatewayId, providerId }));
    const matches = ids.map(({ preference, providerId }) =>
      (fresh.get(idKey(gatewayId, providerId)) ?? []).map((part) => ({ ...part, receipt, preference })),
    );
    found.push(...matches.flat());
    // What bears its id as it was given, and is just being answered, is what it is about: nothing else need be looked for.
    return (matches[0] ?? []).length > 0 ? [] : ids;
  });
  found.push(...(await findParts(tx, spellings, now - RECEIPTS_LOOK_BACK_MS)));
  // Stable: of one preference those about to be stored stay before the others.
  found.sort((a, b) => a.receipt - b.receipt || a.preference - b.preference);
  return Map.groupBy(found, ({ receipt }) => receipt);
}

/**
 * The first candidate whose message went to the phone that the receipt names.
 * @param recipientOf by message id; undefined for a message that does not exist
 */
export function chooseCandidate(
  receipt: RawReceipt,
  candidates: readonly PartMatch[],
  recipientOf: (messageId: number) => string | undefined,
): PartMatch | null {
  const fits = ({ message }: PartMatch) => {
    const recipient = recipientOf(message.id);
    return recipient !== undefined && (receipt.recipient === null || receipt.recipient === recipient);
  };
  return candidates.find(fits) ?? null;
}

function idKey(gatewayId: number, providerId: string): string {
  return `${gatewayId}|${providerId}`;
}
