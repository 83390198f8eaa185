/**
 * Learns from each batch of evidence how the gateways' carriers spell their message ids, and says by which ids a receipt is
 * looked for. Costs one look at a small table, and a write only while something is new.
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
  /** The receipt with only those spellings of its id that are possible; several where the carrier's is not known yet. */
  narrow(receipt: RawReceipt): RawReceipt;
  /** The same with every spelling, where its id is too long to mean another message; else null. */
  widen(receipt: RawReceipt): RawReceipt | null;
  /** Keeps what was learned. Last in the transaction: other processes wait for it. */
  keep(): Promise<void>;
}

/** @param heard receipts that have just come; those that were parked were counted when they came */
export async function learnSpellings(
  tx: Transaction,
  parts: readonly SubmissionPart[],
  receipts: readonly RawReceipt[],
  heard: readonly RawReceipt[],
): Promise<LearnedSpellings> {
  const answered = idsByGateway(parts);
  const told = idsByGateway(heard);
  const several = receipts.filter(({ idVariants }) => idVariants.length > 1);
  const gatewayIds = new Set([
    ...answered.keys(),
    ...told.keys(),
    ...several.map(({ gatewayId }) => gatewayId),
  ]);
  const known =
    gatewayIds.size === 0 ? new Map<number, KnownSpellings>() : await readIdSpellings(tx, [...gatewayIds]);
  const learned: [number, SpellingsSeen][] = [];
  const possible = new Map<number, ReadonlySet<IdReading>>();
  for (const gatewayId of gatewayIds) {
    const { own: before, others } = known.get(gatewayId) ?? { own: NO_SPELLINGS, others: [] };
    const seenAfter = ({ answers, receipts }: SpellingsSeen): SpellingsSeen => ({
      answers: seeIds(answers, answered.get(gatewayId) ?? []),
      receipts: seeIds(receipts, told.get(gatewayId) ?? []),
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

/** The ids that show how they are spelled, in their order. */
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
