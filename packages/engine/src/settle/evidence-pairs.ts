/**
 * Which evidence is written together. A quick carrier sends a message's receipt a moment after its answer: written in one
 * batch they cost one update of the message's row, the dearest thing there is to write, and in two batches two. So while
 * receipts are seen to come at once, an answer is let wait for its own a while.
 */
import { canonicalProviderId } from '@textprobe/gateways/gateway-port';
import type { OutcomeEvidence, ReceiptEvidence } from './evidence.ts';

type Evidence = OutcomeEvidence | ReceiptEvidence;

export interface EvidencePairs {
  /** Of those that wait, which are to be written now. Returns an empty choice at most 20 times in a row. */
  choose(waiting: readonly Evidence[]): readonly boolean[];
}

/**
 * So many times an answer is passed over at most: some 0.2 s. Were it fewer, a stall would part answers from receipts, and what
 * came then would stay parted, as the carrier's receipts lag behind for as long as there is something to send.
 */
const MOST_PASSES = 20;
/** The carrier is quick while so large a share of its receipts finds the answer waiting. */
const QUICK_SHARE = 0.25;
/** What the receipts of one look say of that, beside all before them. */
const WEIGHT_OF_ONE = 0.1;

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
      const answers = answersById(waiting);
      const receipts = waiting.filter((item) => item.kind === 'receipt');
      const answered: Evidence[] = [];
      for (const { receipt } of receipts) {
        const found = answersTo(receipt.idVariants, answers);
        // Read in several ways, an id is that of several answers. Picked by it, hex answers would be those without a letter: 32 of
        // them in a batch are taken for decimal, and receipts then go to wrong messages.
        if (found === 'several') return waiting.map(() => true);
        if (found !== undefined) answered.push(found);
      }
      if (receipts.length > 0) quickShare += WEIGHT_OF_ONE * (answered.length / receipts.length - quickShare);
      if (quickShare < QUICK_SHARE) return waiting.map(() => true);
      const inPairs = new Set(answered);
      return waiting.map((item) => idsOf(item).length === 0 || inPairs.has(item) || !mayWait(item));
    },
  };
}

function answersById(waiting: readonly Evidence[]): Map<string, Evidence> {
  return new Map(waiting.flatMap((item) => idsOf(item).map((id) => [id, item] as const)));
}

function answersTo(
  ids: readonly string[],
  answers: ReadonlyMap<string, Evidence>,
): Evidence | 'several' | undefined {
  let found: Evidence | undefined;
  for (const id of ids) {
    const answer = answers.get(id);
    if (answer === undefined || answer === found) continue;
    if (found !== undefined) return 'several';
    found = answer;
  }
  return found;
}

/** Under which the carrier will send receipts about an answer; none where there is nothing to wait for. */
function idsOf(item: Evidence): string[] {
  if (item.kind === 'receipt' || item.outcome.kind !== 'accepted') return [];
  return item.outcome.parts.map(({ providerId }) => canonicalProviderId(providerId));
}
