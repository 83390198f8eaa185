/** Replays a message's stored evidence from its creation by the current rules, to verify a stored status. */
import { receiptStateRank } from './ledger-states.ts';
import { applyFact, deriveStatus, type Fact, type Ledgers, newLedgers } from './message-lifecycle.ts';
import type { MessageStatus } from './message-status.ts';
import { receiptFact, whollyDelivered } from './receipt-facts.ts';
import { deriveVerdict, type Verdict } from './verdict.ts';

/** A receipt for one part of a message, counted from 1. `state` is a rank, `at` epoch milliseconds by our clock. */
export interface PartReceipt {
  readonly kind: 'part receipt';
  readonly state: number;
  readonly at: number;
  readonly error: string | null;
  readonly part: number;
  readonly parts: number;
}

/** A piece of evidence to replay: a fact, or a receipt, whose fact depends on earlier parts. */
export type ReplayFact = Fact | PartReceipt;

/** State of the message after a piece of evidence. */
export interface ReplayStep {
  readonly status: MessageStatus;
  readonly verdict: Verdict;
}

/** @returns a step per piece of evidence, in order, and the resulting ledgers */
export function replayEvidence(
  created: Pick<Ledgers, 'expiresAt' | 'deadlineMs' | 'evidence'>,
  evidence: readonly ReplayFact[],
): { readonly steps: readonly ReplayStep[]; readonly ledgers: Ledgers } {
  let ledgers = newLedgers(created);
  const deliveredAt = new Map<number, number>();
  const steps = evidence.map((item) => {
    for (const fact of factsOf(item, deliveredAt)) ledgers = applyFact(ledgers, fact);
    return { status: deriveStatus(ledgers), verdict: deriveVerdict(ledgers) };
  });
  return { steps, ledgers };
}

/** @param deliveredAt by part, when it was first reported as delivered; updated */
function factsOf(fact: ReplayFact, deliveredAt: Map<number, number>): Fact[] {
  if (fact.kind !== 'part receipt') return [fact];
  const { state, at, part, parts } = fact;
  const own = receiptFact(fact, parts);
  if (own === null) return [];
  if (parts === 1) return [own];
  if (state === receiptStateRank('delivered')) {
    deliveredAt.set(part, Math.min(deliveredAt.get(part) ?? at, at));
  }
  return deliveredAt.size === parts ? [own, whollyDelivered(Math.max(...deliveredAt.values()))] : [own];
}
