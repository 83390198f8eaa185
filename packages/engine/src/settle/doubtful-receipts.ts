/**
 * Receipts whose match is in doubt: their id may be read in several ways (`message-id-spelling.ts`), or the part has had
 * its last word already. Ids are short and come again: read as hexadecimal one carrier's 4660 is 18016, and a carrier that
 * was started anew counts from 1. So while a message to that phone waits for its answer, such a receipt may well be about
 * that one, whose id is not known yet: it is parked until the answer is.
 */
import type { Transaction } from '@textprobe/database/core/connection';
import { findAwaited } from '@textprobe/database/messages/held-messages';
import type { RawReceipt } from '@textprobe/database/receipts/raw-receipts';
import type { PartMatch } from '@textprobe/database/receipts/submission-parts';
import { receiptStateRank } from '@textprobe/domain/message-lifecycle';
import type { Sharing } from './receipt-matching.ts';

/** A receipt, with the spellings of its id by which it was looked for, and what it seems to be about. */
export interface TakenReceipt {
  readonly receipt: RawReceipt;
  readonly match: PartMatch | null;
}

const FIRST_LAST_WORD = Math.min(receiptStateRank('failed'), receiptStateRank('delivered'));

/**
 * @param of.answered ids of the messages whose answers are stored in this transaction
 * @param of.sharing by gateway, the others whose messages its receipts may be about
 * @param of.matchAgain looks for parts once more, for receipts by their place in what it is given
 * @returns the same receipts; with null for those whose match has to wait
 */
export async function parkDoubtful<T extends TakenReceipt>(
  tx: Transaction,
  taken: readonly T[],
  of: {
    answered: readonly number[];
    sharing: Sharing;
    matchAgain(receipts: readonly RawReceipt[]): Promise<(PartMatch | null)[]>;
  },
): Promise<T[]> {
  const doubts = taken.filter(({ receipt, match }) => match !== null && isDoubtful(receipt, match));
  if (doubts.length === 0) return [...taken];
  // One that names no phone may be about a message to any.
  const destinationsOf = ({ gatewayId, recipient }: RawReceipt) =>
    [gatewayId, ...(of.sharing.get(gatewayId) ?? [])].map((id) => ({ gatewayId: id, recipient }));
  const destinations = doubts.flatMap(({ receipt }) => destinationsOf(receipt));
  const awaited = new Map(
    (await findAwaited(tx, destinations, of.answered)).map(({ gatewayId, recipient, claimedAt }) => [
      destinationKey(gatewayId, recipient),
      claimedAt,
    ]),
  );
  // What waited no more may have been answered since the parts were looked for.
  const again = await of.matchAgain(doubts.map(({ receipt }) => receipt));
  const parked = new Set<T>();
  for (const [index, one] of doubts.entries()) {
    const isAwaited = destinationsOf(one.receipt).some(
      ({ gatewayId, recipient }) =>
        (awaited.get(destinationKey(gatewayId, recipient)) ?? Infinity) <= one.receipt.at,
    );
    if (isAwaited || !isSamePart(one.match, again[index] ?? null)) parked.add(one);
  }
  return taken.map((one) => (parked.has(one) ? { ...one, match: null } : one));
}

function isDoubtful({ idVariants }: RawReceipt, { receiptState }: PartMatch): boolean {
  return idVariants.length > 1 || receiptState >= FIRST_LAST_WORD;
}

function isSamePart(a: PartMatch | null, b: PartMatch | null): boolean {
  return a?.message.id === b?.message.id && a?.part === b?.part;
}

function destinationKey(gatewayId: number, recipient: string | null): string {
  return `${gatewayId}|${recipient ?? ''}`;
}
