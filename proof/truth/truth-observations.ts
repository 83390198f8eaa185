/** What the product may have received from the carrier about a message: responses and receipts, as far as the lab can know. */
import type { TrueMessage, TruePart, TrueReceipt } from './truth-book.ts';

export type PartOutcome = 'accepted' | 'refused' | 'lost';

/** The combined result of all receipts. `none`: nothing final. */
export type ReceiptOutcome = 'delivered' | 'failed' | 'none';

/** One possible observation: the response to each part, and the result of its receipts. */
export interface Observation {
  readonly outcomes: readonly PartOutcome[];
  readonly receipt: ReceiptOutcome;
}

/** When links were cut, and how long after its submission a message may go without a report, in milliseconds. */
interface Circumstances {
  readonly cuts: readonly number[];
  readonly deadlineMs: number;
}

/** A response sent this shortly before its link was cut may or may not have been lost. */
const CUT_TAKES_MS = 50;

/**
 * All possible observations: if a response or a receipt may have been lost with its link, both cases are allowed. There are
 * none if the carrier received other parts but not the first, and no link was cut: parts are written in order.
 */
export function observationsOf(truth: TrueMessage, circumstances: Circumstances): Observation[] {
  const parts = Array.from({ length: truth.total }, (_, index) => truth.parts.get(index + 1));
  const { offeredAt } = offerOf(truth);
  if (parts[0] === undefined && !mayBeCut(offeredAt, circumstances)) return [];
  const answers = combinations(parts.map((part) => outcomesOf(part, circumstances)));
  const receipts = combinations(parts.map(receiptsOf));
  return answers.flatMap((outcomes) =>
    receipts.map((taken) => ({ outcomes, receipt: receiptOutcomeOf(outcomes, taken) })),
  );
}

/**
 * When the first part was last offered, or if it never was, the first of the other parts; `isThrottled`: the first part was not
 * accepted even then.
 */
export function offerOf({ parts }: TrueMessage): {
  offeredAt: number;
  isAccepted: boolean;
  isThrottled: boolean;
} {
  const last = parts.get(1)?.offers.at(-1);
  const isThrottled = last?.answer === 'throttled';
  const others = [...parts.values()].flatMap(({ offers }) => offers.map(({ at }) => at));
  return {
    offeredAt: last?.at ?? Math.min(...others),
    isAccepted: last !== undefined && !isThrottled,
    isThrottled,
  };
}

/** The possible outcomes of the last throttled response: 'refused', so that it may be sent again, or lost. */
export function throttledOutcomes(
  { parts }: TrueMessage,
  { cuts }: Pick<Circumstances, 'cuts'>,
): PartOutcome[] {
  const answeredAt = parts.get(1)?.answeredAt ?? null;
  return answeredAt === null ? ['lost'] : mayBeLost('refused', answeredAt, cuts);
}

/**
 * Whether the last throttled response may have arrived after its timeout: an UNKNOWN message is not sent again, and a late
 * response does not change that.
 */
export function mayBeTooLate(
  { parts }: TrueMessage,
  { answerWithinMs }: { answerWithinMs: number },
): boolean {
  const first = parts.get(1);
  const offeredAt = first?.offers.at(-1)?.at ?? Infinity;
  return (first?.answeredAt ?? -Infinity) - offeredAt > answerWithinMs - CUT_TAKES_MS;
}

function mayBeLost(outcome: PartOutcome, answeredAt: number, cuts: readonly number[]): PartOutcome[] {
  const mayBeGone = cuts.some((cut) => Math.abs(cut - answeredAt) < CUT_TAKES_MS);
  return mayBeGone ? [outcome, 'lost'] : [outcome];
}

/** Whether a link was cut around the time of the offer, so that a part may have been lost unread. */
function mayBeCut(offeredAt: number, { cuts, deadlineMs }: Circumstances): boolean {
  return cuts.some((at) => at > offeredAt - CUT_TAKES_MS && at - offeredAt < deadlineMs);
}

/** The outcomes of the last offer of a part; two if it cannot be known. */
function outcomesOf(part: TruePart | undefined, { cuts }: Circumstances): PartOutcome[] {
  const answer = part?.offers.at(-1)?.answer;
  // Throttled until it expired, or written to a link that was cut before the carrier read it: not refused.
  if (part === undefined || answer === 'throttled' || answer === undefined) return ['lost'];
  if (answer === 'none' || answer === 'cut' || part.answeredAt === null) return ['lost'];
  return mayBeLost(answer === 'rejected' ? 'refused' : 'accepted', part.answeredAt, cuts);
}

/** The states of the receipts that the product may have accepted for a part. */
type Receipts = ReadonlySet<string>;

/** The accepted receipts, and every combination with the doubtful ones. */
function receiptsOf(part: TruePart | undefined): Receipts[] {
  const receipts = part?.receipts ?? [];
  const taken = new Set(receipts.filter(wasAccepted).map(({ state }) => state));
  const doubtful = new Set(receipts.filter(isInDoubt).map(({ state }) => state));
  return [...doubtful].reduce<Receipts[]>(
    (all, state) => all.flatMap((one) => (one.has(state) ? [one] : [one, new Set([...one, state])])),
    [taken],
  );
}

function wasAccepted({ attempts }: TrueReceipt): boolean {
  return attempts.some(({ outcome }) => outcome === 'taken');
}

/**
 * Whether a receipt may have been accepted without the lab knowing: no attempt is known to have succeeded, and for at least
 * one the link was cut or the response did not arrive in time.
 */
export function isInDoubt(receipt: TrueReceipt): boolean {
  const mayBeAccepted = receipt.attempts.some(
    ({ outcome }) => outcome === 'link cut' || outcome === 'unanswered',
  );
  return mayBeAccepted && !wasAccepted(receipt);
}

function receiptOutcomeOf(outcomes: readonly PartOutcome[], receipts: readonly Receipts[]): ReceiptOutcome {
  // A receipt refers to the id in the response; without the response it cannot be matched.
  const hasReceipt = (state: string) => (outcome: PartOutcome, index: number) =>
    outcome === 'accepted' && receipts[index]?.has(state) === true;
  // Delivered parts stay delivered, whatever later receipts say.
  if (outcomes.every(hasReceipt('delivered'))) return 'delivered';
  // One failed part makes the message failed, unless all parts were delivered in the end.
  return outcomes.some(hasReceipt('undeliverable')) ? 'failed' : 'none';
}

function combinations<Choice>(choices: readonly (readonly Choice[])[]): Choice[][] {
  return choices.reduce<Choice[][]>(
    (all, each) => all.flatMap((chosen) => each.map((choice) => [...chosen, choice])),
    [[]],
  );
}
