/**
 * The timeline of a message: everything stored about it, in order of arrival, from its row, events, receipts and
 * receptions. Each item has the fact it contributed, so that the ledgers can be replayed from the timeline.
 */
import { readComparison } from '@textprobe/domain/comparison-classes';
import type { ReplayFact } from '@textprobe/domain/evidence-replay';
import type { Database } from '../core/connection.ts';
import { withClaims } from '../messages/held-messages.ts';
import { listMessageEvents, type MessageEventRow } from '../messages/message-events.ts';
import { type MessageRow, toLedgers } from '../messages/message-row.ts';
import { listReceiptsOf, type MessageReceipt } from '../receipts/raw-receipts.ts';
import { listPartsOf, type SubmissionPartRow } from '../receipts/submission-parts.ts';
import { listReceptions, type ReceptionRow } from '../receptions/receptions.ts';
import { covers, type Scope } from '../scope/scope.ts';

/** An item without its instant. Instants are epoch milliseconds by our clock. */
export type TimelineContent =
  | { readonly kind: 'created' | 'settled' }
  | { readonly kind: 'claimed'; readonly attempt: number; readonly workerId: string | null }
  | {
      readonly kind: 'given-back';
      readonly attempt: number;
      readonly reason: string | null;
      readonly nextAttemptAt: number | null;
    }
  | {
      readonly kind: 'accepted' | 'rejected' | 'unknown';
      readonly error: string | null;
      /** When it was written to the wire, if known. */
      readonly writtenAt: number | null;
    }
  | { readonly kind: 'receipt'; readonly receipt: MessageReceipt; readonly part: SubmissionPartRow | null }
  | { readonly kind: 'reception'; readonly reception: ReceptionRow }
  | {
      readonly kind: 'deadline';
      /** What a message that was never sent waited for. */
      readonly error: string | null;
      readonly handsetOffline: boolean;
      readonly handsetHeardAt: number | null;
    };

export type TimelineItem = TimelineContent & {
  /** When it reached us, epoch milliseconds. */
  readonly at: number;
  /** The fact it contributes; null if it changes no ledger. */
  readonly fact: ReplayFact | null;
};

export interface MessageTimeline {
  readonly items: readonly TimelineItem[];
  readonly parts: readonly SubmissionPartRow[];
}

/** The current timeline of a message; empty outside of the scope. Consistent only if `db` is a transaction with a single snapshot. */
export async function readMessageTimeline(
  db: Database,
  scope: Scope,
  stored: MessageRow,
): Promise<MessageTimeline> {
  if (!covers(scope, [stored.partner_id])) return { items: [], parts: [] };
  const [row = stored] = await withClaims(db, [stored]);
  const key = { id: row.id, createdAt: row.created_at };
  const events = await listMessageEvents(db, key);
  const receipts = await listReceiptsOf(db, key);
  const parts = await listPartsOf(db, key);
  const receptions =
    (await listReceptions(db, [row.id], row.received_at ?? row.created_at)).get(row.id) ?? [];
  const reported = [
    ...events.filter(({ kind }) => kind !== 'given-back').map(ofEvent),
    ...fromRow(row, events),
    ...receipts.map((receipt) => ofReceipt(receipt, parts)),
    ...receptions.map(ofReception),
  ].sort((a, b) => a.at - b.at);
  const settled: TimelineItem[] =
    row.settled_at === null ? [] : [{ kind: 'settled', at: row.settled_at, fact: null }];
  const created: TimelineItem = { kind: 'created', at: row.created_at, fact: null };
  return { items: [created, ...merge(merge(claimsOf(row, events), reported), settled)], parts };
}

/** Claims and give-backs in commit order, even if the clock was set back. */
function claimsOf(row: MessageRow, events: readonly MessageEventRow[]): TimelineItem[] {
  const givenBack = events.filter(({ kind }) => kind === 'given-back');
  const items: TimelineItem[] = givenBack.flatMap((event): TimelineItem[] => {
    const { recorded_at: at, detail: reason, next_attempt_at: nextAttemptAt } = event;
    const attempt = event.attempt ?? 0;
    return [
      ...claimed(event.claimed_at, attempt, event.claimed_by),
      { kind: 'given-back', at, attempt, reason, nextAttemptAt, fact: { kind: 'given-back' } },
    ];
  });
  const isGivenBack = givenBack.some(({ attempt }) => attempt === row.attempts);
  return isGivenBack ? items : [...items, ...claimed(row.claimed_at, row.attempts, row.claimed_by)];
}

function claimed(at: number | null, attempt: number, workerId: string | null): TimelineItem[] {
  return at === null ? [] : [{ kind: 'claimed', at, attempt, workerId, fact: { kind: 'claimed', at } }];
}

/** What only the row records: the answer to its claim, and a deadline without an event. */
function fromRow(row: MessageRow, events: readonly MessageEventRow[]): TimelineItem[] {
  const { submission, deadlinePassed, handsetOffline, handsetHeardAt } = toLedgers(row);
  const items: TimelineItem[] = [];
  const { state, at, error } = submission;
  const hasEvent = events.some(
    (event) =>
      (event.kind === state && (state !== 'accepted' || event.at === at)) ||
      (event.kind === 'lease-ended' && submission.leaseEnded === true),
  );
  if (at !== null && !hasEvent && (state === 'accepted' || state === 'rejected' || state === 'unknown')) {
    items.push({ kind: state, at, error, writtenAt: at, fact: { kind: state, at, error } });
  }
  if (deadlinePassed && !events.some(({ kind }) => kind === 'deadline')) {
    const held = state === 'expired' ? error : null;
    const fact = { kind: 'deadline', error: held, handsetOffline, handsetHeardAt } as const;
    items.push({ ...fact, at: row.deadline_at, fact });
  }
  return items;
}

function ofEvent(event: MessageEventRow): TimelineItem {
  const { recorded_at: at, detail: error, handset_offline: handsetOffline } = event;
  const kind = event.kind as 'accepted' | 'rejected' | 'unknown' | 'lease-ended' | 'deadline';
  if (kind === 'deadline') {
    const fact = { kind, error, handsetOffline, handsetHeardAt: event.handset_heard_at } as const;
    return { ...fact, at, fact };
  }
  const factAt = event.at ?? at;
  const fact = { kind, at: factAt, error } as const;
  return { kind: kind === 'lease-ended' ? 'unknown' : kind, at, error, writtenAt: factAt, fact };
}

function ofReceipt(receipt: MessageReceipt, parts: readonly SubmissionPartRow[]): TimelineItem {
  const { received_at: at, state, error } = receipt;
  // It may have arrived over another gateway of the same account.
  const partWithId = (id: string) =>
    parts.find((part) => part.gateway_id === receipt.gateway_id && part.provider_id === id) ??
    parts.find((part) => part.provider_id === id);
  const part = receipt.id_variants.map(partWithId).find((found) => found !== undefined) ?? null;
  const fact: ReplayFact | null = part && {
    kind: 'part receipt',
    state,
    at,
    error,
    part: part.part,
    parts: receipt.covers === 'message' ? 1 : part.parts,
  };
  return { kind: 'receipt', at, receipt, part, fact };
}

function ofReception(reception: ReceptionRow): TimelineItem {
  const { received_at: at, sender_comparison: sender, file_finding: files } = reception;
  const comparison = readComparison(reception.comparison);
  const fact: ReplayFact | null = comparison && { kind: 'reception', at, comparison, sender, files };
  return { kind: 'reception', at, reception, fact };
}

/** Merges both lists by instant and keeps each one's order; at the same instant `first` comes first. */
function merge(first: readonly TimelineItem[], second: readonly TimelineItem[]): TimelineItem[] {
  const merged: TimelineItem[] = [];
  let next = 0;
  for (const item of second) {
    for (let own = first[next]; own !== undefined && own.at <= item.at; own = first[next]) {
      merged.push(own);
      next += 1;
    }
    merged.push(item);
  }
  return [...merged, ...first.slice(next)];
}
