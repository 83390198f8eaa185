/** What we may have heard from the carrier of a message: answers and receipts, as far as the lab can know. */
import type { TrueMessage, TruePart, TrueReceipt } from './truth-book.ts';

export type Heard = 'accepted' | 'refused' | 'lost';

/** What all receipts together say. `none`: nothing that would be final. */
export type ReceiptWord = 'delivered' | 'failed' | 'none';

/** One way in which it may have been: what we heard of each part, and what its receipts come to. */
export interface Hearing {
  readonly heard: readonly Heard[];
  readonly receipt: ReceiptWord;
}

/** By which instants links were cut, and for how long after its submission a message may be silent, in milliseconds. */
interface Circumstances {
  readonly cuts: readonly number[];
  readonly deadlineMs: number;
}

/** An answer handed to a link so shortly before that was cut may have gone with it, or not. */
const CUT_TAKES_MS = 50;

/**
 * Where an answer may or may not have gone down with its link, both readings are fair, and so with a receipt. None is where
 * the carrier never saw the first part, but others, and no link was cut: those are written only once it is.
 */
export function hearingsOf(truth: TrueMessage, circumstances: Circumstances): Hearing[] {
  const parts = Array.from({ length: truth.total }, (_, index) => truth.parts.get(index + 1));
  const { offeredAt } = takenOf(truth);
  if (parts[0] === undefined && !mayHaveGone(offeredAt, circumstances)) return [];
  const answers = readings(parts.map((part) => heardOf(part, circumstances)));
  const receipts = readings(parts.map(receiptsOf));
  return answers.flatMap((heard) => receipts.map((taken) => ({ heard, receipt: wordOf(heard, taken) })));
}

/**
 * When the carrier had its first part, the last time that was offered, or where that never came, another one of its parts;
 * `isPutOff`: the first was not taken even then.
 */
export function takenOf({ parts }: TrueMessage): { offeredAt: number; isTaken: boolean; isPutOff: boolean } {
  const last = parts.get(1)?.offers.at(-1);
  const isPutOff = last?.answer === 'throttled';
  const others = [...parts.values()].flatMap(({ offers }) => offers.map(({ at }) => at));
  return { offeredAt: last?.at ?? Math.min(...others), isTaken: last !== undefined && !isPutOff, isPutOff };
}

/** What we may have heard of the last of the answers that put it off: 'refused', which is that it may be sent again, or nothing. */
export function putOffHeard({ parts }: TrueMessage, { cuts }: Pick<Circumstances, 'cuts'>): Heard[] {
  const answeredAt = parts.get(1)?.answeredAt ?? null;
  return answeredAt === null ? ['lost'] : mayBeLost('refused', answeredAt, cuts);
}

/**
 * Whether the last of the answers that put it off may have come after nobody waited for it any more: what is UNKNOWN is not
 * sent again, and such an answer refuses nothing.
 */
export function putOffLate({ parts }: TrueMessage, { answerWithinMs }: { answerWithinMs: number }): boolean {
  const first = parts.get(1);
  const offeredAt = first?.offers.at(-1)?.at ?? Infinity;
  return (first?.answeredAt ?? -Infinity) - offeredAt > answerWithinMs - CUT_TAKES_MS;
}

function mayBeLost(word: Heard, answeredAt: number, cuts: readonly number[]): Heard[] {
  const mayBeGone = cuts.some((cut) => Math.abs(cut - answeredAt) < CUT_TAKES_MS);
  return mayBeGone ? [word, 'lost'] : [word];
}

/** Whether a link was cut about when a message was offered, so that a part of it may have gone down unread. */
function mayHaveGone(offeredAt: number, { cuts, deadlineMs }: Circumstances): boolean {
  return cuts.some((at) => at > offeredAt - CUT_TAKES_MS && at - offeredAt < deadlineMs);
}

/** What we heard of the last offer of a part; two where nobody can tell. */
function heardOf(part: TruePart | undefined, { cuts }: Circumstances): Heard[] {
  const answer = part?.offers.at(-1)?.answer;
  // Put off until the time was up, or written to a link that was cut before the carrier read it: nobody refused it.
  if (part === undefined || answer === 'throttled' || answer === undefined) return ['lost'];
  if (answer === 'none' || answer === 'cut' || part.answeredAt === null) return ['lost'];
  return mayBeLost(answer === 'rejected' ? 'refused' : 'accepted', part.answeredAt, cuts);
}

/** What receipts we may have taken for a part: the states among them. */
type Receipts = ReadonlySet<string>;

/** Those that were taken; and where a receipt is in doubt, what else there may be: both are fair. */
function receiptsOf(part: TruePart | undefined): Receipts[] {
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

function wordOf(heard: readonly Heard[], receipts: readonly Receipts[]): ReceiptWord {
  // A receipt names the id that an answer gave: without the answer nobody knows whose it is.
  const isSaid = (state: string) => (word: Heard, index: number) =>
    word === 'accepted' && receipts[index]?.has(state) === true;
  // Once a part was delivered it is, whatever is said of it later.
  if (heard.every(isSaid('delivered'))) return 'delivered';
  // A part that was once said to have failed leaves the message failed, unless all were delivered after all.
  return heard.some(isSaid('undeliverable')) ? 'failed' : 'none';
}

function readings<Choice>(choices: readonly (readonly Choice[])[]): Choice[][] {
  return choices.reduce<Choice[][]>(
    (all, each) => all.flatMap((so) => each.map((choice) => [...so, choice])),
    [[]],
  );
}
