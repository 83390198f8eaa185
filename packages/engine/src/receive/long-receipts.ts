/**
 * Decides what the receipts of long messages speak for: one part, or the whole message. A carrier that gives all parts one
 * id, or counts them all as delivered, says so; of others it is configured or learned.
 */
import type { Transaction } from '@textprobe/database/core/connection';
import {
  findReportedElsewhere,
  keepLongReceipts,
  type LongReceipts,
  ONE_AFTER,
  readLongReceipts,
} from '@textprobe/database/receipts/long-receipts';
import type { RawReceipt } from '@textprobe/database/receipts/raw-receipts';
import type { PartMatch } from '@textprobe/database/receipts/submission-parts';
import { receiptStateRank } from '@textprobe/domain/ledger-states';

/** A second receipt that comes at all comes within minutes of the first: the parts travel together. */
const SECOND_WITHIN_MS = 10 * 60_000;

const FINAL = [receiptStateRank('failed'), receiptStateRank('delivered')];

interface Taken {
  readonly receipt: RawReceipt;
  readonly match: PartMatch | null;
}

/**
 * The same receipts, each with `covers` decided. Costs nothing unless the gateway learns and a long message is reported.
 * @returns and a function that stores what was learned, last in the transaction
 */
export async function decideCovers<T extends Taken>(
  tx: Transaction,
  taken: readonly T[],
  now: number,
): Promise<{ readonly decided: T[]; keep(): Promise<void> }> {
  const open = taken.filter(
    ({ receipt, match }) => receipt.covers === 'learn' && match !== null && match.parts > 1,
  );
  const known: ReadonlyMap<number, LongReceipts> =
    open.length === 0 ? new Map<number, LongReceipts>() : await readLongReceipts(tx, gatewaysOf(open));
  const learned = await learn(tx, open, known);
  const isOne = (gatewayId: number) => {
    const { each, first } = known.get(gatewayId) ?? NOTHING;
    if (each || learned.get(gatewayId)?.each) return false;
    return first.length >= ONE_AFTER && first.every((at) => at <= now - SECOND_WITHIN_MS);
  };
  return {
    decided: taken.map((one) => {
      const { receipt, match } = one;
      if (match === null || (receipt.covers ?? 'part') === 'message') return one;
      const isWhole =
        match.sharesId || (receipt.covers === 'learn' && match.parts > 1 && isOne(receipt.gatewayId));
      return { ...one, receipt: { ...receipt, covers: isWhole ? 'message' : 'part' } };
    }),
    async keep() {
      for (const [gatewayId, seen] of [...learned].sort(([a], [b]) => a - b))
        await keepLongReceipts(tx, gatewayId, seen);
    },
  };
}

const NOTHING: LongReceipts = { each: false, first: [] };

function gatewaysOf(taken: readonly Taken[]): number[] {
  return [...new Set(taken.map(({ receipt }) => receipt.gatewayId))];
}

/** What these receipts add to what is known, by gateway. */
async function learn(
  tx: Transaction,
  taken: readonly Taken[],
  known: ReadonlyMap<number, LongReceipts>,
): Promise<Map<number, LongReceipts>> {
  const learned = new Map<number, LongReceipts>();
  const news = taken.flatMap(({ receipt, match }) =>
    match !== null &&
    !match.sharesId &&
    FINAL.includes(receipt.state) &&
    !FINAL.includes(match.receiptState) &&
    known.get(receipt.gatewayId)?.each !== true
      ? [{ receipt, match }]
      : [],
  );
  if (news.length === 0) return learned;
  const elsewhere = await findReportedElsewhere(
    tx,
    news.map(({ match }) => match),
    FINAL,
  );
  const partsNow = new Map<number, Set<number>>();
  for (const { match } of news) {
    const parts = partsNow.get(match.message.id) ?? new Set();
    partsNow.set(match.message.id, parts.add(match.part));
  }
  for (const { receipt, match } of news) {
    const { gatewayId, at } = receipt;
    const seen = learned.get(gatewayId) ?? NOTHING;
    const parts = partsNow.get(match.message.id)?.size ?? 0;
    if (parts > 1 || elsewhere.has(match.message.id)) learned.set(gatewayId, { each: true, first: [] });
    else if (!seen.each && (known.get(gatewayId)?.first.length ?? 0) + seen.first.length < ONE_AFTER)
      learned.set(gatewayId, { each: false, first: [...seen.first, at] });
  }
  return learned;
}
