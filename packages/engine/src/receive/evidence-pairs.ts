/**
 * Decides which evidence is written together. A fast carrier sends the receipt moments after the answer. In one batch
 * the two update the message's row once, and no write is more expensive; in two batches they update it twice. So
 * while most answers get their receipts quickly, an answer waits briefly for its receipt.
 */
import type { RawReceipt } from '@textprobe/database/receipts/raw-receipts';
import { isLongId } from '@textprobe/domain/message-id-spelling';
import { canonicalProviderId } from '@textprobe/gateways/gateway-port';
import type { Evidence } from './evidence.ts';

export interface EvidencePairs {
  /** Selects the waiting items to write now. Returns an empty choice at most 20 times in a row. */
  choose(waiting: readonly Evidence[]): readonly boolean[];
}

/**
 * How often an answer may be passed over: about 0.2 s. With fewer, one stall would separate answers from receipts for
 * good, because the carrier's receipts lag for as long as there is traffic.
 */
const MAX_PASSES = 20;
/** Answers wait while at least this share of the written ones has its receipt. */
const QUICK_SHARE = 0.25;
/** Weight of one answer in the moving average: after some 4,000 without receipts, answers stop waiting. */
const WEIGHT_OF_ONE = 1 / 3_000;

/** @param options.few with fewer waiting items no answer waits, because it would gain nothing */
export function createEvidencePairs({ few }: { few: number }): EvidencePairs {
  const passes = new WeakMap<Evidence, number>();
  let quickShare = 1;

  function mayWait(answer: Evidence): boolean {
    const passed = passes.get(answer) ?? 0;
    passes.set(answer, passed + 1);
    return passed < MAX_PASSES;
  }

  return {
    choose(waiting) {
      // Small batches are not counted: they were written before their receipts could arrive.
      if (waiting.length < few) return waiting.map(() => true);
      const answers = indexById(waiting);
      const receipts = waiting.filter((item) => item.kind === 'receipt');
      const inPairs = new Set<number>();
      let lastInOrder = -1;
      let answered = 0;
      for (const { receipt } of receipts) {
        const index = firstIndex(receipt.idVariants, answers);
        if (index === undefined) continue;
        answered += 1;
        if (isUnambiguous(receipt)) inPairs.add(index);
        else lastInOrder = Math.max(lastInOrder, index);
      }
      const isQuick = quickShare >= QUICK_SHARE;
      let chosenAnswers = 0;
      const chosen = waiting.map((item, index) => {
        if (idsOf(item).length === 0) return true;
        const isChosen = !isQuick || index <= lastInOrder || inPairs.has(index) || !mayWait(item);
        if (isChosen) chosenAnswers += 1;
        return isChosen;
      });
      if (chosenAnswers > 0) {
        const weight = Math.min(1, chosenAnswers * WEIGHT_OF_ONE);
        quickShare += weight * (Math.min(answered / chosenAnswers, 1) - quickShare);
      }
      return chosen;
    },
  };
}

/**
 * Whether a receipt's id can belong to only one message. Any other id can match the answer of another message while its
 * own answer is already written. Hex answers that match decimal receipts this way contain no letters: 32 of them,
 * selected from a batch, look decimal (`message-id-spelling.ts`), and receipts would go to the wrong messages. So an
 * ambiguous id selects no single answer: all answers up to that one are written, in arrival order.
 */
function isUnambiguous({ providerId, idVariants }: RawReceipt): boolean {
  return idVariants.length === 1 || isLongId(canonicalProviderId(providerId));
}

/** Index of each id's answer among the waiting items. */
function indexById(waiting: readonly Evidence[]): Map<string, number> {
  const indexes = new Map<string, number>();
  for (const [index, item] of waiting.entries()) for (const id of idsOf(item)) indexes.set(id, index);
  return indexes;
}

function firstIndex(ids: readonly string[], answers: ReadonlyMap<string, number>): number | undefined {
  for (const id of ids) {
    const index = answers.get(id);
    if (index !== undefined) return index;
  }
  return undefined;
}

/** The ids that the carrier will use in receipts for an answer; empty if there is no receipt to wait for. */
function idsOf(item: Evidence): string[] {
  if (item.kind === 'receipt' || item.outcome.kind !== 'accepted') return [];
  return item.outcome.parts.map(({ providerId }) => canonicalProviderId(providerId));
}
