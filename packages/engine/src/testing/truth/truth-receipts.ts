/** Which receipts of a part the other side has taken, as far as the lab can know. */
import type { TruePart, TrueReceipt } from './truth-book.ts';

/** What receipts we may have taken for a part: the states among them. */
export type Receipts = ReadonlySet<string>;

/** Those that were taken; and where a receipt is in doubt, what else there may be: both are fair. */
export function receiptsOf(part: TruePart | undefined): Receipts[] {
  const receipts = part?.receipts ?? [];
  const taken = new Set(receipts.filter(wasTaken).map(({ state }) => state));
  const doubtful = new Set(receipts.filter(isInDoubt).map(({ state }) => state));
  return [...doubtful].reduce<Receipts[]>(
    (all, state) => all.flatMap((one) => (one.has(state) ? [one] : [one, new Set([...one, state])])),
    [taken],
  );
}

function wasTaken({ tries }: TrueReceipt): boolean {
  return tries.some(({ outcome }) => outcome === 'taken');
}

/**
 * It was given up, or the record ends, and of no try it is known that it was taken, while of one at least it is not known
 * that it was not: the link it was written to was cut, or nobody answered in time.
 */
export function isInDoubt(receipt: TrueReceipt): boolean {
  const mayBeTaken = receipt.tries.some(({ outcome }) => outcome === 'link cut' || outcome === 'unanswered');
  return mayBeTaken && !wasTaken(receipt);
}
