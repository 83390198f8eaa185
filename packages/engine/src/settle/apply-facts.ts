/**
 * The core: facts become ledgers. Folds each fact by the domain's rules, writes what changed in one statement, and appends
 * to the rollups in the same transaction. Whatever happens to a message after it was claimed comes through here, save its
 * usual answer and receipt (`receive/fast-path.ts`) and its usual reception (`receive/record-arrivals.ts`).
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
import {
  applyFact,
  deriveStatus,
  type Fact,
  isSettled,
  type Ledgers,
  submissionStateRank,
} from '@textprobe/domain/message-lifecycle';
import {
  type MessageStatus,
  messageStatusFromRank,
  messageStatusRank,
} from '@textprobe/domain/message-status';
import { appendMoves, type MovedTests } from './counted-moves.ts';

const WAITING = submissionStateRank('waiting');

/** A fact and the message it is about. */
export interface MessageFact {
  readonly key: MessageKey;
  readonly fact: Fact;
  /**
   * With `given-back` only: which claim is given back and why, and when the message may be tried again (epoch ms).
   * Should the claim have passed to another worker meanwhile, the fact is not taken.
   */
  readonly claim?: { readonly attempt: number; readonly nextAttemptAt: number; readonly reason: string };
}

/** What a transaction has changed, to be told once it has committed. */
export interface Changes extends MovedTests {
  /** The status of every message that was named, by id, changed or not. Messages that do not exist are missing. */
  readonly statuses: ReadonlyMap<number, MessageStatus>;
}

/** @param now epoch milliseconds: when messages that reach their end are noted to have done so */
export async function applyFacts(
  tx: Transaction,
  facts: readonly MessageFact[],
  now: number,
): Promise<Changes> {
  const locked = await lockMessages(tx, distinctKeys(facts.map(({ key }) => key)));
  return applyFactsToLocked(tx, locked, facts, now);
}

/** The same, for messages that the caller has locked already because it had to look at them first. */
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

/** A message before its facts, after them where they change it, and what is kept of them either way. */
interface Move {
  readonly before: LockedMessage;
  readonly after: Moved | null;
  readonly events: readonly NewMessageEvent[];
}

function rowAfter({ after }: Move): Moved[] {
  return after === null ? [] : [after];
}

/** What facts make of messages, and the status of each. */
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

/** What goes with messages once they are written: events, chunks and claims to find them by, and what they are counted in. */
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

/** A message that was given back waits by itself: its neighbours are in other hands. */
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

/** A message after its facts. `nextAttemptAt`: of one that waits again, epoch milliseconds. */
type Moved = LockedMessage & MovedMessage & { readonly nextAttemptAt: number };

/** The message after its facts; null when they change nothing. @param events what is to be kept of them, added to */
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
    const told = ledgers;
    ledgers = applyFact(told, fact);
    if (!isWorthKeeping(fact, told, ledgers)) continue;
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
 * Whether a fact leaves a trace nowhere else: receipts and receptions are kept as they came, a claim and the answer to it
 * in the message's row. So the usual way of a message, and what is heard twice, writes no event.
 */
function isWorthKeeping(fact: Fact, before: Ledgers, after: Ledgers): fact is KeptFact {
  const state = before.submission.state;
  if (fact.kind === 'claimed' || fact.kind === 'receipt' || fact.kind === 'reception') return false;
  if (fact.kind === 'accepted' && state === 'claimed') return false;
  if (fact.kind === state || (fact.kind === 'deadline' && before.deadlinePassed)) {
    return JSON.stringify(before) !== JSON.stringify(after);
  }
  return true;
}

/** Each key once. */
export function distinctKeys(keys: readonly MessageKey[]): MessageKey[] {
  return [...new Map(keys.map((key) => [key.id, key])).values()];
}
