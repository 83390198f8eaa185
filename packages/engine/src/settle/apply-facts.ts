/**
 * Applies facts to messages: folds each fact by the domain's rules, writes the changed rows in one statement, and
 * appends the rollup deltas in the same transaction. Every change after the claim passes through here, except the fast
 * paths for usual answers and receipts (`receive/fast-path.ts`) and usual receptions (`receive/record-arrivals.ts`).
 */
import type { Transaction } from '@textprobe/database/core/connection';
import { insertChunks, type NewChunk } from '@textprobe/database/messages/chunks';
import { ensureClaims } from '@textprobe/database/messages/claim-endings';
import {
  insertMessageEvents,
  type KeptFact,
  type NewMessageEvent,
} from '@textprobe/database/messages/message-events';
import {
  type LockedMessage,
  lockMessages,
  type MovedMessage,
  writeLedgers,
} from '@textprobe/database/messages/message-ledgers';
import { fromLedgers, type MessageKey, toLedgers } from '@textprobe/database/messages/message-row';
import { submissionStateRank } from '@textprobe/domain/ledger-states';
import {
  applyFact,
  deriveStatus,
  type Fact,
  isSettled,
  type Ledgers,
} from '@textprobe/domain/message-lifecycle';
import {
  type MessageStatus,
  messageStatusFromRank,
  messageStatusRank,
} from '@textprobe/domain/message-status';
import { appendMoves, type MovedTests } from './counted-moves.ts';

const WAITING = submissionStateRank('waiting');

export interface MessageFact {
  readonly key: MessageKey;
  readonly fact: Fact;
  /**
   * For `given-back` only: the claim and why it is given back, and when to retry the message (epoch milliseconds).
   * Ignored if another worker has claimed the message since.
   */
  readonly claim?: { readonly attempt: number; readonly nextAttemptAt: number; readonly reason: string };
}

/** What a transaction changed, to publish after its commit. */
export interface Changes extends MovedTests {
  /** Status by id of every message that was passed in, changed or not; nonexistent messages are missing. */
  readonly statuses: ReadonlyMap<number, MessageStatus>;
}

/** @param now epoch milliseconds; becomes `settled_at` of messages that become final */
export async function applyFacts(
  tx: Transaction,
  facts: readonly MessageFact[],
  now: number,
): Promise<Changes> {
  const locked = await lockMessages(tx, distinctKeys(facts.map(({ key }) => key)));
  return applyFactsToLocked(tx, locked, facts, now);
}

/** Like {@link applyFacts}, for messages that the caller has already locked and read. */
export async function applyFactsToLocked(
  tx: Transaction,
  locked: readonly LockedMessage[],
  facts: readonly MessageFact[],
  now: number,
): Promise<Changes> {
  const { moves, statuses } = planMoves(locked, facts, now);
  await writeLedgers(tx, moves.flatMap(rowAfter));
  return { ...(await noteMoves(tx, moves)), statuses };
}

/** A message before the facts, after them if they changed it, and the events to store either way. */
interface Move {
  readonly before: LockedMessage;
  readonly after: Moved | null;
  readonly events: readonly NewMessageEvent[];
}

function rowAfter({ after }: Move): Moved[] {
  return after === null ? [] : [after];
}

/** Folds the facts without writing anything. */
function planMoves(
  messages: readonly LockedMessage[],
  facts: readonly MessageFact[],
  now: number,
): { moves: Move[]; statuses: Map<number, MessageStatus> } {
  const factsById = Map.groupBy(facts, ({ key }) => key.id);
  const statuses = new Map<number, MessageStatus>();
  const moves = messages.map((before): Move => {
    const events: NewMessageEvent[] = [];
    const after = move(before, factsById.get(before.id) ?? [], now, events);
    statuses.set(before.id, messageStatusFromRank((after ?? before).status));
    return { before, after, events };
  });
  return { moves, statuses };
}

/** Writes what belongs to changed messages: events, chunks and claims that lead to them, and counts. */
async function noteMoves(tx: Transaction, moves: readonly Move[]): Promise<MovedTests> {
  const changed = moves.flatMap(({ before, after }) => (after === null ? [] : [{ before, after }]));
  const waitAgain = changed.filter(
    ({ before, after }) => after.submission_state === WAITING && before.submission_state !== WAITING,
  );
  const reopened = changed.filter(
    ({ before, after }) =>
      before.settled_at !== null && after.settled_at === null && after.submission_state !== WAITING,
  );
  await insertChunks(
    tx,
    waitAgain.map(({ after }) => chunkOf(after)),
    { origin: false },
  );
  await ensureClaims(
    tx,
    reopened.map(({ after }) => after),
  );
  await insertMessageEvents(
    tx,
    moves.flatMap(({ events }) => events),
  );
  return appendMoves(tx, changed);
}

/** A message that was given back gets a chunk of its own: its neighbors are claimed. */
function chunkOf(next: Moved): NewChunk {
  return {
    runId: next.run_id,
    testId: next.test_id,
    gatewayId: next.gateway_id,
    partnerId: next.partner_id,
    createdAt: next.created_at,
    deadlineMs: next.deadline_ms,
    expiresAt: next.deadline_at,
    dueAt: next.nextAttemptAt,
    firstId: next.id,
    count: 1,
    attempts: next.attempts,
  };
}

/** A message after its facts. `nextAttemptAt`: when to retry a message that waits again, epoch milliseconds. */
type Moved = LockedMessage & MovedMessage & { readonly nextAttemptAt: number };

/**
 * The message after its facts; null if they change nothing.
 * @param events receives the events to store
 */
function move(
  row: LockedMessage,
  facts: readonly MessageFact[],
  now: number,
  events: NewMessageEvent[],
): Moved | null {
  const before = toLedgers(row);
  let ledgers = before;
  let nextAttemptAt = now;
  for (const { fact, claim } of facts) {
    if (claim !== undefined) {
      if (claim.attempt !== row.attempts) continue;
      nextAttemptAt = claim.nextAttemptAt;
    }
    const previous = ledgers;
    ledgers = applyFact(previous, fact);
    if (!isWorthKeeping(fact, previous, ledgers)) continue;
    events.push({
      message: { id: row.id, createdAt: row.created_at },
      recordedAt: now,
      fact,
      claim: claim === undefined ? null : { ...claim, claimedAt: row.claimed_at, claimedBy: row.claimed_by },
    });
  }
  const columns = fromLedgers(ledgers, row);
  const unchanged = (Object.keys(columns) as (keyof typeof columns)[]).every(
    (name) => columns[name] === row[name],
  );
  if (unchanged) return null;
  return {
    ...row,
    ...columns,
    nextAttemptAt,
    status: messageStatusRank(deriveStatus(ledgers)),
    settled_at: isSettled(ledgers) ? (row.settled_at ?? now) : null,
  };
}

/**
 * Whether no other record keeps this fact: receipts and receptions are stored as received, and the message's row keeps
 * its claim and answer. So the usual course of a message, and duplicates, write no event.
 */
function isWorthKeeping(fact: Fact, before: Ledgers, after: Ledgers): fact is KeptFact {
  const state = before.submission.state;
  if (fact.kind === 'claimed' || fact.kind === 'receipt') return false;
  if (fact.kind === 'reception' || fact.kind === 'files') return false;
  if (fact.kind === 'accepted' && state === 'claimed') return false;
  if (fact.kind === state || (fact.kind === 'deadline' && before.deadlinePassed)) {
    return JSON.stringify(before) !== JSON.stringify(after);
  }
  return true;
}

export function distinctKeys(keys: readonly MessageKey[]): MessageKey[] {
  return [...new Map(keys.map((key) => [key.id, key])).values()];
}
