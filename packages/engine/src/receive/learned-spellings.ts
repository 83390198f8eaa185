/**
 * Learns from each batch how the carriers spell their message ids, and decides which ids to look up for a receipt. Costs
 * one read of a small table, and a write only when something new was learned.
 */
import type { Transaction } from '@textprobe/database/core/connection';
import {
  type KnownSpellings,
  keepIdSpellings,
  readIdSpellings,
} from '@textprobe/database/receipts/id-spellings';
import type { RawReceipt } from '@textprobe/database/receipts/raw-receipts';
import type { SubmissionPart } from '@textprobe/database/receipts/submission-parts';
import {
  type IdReading,
  isLongId,
  isSpelledNumber,
  NO_SPELLINGS,
  narrowIds,
  possibleReadings,
  type SpellingsSeen,
  seeIds,
} from '@textprobe/domain/message-id-spelling';
import { canonicalProviderId } from '@textprobe/gateways/gateway-port';

export interface LearnedSpellings {
  /** The receipt with only the possible spellings of its id; several while the carrier's spelling is not known. */
  narrow(receipt: RawReceipt): RawReceipt;
  /** The receipt with every spelling if its id is too long to match another message; else null. */
  widen(receipt: RawReceipt): RawReceipt | null;
  /** Stores what was learned. Last in the transaction, because other processes wait for it. */
  keep(): Promise<void>;
}

/** @param arrived receipts that have just arrived; unmatched ones were counted when they arrived */
export async function learnSpellings(
  tx: Transaction,
  parts: readonly SubmissionPart[],
  receipts: readonly RawReceipt[],
  arrived: readonly RawReceipt[],
): Promise<LearnedSpellings> {
  const inAnswers = idsByGateway(parts);
  const inReceipts = idsByGateway(arrived);
  const several = receipts.filter(({ idVariants }) => idVariants.length > 1);
  const gatewayIds = new Set([
    ...inAnswers.keys(),
    ...inReceipts.keys(),
    ...several.map(({ gatewayId }) => gatewayId),
  ]);
  const known =
    gatewayIds.size === 0 ? new Map<number, KnownSpellings>() : await readIdSpellings(tx, [...gatewayIds]);
  const learned: [number, SpellingsSeen][] = [];
  const possible = new Map<number, ReadonlySet<IdReading>>();
  for (const gatewayId of gatewayIds) {
    const { own: before, others } = known.get(gatewayId) ?? { own: NO_SPELLINGS, others: [] };
    const seenAfter = ({ answers, receipts }: SpellingsSeen): SpellingsSeen => ({
      answers: seeIds(answers, inAnswers.get(gatewayId) ?? []),
      receipts: seeIds(receipts, inReceipts.get(gatewayId) ?? []),
    });
    const seen = seenAfter(before);
    const isNews = seen.answers !== before.answers || seen.receipts !== before.receipts;
    if (isNews) learned.push([gatewayId, seenAfter(NO_SPELLINGS)]);
    possible.set(gatewayId, possibleReadings(seen, ...others));
  }

  return {
    narrow(receipt) {
      const readings = possible.get(receipt.gatewayId);
      if (readings === undefined || receipt.idVariants.length < 2) return receipt;
      const id = canonicalProviderId(receipt.providerId);
      return { ...receipt, idVariants: narrowIds(id, receipt.idVariants, readings) };
    },
    widen: (receipt) => (isLongId(canonicalProviderId(receipt.providerId)) ? receipt : null),
    async keep() {
      for (const [gatewayId, seen] of learned.toSorted(([a], [b]) => a - b)) {
        await keepIdSpellings(tx, gatewayId, seen);
      }
    },
  };
}

/** Ids that reveal their spelling, in order. */
function idsByGateway(
  evidence: readonly { readonly gatewayId: number; readonly providerId: string }[],
): Map<number, string[]> {
  const ids = new Map<number, string[]>();
  for (const { gatewayId, providerId } of evidence) {
    const id = canonicalProviderId(providerId);
    if (!isSpelledNumber(id)) continue;
    const known = ids.get(gatewayId);
    if (known === undefined) ids.set(gatewayId, [id]);
    else known.push(id);
  }
  return ids;
}
