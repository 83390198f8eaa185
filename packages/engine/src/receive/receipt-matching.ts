/**
 * Which message a receipt is about: by the carrier's account and id, checked against the recipient when it is told; a match in
 * doubt has to wait.
 */
import type { Transaction } from '@textprobe/database/core/connection';
import { findAwaited } from '@textprobe/database/messages/held-messages';
import type { LockedMessage } from '@textprobe/database/messages/message-ledgers';
import type { RawReceipt } from '@textprobe/database/receipts/raw-receipts';
import {
  findParts,
  type PartMatch,
  type SubmissionPart,
} from '@textprobe/database/receipts/submission-parts';
import { receiptStateRank } from '@textprobe/domain/message-lifecycle';

/** Receipts may be this much later than their message; ids wrap, and every partition more costs a look. Milliseconds. */
export const RECEIPTS_LOOK_BACK_MS = 14 * 24 * 3_600_000;

/** The gateways that use one account of a carrier, by each of them without itself. */
export type Sharing = ReadonlyMap<number, readonly number[]>;

/**
 * The parts that each receipt may be about, the likeliest first: by the preference among the spellings of its id, then
 * the newest. Parts about to be stored in the same transaction are newer than those stored already.
 * @param sharing by gateway, the others whose messages its receipts may be about
 * @returns candidates by the receipt's index
 */
export async function findCandidates(
  tx: Transaction,
  receipts: readonly RawReceipt[],
  newParts: readonly SubmissionPart[],
  sharing: Sharing,
  now: number,
): Promise<Map<number, PartMatch[]>> {
  const fresh = Map.groupBy(newParts, (part) => idKey(part.gatewayId, part.providerId));
  const found: PartMatch[] = [];
  const spellings = receipts.flatMap(({ gatewayId, idVariants }, receipt) => {
    const gatewayIds = [gatewayId, ...(sharing.get(gatewayId) ?? [])];
    const ids = idVariants.flatMap((providerId, preference) =>
      gatewayIds.map((id) => ({ receipt, preference, gatewayId: id, providerId })),
    );
    const matches = ids.flatMap(({ preference, gatewayId: sentOver, providerId }) =>
      (fresh.get(idKey(sentOver, providerId)) ?? []).map((part) => ({ ...part, receipt, preference })),
    );
    found.push(...matches);
    // Read in one way, what bears its id and is just being answered is what it is about: nothing else need be looked for.
    return idVariants.length === 1 && matches.length > 0 ? [] : ids;
  });
  found.push(...(await findParts(tx, spellings, now - RECEIPTS_LOOK_BACK_MS)));
  // Stable: of one preference those about to be stored stay before the others.
  found.sort((a, b) => a.receipt - b.receipt || a.preference - b.preference);
  return Map.groupBy(found, ({ receipt }) => receipt);
}

/** What is to be known of a message that a receipt may be about. */
export type Addressee = Pick<LockedMessage, 'recipient' | 'claimed_at'>;

/**
 * The first candidate whose message went to the phone that the receipt names. Where the carrier's spelling is not known
 * yet and several readings of the id lead to such a message, those claimed after the receipt came are left out; if more
 * than one reading is left then, none is chosen: small ids are other messages' ids when they are read the wrong way.
 * @param messageOf by message id; undefined for a message that does not exist
 */
export function chooseCandidate(
  receipt: RawReceipt,
  candidates: readonly PartMatch[],
  messageOf: (messageId: number) => Addressee | undefined,
): PartMatch | null {
  const fitting = candidates.filter(({ message }) => {
    const recipient = messageOf(message.id)?.recipient;
    return recipient !== undefined && (receipt.recipient === null || receipt.recipient === recipient);
  });
  if (isOneReading(fitting)) return fitting[0] ?? null;
  const inTime = fitting.filter(({ message }) => (messageOf(message.id)?.claimed_at ?? 0) <= receipt.at);
  return isOneReading(inTime) ? (inTime[0] ?? null) : null;
}

function isOneReading(matches: readonly PartMatch[]): boolean {
  return matches.every(({ preference }) => preference === matches[0]?.preference);
}

function idKey(gatewayId: number, providerId: string): string {
  return `${gatewayId}|${providerId}`;
}

/** A receipt, with the spellings of its id by which it was looked for, and what it seems to be about. */
export interface TakenReceipt {
  readonly receipt: RawReceipt;
  readonly match: PartMatch | null;
}

const FIRST_LAST_WORD = Math.min(receiptStateRank('failed'), receiptStateRank('delivered'));

/**
 * Parks receipts whose match is in doubt: their id may be read in several ways (`message-id-spelling.ts`), or the part has had
 * its last word already. Ids are short and come again: read as hexadecimal one carrier's 4660 is 18016, and a carrier that
 * was started anew counts from 1. So while a message to that phone waits for its answer, such a receipt may well be about
 * that one, whose id is not known yet: it is parked until the answer is.
 * @param of.answered ids of the messages whose answers are stored in this transaction
 * @param of.sharing by gateway, the others whose messages its receipts may be about
 * @param of.matchAgain looks for parts once more, for receipts by their place in what it is given
 * @returns the same receipts; with null for those whose match has to wait
 */
export async function holdDoubtful<T extends TakenReceipt>(
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
