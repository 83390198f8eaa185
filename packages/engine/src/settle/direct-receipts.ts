/** Receipts that come after their answer was written, the usual way: what the careful way would write, in one statement. */
import type { Transaction } from '@textprobe/database/connection';
import { type ReceiptedMessage, receiptDirectly } from '@textprobe/database/messages/direct-receipts';
import type { RawReceipt } from '@textprobe/database/receipts/raw-receipts';
import { appendRollupDeltas } from '@textprobe/database/rollups/rollup-deltas';
import { appendRunDeltas, createRunChanges } from '@textprobe/database/runs/run-deltas';
import { receiptStateRank, submissionStateRank } from '@textprobe/domain/message-lifecycle';
import { messageStatusRank } from '@textprobe/domain/message-status';
import { canonicalProviderId } from '@textprobe/gateways/gateway-port';
import { storableText } from '@textprobe/domain/storable-text';
import type { Evidence, OutcomeEvidence, ReceiptEvidence } from './evidence.ts';
import type { SettledBatch } from './direct-settle.ts';
import { RECEIPTS_LOOK_BACK_MS } from './receipt-matching.ts';
import { createRollupChanges } from '@textprobe/database/rollups/rollup-changes';

const DELIVERED = receiptStateRank('delivered');

/**
 * @param narrow a receipt with only those spellings of its id that are possible
 * @param now epoch milliseconds
 * @returns the evidence that is left, in its order, and what changed
 */
export async function settleReceipts(
  tx: Transaction,
  evidence: readonly Evidence[],
  narrow: (receipt: RawReceipt) => RawReceipt,
  now: number,
): Promise<{ changes: SettledBatch; rest: readonly Evidence[] }> {
  const usual = pickUsual(evidence, narrow);
  if (usual.length === 0)
    return { changes: { testIds: new Set(), settledRunIds: new Set() }, rest: evidence };
  const moved = await receiptDirectly(
    tx,
    usual.map(({ receipt }) => receipt),
    { since: now - RECEIPTS_LOOK_BACK_MS, now },
  );
  const gone = new Set<Evidence>(moved.flatMap(({ receipt }) => usual[receipt]?.item ?? []));
  const rollups = createRollupChanges();
  const runs = createRunChanges();
  for (const message of moved) {
    const { before, after } = asCounted(message);
    rollups.remove(before);
    rollups.add(after);
    runs.count(message.runId, before, -1);
    runs.count(message.runId, after, 1);
  }
  await appendRollupDeltas(tx, rollups.deltas());
  const runDeltas = runs.deltas();
  await appendRunDeltas(tx, runDeltas);
  return {
    changes: {
      testIds: new Set(moved.map(({ testId }) => testId)),
      settledRunIds: new Set(runDeltas.keys()),
    },
    rest: evidence.filter((item) => !gone.has(item)),
  };
}

/** Receipts of one reading that say nothing but delivered, with an id that nothing else in the batch is about. */
function pickUsual(
  evidence: readonly Evidence[],
  narrow: (receipt: RawReceipt) => RawReceipt,
): { item: ReceiptEvidence; receipt: RawReceipt }[] {
  const byId = new Map<string, { item: ReceiptEvidence; receipt: RawReceipt } | null>();
  // An answer that is still to be written in this batch is newer than any part that is stored.
  for (const item of evidence) {
    if (item.kind === 'outcome') for (const id of answerIds(item)) byId.set(`${item.gatewayId}|${id}`, null);
  }
  for (const item of evidence) {
    if (item.kind !== 'receipt') continue;
    const receipt = narrow(item.receipt);
    const [, another] = receipt.idVariants;
    const { parked } = item;
    const isUsual =
      parked === undefined && another === undefined && receipt.state === DELIVERED && receipt.error === null;
    for (const id of receipt.idVariants) {
      const key = `${receipt.gatewayId}|${id}`;
      byId.set(key, isUsual && !byId.has(key) ? { item, receipt } : null);
    }
  }
  return [...byId.values()].filter((one) => one !== null);
}

function answerIds({ outcome }: OutcomeEvidence): string[] {
  if (outcome.kind === 'deferred') return [];
  return (outcome.parts ?? []).map(({ providerId }) => canonicalProviderId(storableText(providerId)));
}

function asCounted(message: ReceiptedMessage) {
  const common = {
    created_at: message.createdAt,
    office_id: message.officeId,
    partner_id: message.partnerId,
    gateway_id: message.gatewayId,
    carrier: message.carrier,
    message_type: message.messageType,
    test_type: message.testType,
    evidence: message.evidence,
    submission_state: submissionStateRank('accepted'),
    submitted_at: message.submittedAt,
    received_at: null,
    comparison: null,
    sender_comparison: null,
    handset_offline: false,
  };
  return {
    before: {
      ...common,
      status: messageStatusRank('SENT'),
      receipt_state: receiptStateRank('none'),
      receipt_at: null,
      settled_at: null,
    },
    after: {
      ...common,
      status: messageStatusRank('DELIVERED'),
      receipt_state: DELIVERED,
      receipt_at: message.receiptAt,
      settled_at: message.settledAt,
    },
  };
}
