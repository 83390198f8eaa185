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
 * the newest. Parts about to be stored in the same transaction come before those stored already, being newer.
 * @returns candidates by the receipt's index
 */
export async function findCandidates(
  tx: Transaction,
  receipts: readonly RawReceipt[],
  newParts: readonly SubmissionPart[],
  now: number,
): Promise<Map<number, PartMatch[]>> {
  const fresh = Map.groupBy(newParts, (part) => idKey(part.gatewayId, part.providerId));
  const found = new Map<number, PartMatch[]>();
  const unfound = receipts.flatMap((receipt, index) => {
    const matches = receipt.idVariants.flatMap((id, preference) =>
      (fresh.get(idKey(receipt.gatewayId, id)) ?? []).map((part) => ({
        ...part,
        receipt: index,
        preference,
      })),
    );
    if (matches.length > 0) {
      found.set(index, matches);
      return [];
    }
    return receipt.idVariants.map((providerId, preference) => ({
      receipt: index,
      preference,
      gatewayId: receipt.gatewayId,
      providerId,
    }));
  });
  for (const match of await findParts(tx, unfound, now - RECEIPTS_LOOK_BACK_MS)) {
    const known = found.get(match.receipt);
    if (known === undefined) found.set(match.receipt, [match]);
    else known.push(match);
  }
  return found;
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
