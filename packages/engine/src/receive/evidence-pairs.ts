/**
 * Which evidence is written together. A quick carrier sends a message's receipt a moment after its answer: written in one
 * batch they cost one update of the message's row, the dearest thing there is to write, and in two batches two. So while
 * most answers are seen to get their receipts at once, an answer waits for its own a while.
 */
import type { RawReceipt } from '@textprobe/database/receipts/raw-receipts';
import { isLongId } from '@textprobe/domain/message-id-spelling';
import { canonicalProviderId } from '@textprobe/gateways/gateway-port';
import type { Evidence } from './evidence.ts';

export interface EvidencePairs {
  /** Of those that wait, which are to be written now. Returns an empty choice at most 20 times in a row. */
  choose(waiting: readonly Evidence[]): readonly boolean[];
}

/**
 * So many times an answer is passed over at most: some 0.2 s. Were it fewer, a stall would part answers from receipts, and what
 * came then would stay parted, as the carrier's receipts lag behind for as long as there is something to send.
 */
const MOST_PASSES = 20;
/** Answers wait while so large a share of those that go has its receipt. */
const QUICK_SHARE = 0.25;
/** What one answer says of that, beside all before it: after some 4,000 without receipts no answer waits any more. */
const WEIGHT_OF_ONE = 1 / 3_000;

/** @param options.few of fewer than so many nobody is let wait: it would gain nothing */
export function createEvidencePairs({ few }: { few: number }): EvidencePairs {
  const passes = new WeakMap<Evidence, number>();
  let quickShare = 1;

  function mayWait(answer: Evidence): boolean {
    const passed = passes.get(answer) ?? 0;
    passes.set(answer, passed + 1);
    return passed < MOST_PASSES;
  }

  return {
    choose(waiting) {
      // Few are no measure either: they went without their receipts.
      if (waiting.length < few) return waiting.map(() => true);
      const answers = placesById(waiting);
      const receipts = waiting.filter((item) => item.kind === 'receipt');
      const inPairs = new Set<number>();
      let lastInOrder = -1;
      let answered = 0;
      for (const { receipt } of receipts) {
        const place = firstPlace(receipt.idVariants, answers);
        if (place === undefined) continue;
        answered += 1;
        if (isUnambiguous(receipt)) inPairs.add(place);
        else lastInOrder = Math.max(lastInOrder, place);
      }
      const isQuick = quickShare >= QUICK_SHARE;
      let going = 0;
      const chosen = waiting.map((item, place) => {
        if (idsOf(item).length === 0) return true;
        const goes = !isQuick || place <= lastInOrder || inPairs.has(place) || !mayWait(item);
        if (goes) going += 1;
        return goes;
      });
      if (going > 0) {
        const weight = Math.min(1, going * WEIGHT_OF_ONE);
        quickShare += weight * (Math.min(answered / going, 1) - quickShare);
      }
      return chosen;
    },
  };
}

/**
 * Whether a receipt's id can only be that of its own message. Any other id can match the answer to another message while its own
 * answer is already written. Answers in hex that match receipts in decimal this way have no letters: 32 of them picked out of a
 * batch look like decimal (`message-id-spelling.ts`), and receipts would go to the wrong messages. So an ambiguous id picks no
 * single answer: all answers up to that one are written, in the order in which they came.
 */
function isUnambiguous({ providerId, idVariants }: RawReceipt): boolean {
  return idVariants.length === 1 || isLongId(canonicalProviderId(providerId));
}

/** Where each id's answer is among what waits. */
function placesById(waiting: readonly Evidence[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const [place, item] of waiting.entries()) for (const id of idsOf(item)) places.set(id, place);
  return places;
}

function firstPlace(ids: readonly string[], answers: ReadonlyMap<string, number>): number | undefined {
  for (const id of ids) {
    const place = answers.get(id);
    if (place !== undefined) return place;
  }
  return undefined;
}

/** Under which the carrier will send receipts about an answer; none where there is nothing to wait for. */
function idsOf(item: Evidence): string[] {
  if (item.kind === 'receipt' || item.outcome.kind !== 'accepted') return [];
  return item.outcome.parts.map(({ providerId }) => canonicalProviderId(providerId));
}
