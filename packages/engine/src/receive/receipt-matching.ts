/**
 * Finds the message of a receipt: by the carrier's account and id, checked against the recipient if the receipt names
 * one. An ambiguous match is held.
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
import { receiptStateRank } from '@textprobe/domain/ledger-states';
import { isSpellingOf } from '@textprobe/domain/number-spelling';

/**
 * How much later than its message a receipt may arrive, in milliseconds. Ids wrap around, and each further partition
 * costs a lookup.
 */
export const RECEIPTS_LOOK_BACK_MS = 14 * 24 * 3_600_000;

/** For each gateway, the other gateways on the same carrier account. */
export type Sharing = ReadonlyMap<number, readonly number[]>;

/**
 * The parts that each receipt may match, likeliest first: by preference among the spellings of its id, then newest
 * first. Parts that this transaction is about to store are newer than stored ones.
 * @param sharing by gateway, the others whose messages its receipts may match
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
    // With only one reading, the part that is being stored with this id is the match; no further lookup is needed.
    return idVariants.length === 1 && matches.length > 0 ? [] : ids;
  });
  found.push(...(await findParts(tx, spellings, now - RECEIPTS_LOOK_BACK_MS)));
  // Stable sort: within a preference, parts about to be stored stay first.
  found.sort((a, b) => a.receipt - b.receipt || a.preference - b.preference);
  return Map.groupBy(found, ({ receipt }) => receipt);
}

/** The columns of a message that decide whether a receipt matches. */
export type Addressee = Pick<LockedMessage, 'sender' | 'recipient' | 'claimed_at'>;

/**
 * The numbers in a receipt that must be the phone's: empty if it names only our sender, as some carriers do that do not
 * swap the addresses.
 */
function phonesNamed({ recipient, destination = null }: RawReceipt, { sender }: Addressee): string[] {
  if (recipient === null) return [];
  const numbers = destination === null ? [recipient] : [recipient, destination];
  return numbers.filter((number) => !isSpellingOf(sender, number));
}

/** Whether a receipt is about a message to this phone, as far as its addresses show. */
function isAddressed(receipt: RawReceipt, message: Addressee): boolean {
  const named = phonesNamed(receipt, message);
  return named.length === 0 || named.some((number) => isSpellingOf(message.recipient, number));
}

/**
 * The first candidate whose message went to the phone that the receipt names. If the carrier's spelling is not known
 * yet and several readings lead to such a message, messages claimed after the receipt arrived are left out; if more
 * than one reading remains, none is chosen: read the wrong way, a small id is another message's id.
 * @param messageOf by message id; undefined if the message does not exist
 */
export function chooseCandidate(
  receipt: RawReceipt,
  candidates: readonly PartMatch[],
  messageOf: (messageId: number) => Addressee | undefined,
): PartMatch | null {
  const fitting = candidates.filter(({ message }) => {
    const addressee = messageOf(message.id);
    return addressee !== undefined && isAddressed(receipt, addressee);
  });
  if (isOneReading(fitting)) return firstOf(fitting);
  const inTime = fitting.filter(({ message }) => (messageOf(message.id)?.claimed_at ?? 0) <= receipt.at);
  return isOneReading(inTime) ? firstOf(inTime) : null;
}

function firstOf(matches: readonly PartMatch[]): PartMatch | null {
  const [first, ...others] = matches;
  if (first === undefined) return null;
  const isOther = ({ message, part }: PartMatch) => message.id === first.message.id && part !== first.part;
  return others.some(isOther) ? { ...first, sharesId: true } : first;
}

function isOneReading(matches: readonly PartMatch[]): boolean {
  return matches.every(({ preference }) => preference === matches[0]?.preference);
}

function idKey(gatewayId: number, providerId: string): string {
  return `${gatewayId}|${providerId}`;
}

/** A receipt, with the spellings that were looked up, and its likely match. */
export interface TakenReceipt {
  readonly receipt: RawReceipt;
  readonly match: PartMatch | null;
}

const FIRST_FINAL_STATE = Math.min(receiptStateRank('failed'), receiptStateRank('delivered'));

/**
 * Holds receipts whose match is ambiguous: their id has several readings (`message-id-spelling.ts`), or the part
 * already has a final receipt. Ids are short and repeat: one carrier's 4660 read as hexadecimal is 18016, and a carrier
 * that restarts counts from 1 again. So while a message to that phone waits for its answer, such a receipt may belong
 * to that message, whose id is not known yet. It stays unmatched until the answer is stored.
 * @param of.answered ids of the messages whose answers this transaction stores
 * @param of.sharing by gateway, the others whose messages its receipts may match
 * @param of.messageOf by message id
 * @param of.matchAgain repeats the lookup for receipts, by index
 * @returns the same receipts, without a match for those that are held
 */
export async function holdDoubtful<T extends TakenReceipt>(
  tx: Transaction,
  taken: readonly T[],
  of: {
    answered: readonly number[];
    sharing: Sharing;
    messageOf(messageId: number): Addressee | undefined;
    matchAgain(receipts: readonly RawReceipt[]): Promise<(PartMatch | null)[]>;
  },
): Promise<T[]> {
  const doubtful = taken.filter(({ receipt, match }) => match !== null && isDoubtful(receipt, match));
  if (doubtful.length === 0) return [...taken];
  // A receipt that names no phone may match a message to any phone.
  const destinationsOf = ({ receipt, match }: TakenReceipt) => {
    const message = match === null ? undefined : of.messageOf(match.message.id);
    const isNamed = message !== undefined && phonesNamed(receipt, message).length > 0;
    const recipient = isNamed ? message.recipient : null;
    const { gatewayId } = receipt;
    return [gatewayId, ...(of.sharing.get(gatewayId) ?? [])].map((id) => ({ gatewayId: id, recipient }));
  };
  const destinations = doubtful.flatMap(destinationsOf);
  const awaited = new Map(
    (await findAwaited(tx, destinations, of.answered)).map(({ gatewayId, recipient, claimedAt }) => [
      destinationKey(gatewayId, recipient),
      claimedAt,
    ]),
  );
  // A message that no longer waits may have been answered since the first lookup.
  const again = await of.matchAgain(doubtful.map(({ receipt }) => receipt));
  const held = new Set<T>();
  for (const [index, one] of doubtful.entries()) {
    const isAwaited = destinationsOf(one).some(
      ({ gatewayId, recipient }) =>
        (awaited.get(destinationKey(gatewayId, recipient)) ?? Infinity) <= one.receipt.at,
    );
    if (isAwaited || !isSamePart(one.match, again[index] ?? null)) held.add(one);
  }
  return taken.map((one) => (held.has(one) ? { ...one, match: null } : one));
}

function isDoubtful({ idVariants }: RawReceipt, { receiptState }: PartMatch): boolean {
  return idVariants.length > 1 || receiptState >= FIRST_FINAL_STATE;
}

function isSamePart(a: PartMatch | null, b: PartMatch | null): boolean {
  return a?.message.id === b?.message.id && a?.part === b?.part;
}

function destinationKey(gatewayId: number, recipient: string | null): string {
  return `${gatewayId}|${recipient ?? ''}`;
}
