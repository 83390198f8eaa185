/**
 * Writes a batch of outcomes and receipts in one transaction. A fast carrier's receipt arrives before its answer is
 * committed: in the same batch it finds its message, and the message's row is written once for both.
 */
import type { Transaction } from '@textprobe/database/core/connection';
import { findSharing } from '@textprobe/database/gateways/gateway-accounts';
import { deleteClaims, noteAnswered } from '@textprobe/database/messages/claim-endings';
import { lockMessages } from '@textprobe/database/messages/message-ledgers';
import type { MessageKey } from '@textprobe/database/messages/message-row';
import {
  insertRawReceipts,
  lockUnmatchedReceipts,
  markReceiptsMatched,
  type RawReceipt,
  type UnmatchedReceipt,
} from '@textprobe/database/receipts/raw-receipts';
import {
  findWhollyDelivered,
  insertParts,
  type PartMatch,
  type PartReceipt,
  type SubmissionPart,
  updateParts,
} from '@textprobe/database/receipts/submission-parts';
import { receiptStateRank } from '@textprobe/domain/ledger-states';
import { receiptFact, whollyDelivered } from '@textprobe/domain/receipt-facts';
import { storableText } from '@textprobe/domain/storable-text';
import { canonicalProviderId } from '@textprobe/gateways/gateway-port';
import { applyFactsToLocked, distinctKeys, type MessageFact } from '../settle/apply-facts.ts';
import type { AnsweredMessage, ClaimTally } from '../settle/claim-tally.ts';
import type { MovedTests } from '../settle/counted-moves.ts';
import type { Evidence, OutcomeEvidence, ReceiptEvidence } from './evidence.ts';
import { settleUsual } from './fast-path.ts';
import { type LearnedSpellings, learnSpellings } from './learned-spellings.ts';
import { decideCovers } from './long-receipts.ts';
import { chooseCandidate, findCandidates, holdDoubtful, type Sharing } from './receipt-matching.ts';

/** Result of a batch. `unmatched`: how many of its receipts found no message. */
export interface Recorded {
  readonly changes: MovedTests;
  readonly unmatched: number;
  /** Claimed messages whose outcomes are written. */
  readonly answered: readonly AnsweredMessage[];
}

/**
 * @param now epoch milliseconds
 * @param tally of the worker whose outcomes these are; its claims end with their last message
 */
export async function recordEvidence(
  tx: Transaction,
  evidence: readonly Evidence[],
  now: number,
  tally?: Pick<ClaimTally, 'complete'>,
): Promise<Recorded> {
  const allReceipts = evidence.filter((item) => item.kind === 'receipt');
  const spellings = await learnSpellings(
    tx,
    evidence.flatMap((item) => (item.kind === 'outcome' ? partsOf(item) : [])),
    allReceipts.map(({ receipt }) => receipt),
    allReceipts.filter(({ stored }) => stored === undefined).map(({ receipt }) => receipt),
  );
  const usual = await settleUsual(tx, evidence, spellings.narrow, now);
  const { moved, rest } = usual;
  const careful = rest.length === 0 ? null : await recordUnusual(tx, rest, evidence, spellings, now);
  const answered = [...usual.answered, ...rest.flatMap(answeredCarefully)];
  const completed = tally?.complete(answered);
  if (completed !== undefined) {
    await deleteClaims(tx, completed.ended);
    await noteAnswered(tx, completed.answered);
  }
  await spellings.keep();
  return {
    changes: {
      testIds: new Set([...moved.testIds, ...(careful?.changes.testIds ?? [])]),
      settledRunIds: new Set([...moved.settledRunIds, ...(careful?.changes.settledRunIds ?? [])]),
    },
    unmatched: careful?.unmatched ?? 0,
    answered,
  };
}

/** Does not check whether the message has ended: the deadline sweep finds its claim. */
function answeredCarefully(item: Evidence): AnsweredMessage[] {
  if (item.kind !== 'outcome' || item.claimed === undefined) return [];
  return [{ claimed: item.claimed, ended: item.outcome.kind === 'deferred' }];
}

/** The slow path: locks and reads the messages, and folds each fact by the domain's rules. */
async function recordUnusual(
  tx: Transaction,
  evidence: readonly Evidence[],
  all: readonly Evidence[],
  spellings: LearnedSpellings,
  now: number,
): Promise<Omit<Recorded, 'answered'>> {
  const outcomes = evidence.filter((item) => item.kind === 'outcome');
  const receipts = evidence.filter((item) => item.kind === 'receipt');
  const newParts = outcomes.flatMap(partsOf);
  const sharing: Sharing =
    receipts.length === 0
      ? new Map()
      : await findSharing(
          tx,
          receipts.map(({ receipt }) => receipt.gatewayId),
        );
  const find = (of: readonly RawReceipt[]) => findCandidates(tx, of, newParts, sharing, now);
  const { sought, candidates } = await findBySpelling(receipts, spellings, find);
  const concerned = [
    ...outcomes.map(({ key }) => key),
    ...[...candidates.values()].flat().map(({ message }) => message),
  ];
  const locked = await lockMessages(tx, distinctKeys(concerned));
  const known = new Set(concerned.map(({ id }) => id));
  const messages = new Map(locked.map((message) => [message.id, message]));

  const choose = (receipt: RawReceipt, among: readonly PartMatch[] = []) =>
    chooseCandidate(receipt, among, (id) => messages.get(id));
  const taken = sought.map((receipt, index) => ({
    receipt,
    stored: receipts[index]?.stored,
    match: choose(receipt, candidates.get(index)),
  }));
  const sure = await holdDoubtful(tx, taken, {
    sharing,
    messageOf: (id) => messages.get(id),
    answered: all.flatMap((item) => (item.kind === 'outcome' ? item.key.id : [])),
    async matchAgain(doubtful) {
      const found = await find(doubtful);
      return doubtful.map((receipt, index) => {
        const among = found.get(index) ?? [];
        // A part stored since the first lookup may match in either reading, and its message is not locked; the next pass
        // decides.
        return among.every(({ message }) => known.has(message.id)) ? choose(receipt, among) : null;
      });
    },
  });
  const { decided: matched, keep } = await decideCovers(tx, await lockRematched(tx, sure), now);
  const facts = outcomes.flatMap((outcome) => outcomeFact(outcome, now));
  for (const { receipt, match } of matched) {
    const fact = match === null ? null : receiptFact(receipt, partsMeant(receipt, match));
    if (match !== null && fact !== null) facts.push({ key: match.message, fact });
  }
  facts.push(...(await recordParts(tx, newParts, matched)));
  await insertRawReceipts(
    tx,
    receipts.flatMap(({ receipt, stored }, index) => {
      if (stored !== undefined) return [];
      const taken = matched[index];
      const covers = taken?.receipt.covers ?? 'part';
      return [{ receipt: { ...receipt, covers }, message: taken?.match?.message ?? null }];
    }),
  );
  await markReceiptsMatched(
    tx,
    matched.flatMap(({ receipt: { covers = 'part' }, stored, match }) =>
      stored === undefined || match === null ? [] : [{ receipt: stored, message: match.message, covers }],
    ),
  );
  const changes = await applyFactsToLocked(tx, locked, facts, now);
  await keep();
  return { changes, unmatched: matched.filter(({ match }) => match === null).length };
}

/** How many parts there are of what a receipt speaks for. */
function partsMeant({ covers }: RawReceipt, { parts }: PartMatch): number {
  return covers === 'message' ? 1 : parts;
}

/** Looks up the spellings that the carrier is known to use; for long ids without a match, all others. */
async function findBySpelling(
  evidence: readonly ReceiptEvidence[],
  spellings: LearnedSpellings,
  find: (receipts: readonly RawReceipt[]) => Promise<Map<number, PartMatch[]>>,
): Promise<{ sought: RawReceipt[]; candidates: Map<number, PartMatch[]> }> {
  const sought = evidence.map(({ receipt }) => spellings.narrow(receipt));
  const candidates = await find(sought);
  const again = evidence.flatMap(({ receipt }, index) => {
    const wide = candidates.has(index) ? null : spellings.widen(receipt);
    return wide === null || wide.idVariants.length === sought[index]?.idVariants.length
      ? []
      : [{ index, wide }];
  });
  const found = await find(again.map(({ wide }) => wide));
  for (const [nth, { index, wide }] of again.entries()) {
    const matches = found.get(nth);
    if (matches === undefined) continue;
    sought[index] = wide;
    candidates.set(index, matches);
  }
  return { sought, candidates };
}

/** Locks the stored unmatched receipts that now match; leaves those that another process has just matched. */
async function lockRematched<T extends { stored: UnmatchedReceipt | undefined; match: PartMatch | null }>(
  tx: Transaction,
  taken: readonly T[],
): Promise<T[]> {
  const wanted = taken.flatMap(({ stored, match }) =>
    stored === undefined || match === null ? [] : [stored],
  );
  const held = await lockUnmatchedReceipts(tx, wanted);
  return taken.map((one) =>
    one.stored === undefined || held.has(one.stored.id) ? one : { ...one, match: null },
  );
}

const NOTHING_SAID = receiptStateRank('none');

/**
 * Stores new parts and updates known ones.
 * @returns facts that follow only from all parts of a message together
 */
async function recordParts(
  tx: Transaction,
  newParts: readonly SubmissionPart[],
  matched: readonly { receipt: RawReceipt; match: PartMatch | null }[],
): Promise<MessageFact[]> {
  const fresh = new Map(newParts.map((part) => [partKey(part), part]));
  const moved = new Map<string, PartReceipt>();
  const long = new Map<number, MessageKey>();
  for (const { receipt, match } of matched) {
    if (match === null || receipt.state === NOTHING_SAID) continue;
    const said = { receiptState: receipt.state, receiptAt: receipt.at, receiptError: receipt.error };
    const key = partKey(match);
    const part = fresh.get(key);
    if (part === undefined) {
      const known = moved.get(key);
      const next = { message: match.message, part: match.part, ...said };
      moved.set(key, known === undefined ? next : strongerReceipt(known, next));
    } else {
      fresh.set(key, strongerReceipt(part, { ...part, ...said }));
    }
    if (partsMeant(receipt, match) > 1) long.set(match.message.id, match.message);
  }
  await insertParts(tx, [...fresh.values()]);
  await updateParts(tx, [...moved.values()]);
  const delivered = await findWhollyDelivered(tx, [...long.values()]);
  return delivered.map(({ at, ...key }) => ({ key, fact: whollyDelivered(at) }));
}

function partsOf({ key, gatewayId, outcome }: OutcomeEvidence): SubmissionPart[] {
  if (outcome.kind === 'deferred') return [];
  return (outcome.parts ?? []).map(({ part, parts, providerId }) => ({
    message: key,
    part,
    parts,
    gatewayId,
    // Replace unstorable characters before the id is hashed, as for receipts.
    providerId: canonicalProviderId(storableText(providerId)),
    receiptState: receiptStateRank('none'),
    receiptAt: null,
    receiptError: null,
  }));
}

/** Of several receipts for one part, the one to keep: the stronger state, then the earlier one. */
function strongerReceipt<T extends Pick<PartReceipt, 'receiptState' | 'receiptAt'>>(a: T, b: T): T {
  if (a.receiptState !== b.receiptState) return a.receiptState > b.receiptState ? a : b;
  return (a.receiptAt ?? Infinity) <= (b.receiptAt ?? Infinity) ? a : b;
}

function outcomeFact({ key, attempt, outcome }: OutcomeEvidence, now: number): MessageFact[] {
  switch (outcome.kind) {
    case 'accepted':
      return [{ key, fact: { kind: 'accepted', at: outcome.at } }];
    case 'rejected':
    case 'unknown':
      return [{ key, fact: { kind: outcome.kind, at: outcome.at, error: storableText(outcome.error) } }];
    case 'deferred': {
      // A claim that is no longer known cannot be given back.
      if (attempt === null) return [];
      const reason = storableText(outcome.reason);
      const claim = { attempt, nextAttemptAt: now + outcome.retryAfterMs, reason };
      return [{ key, fact: { kind: 'given-back' }, claim }];
    }
  }
}

function partKey({ message, part }: { message: MessageKey; part: number }): string {
  return `${message.id}.${part}`;
}
