/**
 * What the product may say of a message, given what truly happened to it. Written from the requirements (SERVER-2 to
 * SERVER-4, docs/promises.md), not from the product's code, of which it uses nothing: both must come to the same.
 */
import type { TrueMessage, TruePart } from './truth-book.ts';
import { type Receipts, receiptsOf } from './truth-receipts.ts';

/** What the product says of a message. Instants are epoch milliseconds. */
export interface SaidMessage {
  readonly code: string;
  /** The whole text that was sent. */
  readonly text: string;
  readonly evidence: 'handset' | 'receipt';
  readonly status: string;
  readonly verdict: string;
  /** The verdict to which its explanation comes. */
  readonly explained: string;
  readonly comparison: string | null;
  readonly sender: string | null;
  readonly submittedAt: number | null;
  readonly receivedAt: number | null;
}

/** One way in which a message may be said to have ended. */
interface Ending {
  readonly status: string;
  readonly verdict: string;
}

export interface JudgeOptions {
  readonly deadlineMs: number;
  /** How far the product's instants may be from the lab's. */
  readonly toleranceMs: number;
  readonly cuts: readonly number[];
  /** When the phone was switched off; null: never. */
  readonly absenceOf?: (phone: string) => { readonly from: number; readonly until: number } | null;
}

/** Faults in words, and the instants' distances from the truth, in milliseconds, of what has them. */
export interface Judgement {
  readonly faults: readonly string[];
  readonly ending: string;
  readonly submissionOff: number | null;
  readonly receptionOff: number | null;
  readonly delayOff: number | null;
}

/** An answer handed to a link so shortly before that was cut may have gone with it, or not. */
const CUT_TAKES_MS = 50;

const CLASS_OF_ALTERATION: Readonly<Record<string, string>> = {
  'straight-quotes': 're-encoded',
  'no-emoji': 're-encoded',
  'question-marks': 're-encoded',
  'no-accents': 're-encoded',
  mojibake: 're-encoded',
  'page-mark': 'altered',
  truncated: 'truncated',
  shortened: 'truncated',
  'parts-swapped': 'joined wrongly',
  'part-missing': 'joined wrongly',
  'part-twice': 'joined wrongly',
  'headers-as-text': 'joined wrongly',
};

export function judge(said: SaidMessage, truth: TrueMessage | undefined, options: JudgeOptions): Judgement {
  const faults: string[] = [];
  const endings = truth === undefined ? neverOffered(said, options) : endingsOf(said, truth, options);
  const isAllowed = endings.some(({ status, verdict }) => status === said.status && verdict === said.verdict);
  if (!isAllowed) {
    const allowed = endings.map(({ status, verdict }) => `${status} (${verdict})`).join(' or ');
    faults.push(`is said to be ${said.status} (${said.verdict}), and is ${allowed}`);
  }
  if (said.explained !== said.verdict) faults.push(`is ${said.verdict}, and explained as ${said.explained}`);
  const off = { submissionOff: null, receptionOff: null, delayOff: null };
  if (truth === undefined) return { faults, ending: said.verdict, ...off };
  faults.push(...faultsOfText(said, truth), ...faultsOfPosts(said, truth), ...faultsOfArrival(said, truth));
  const instants = instantsOf(said, truth);
  for (const [name, distance] of Object.entries(instants))
    if (distance !== null && Math.abs(distance) > options.toleranceMs)
      faults.push(`${name} is ${distance} ms from the truth`);
  return { faults, ending: said.verdict, ...instants };
}

/** It never reached the carrier: nobody wrote it, or it went down with a link. */
function neverOffered(said: SaidMessage, { cuts, deadlineMs }: JudgeOptions): Ending[] {
  const { submittedAt } = said;
  if (submittedAt === null) return [{ status: 'FAILED', verdict: 'not sent' }];
  const wentDown = cuts.some((at) => Math.abs(at - submittedAt) < deadlineMs);
  return wentDown ? [{ status: 'UNKNOWN', verdict: 'unknown' }] : [];
}

function endingsOf(said: SaidMessage, truth: TrueMessage, options: JudgeOptions): Ending[] {
  const [first] = confirmations(said, truth);
  if (first === undefined) return withoutConfirmation(said, truth, options);
  const { offeredAt } = takenOf(truth);
  const copies = confirmations(said, truth).map(({ text }) => text);
  if (!copies.includes(said.text)) return [{ status: 'RECEIVED', verdict: 'altered' }];
  const slack = first.at - (offeredAt + options.deadlineMs);
  const endings: Ending[] = [];
  if (slack > -options.toleranceMs) endings.push({ status: 'RECEIVED', verdict: 'late' });
  if (slack < options.toleranceMs) endings.push({ status: 'RECEIVED', verdict: 'confirmed' });
  return endings;
}

/** The handset is silent: what the carrier said decides, and what it did not say. */
function withoutConfirmation(said: SaidMessage, truth: TrueMessage, options: JudgeOptions): Ending[] {
  const parts = Array.from({ length: truth.total }, (_, index) => truth.parts.get(index + 1));
  if (lastAnswer(parts[0]) === 'throttled') return [{ status: 'FAILED', verdict: 'not sent' }];
  const { offeredAt } = takenOf(truth);
  const heard = parts.map((part) => heardOf(part, offeredAt, options));
  const endings = new Map<string, Ending>();
  // Where an answer may or may not have gone down with its link, both readings are fair, and so with a receipt.
  for (const reading of readings(heard)) {
    for (const receipts of readings(parts.map(receiptsOf))) {
      const ending = fold(reading, receipts, said.evidence);
      endings.set(ending.verdict, ending);
    }
  }
  return excuse([...endings.values()], truth, options);
}

/** So far from half of its time a message's phone must have been away, or there, for anybody to be sure. */
const SURE = 0.3;

/** A handset that was switched off for half of the message's time is no failure of the route. */
function excuse(endings: readonly Ending[], truth: TrueMessage, options: JudgeOptions): Ending[] {
  const absence = options.absenceOf?.(truth.destination) ?? null;
  if (absence === null) return [...endings];
  const { offeredAt: from } = takenOf(truth);
  const until = from + options.deadlineMs;
  const away = Math.max(0, Math.min(absence.until, until) - Math.max(absence.from, from));
  const share = away / options.deadlineMs;
  return endings.flatMap((ending) => {
    const isSilence = ['lost', 'unknown', 'receipt only'].includes(ending.verdict);
    if (!isSilence || share < 0.5 - SURE) return [ending];
    const status = ending.status === 'DELIVERED' ? 'DELIVERED' : 'UNKNOWN';
    const excused = { status, verdict: 'handset offline' };
    return share > 0.5 + SURE ? [excused] : [ending, excused];
  });
}

type Heard = 'accepted' | 'refused' | 'lost';

/** What we heard of the last offer of a part; two where nobody can tell. `begunAt`: when the first one was offered. */
function heardOf(part: TruePart | undefined, begunAt: number, { cuts, deadlineMs }: JudgeOptions): Heard[] {
  const answer = lastAnswer(part);
  if (part === undefined || answer === 'throttled' || answer === undefined) {
    // Put off until the time was up, it is not with the carrier, and the phone cannot have the whole; or it was written
    // to a link that was cut before the carrier read it, and we know as little of it as of one whose answer was lost.
    const mayHaveGone = cuts.some((at) => at >= begunAt && at - begunAt < deadlineMs);
    return mayHaveGone ? ['refused', 'lost'] : ['refused'];
  }
  if (answer === 'none' || answer === 'cut' || part.answeredAt === null) return ['lost'];
  const at = part.answeredAt;
  const mayBeGone = cuts.some((cut) => Math.abs(cut - at) < CUT_TAKES_MS);
  const word: Heard = answer === 'rejected' ? 'refused' : 'accepted';
  return mayBeGone ? [word, 'lost'] : [word];
}

function fold(heard: readonly Heard[], receipts: readonly Receipts[], evidence: string): Ending {
  // A receipt names the id that an answer gave: without the answer nobody knows whose it is.
  const isSaid = (state: string) => (word: Heard, index: number) =>
    word === 'accepted' && receipts[index]?.has(state) === true;
  // Once a part was delivered it is, whatever is said of it later.
  if (heard.every(isSaid('delivered')))
    return { status: 'DELIVERED', verdict: evidence === 'receipt' ? 'carrier confirmed' : 'receipt only' };
  if (heard.includes('refused')) return { status: 'FAILED', verdict: 'rejected' };
  // A part that was once said to have failed leaves the message failed, unless all were delivered after all.
  if (heard.some(isSaid('undeliverable'))) return { status: 'FAILED', verdict: 'undelivered' };
  if (heard.includes('lost')) return { status: 'UNKNOWN', verdict: 'unknown' };
  return { status: 'FAILED', verdict: 'lost' };
}

function readings<Choice>(choices: readonly (readonly Choice[])[]): Choice[][] {
  return choices.reduce<Choice[][]>(
    (all, each) => all.flatMap((so) => each.map((choice) => [...so, choice])),
    [[]],
  );
}

/** What went to the carrier is what the product says it sent, its code at the end. */
function faultsOfText(said: SaidMessage, { parts, total }: TrueMessage): string[] {
  if (parts.size < total) return [];
  const text = [...parts]
    .sort(([a], [b]) => a - b)
    .map(([, part]) => part.text)
    .join('');
  const isTorn = /[\uD800-\uDFFF\uFFFD]/u.test(text);
  if (!isTorn && text !== said.text)
    return [`went out as ${JSON.stringify(text)}, not ${JSON.stringify(said.text)}`];
  return text.endsWith(`#${said.code}`) ? [] : ['went out without its code'];
}

/** A post that confirms is answered 200 in the end, any other is told that it means nothing. */
function faultsOfPosts(said: SaidMessage, truth: TrueMessage): string[] {
  return truth.posts.flatMap((post) => {
    const wanted = isConfirmation(said, truth, post) ? 200 : 404;
    const isOver = post.status !== null && post.status < 500 && post.status !== 429;
    return isOver && post.status !== wanted
      ? [`was handed in and answered ${post.status}, not ${wanted}`]
      : [];
  });
}

function faultsOfArrival(said: SaidMessage, truth: TrueMessage): string[] {
  const confirming = confirmations(said, truth);
  if (confirming.length === 0) {
    return said.comparison === null && said.sender === null && said.receivedAt === null
      ? []
      : [`never arrived, and is said to have, ${said.comparison} from a sender ${said.sender}`];
  }
  const faults: string[] = [];
  const arrivals = truth.reached.filter(({ phone }) => phone === truth.destination);
  const classes = arrivals
    .filter(({ text }) => text.includes(`#${said.code}`))
    .flatMap((arrival) => classesOf(said, arrival));
  const expected = classes.includes('identical') ? ['identical'] : classes;
  if (!expected.includes(said.comparison ?? ''))
    faults.push(`arrived ${[...new Set(expected)].join(' or ')}, and is said to be ${said.comparison}`);
  const isSame = arrivals.some(({ sender }) => sender === truth.source);
  const sender = isSame ? 'identical' : 'altered';
  if (said.sender !== sender) faults.push(`came with a sender ${sender}, which is said to be ${said.sender}`);
  return faults;
}

function classesOf(
  said: SaidMessage,
  { text, alteration, isMixed }: TrueMessage['reached'][number],
): string[] {
  if (text === said.text) return ['identical'];
  const [sentBody, body] = [said.text, text].map((one) =>
    one.slice(0, one.indexOf(`#${said.code}`)).trimEnd(),
  );
  const expected = CLASS_OF_ALTERATION[alteration ?? ''] ?? 'no class';
  // A part of another message, left over under the same number, came to be in it, whatever else was done to it.
  if (isMixed) return ['altered', 'joined wrongly', expected];
  // Without its middle part a text may read as if it had been cut there: nobody can tell the one from the other.
  const mayBeCut = alteration === 'part-missing' && sentBody?.startsWith(body ?? '');
  return mayBeCut ? [expected, 'truncated'] : [expected];
}

function instantsOf(said: SaidMessage, truth: TrueMessage) {
  const { offeredAt, isTaken } = takenOf(truth);
  const submissionOff = said.submittedAt === null || !isTaken ? null : said.submittedAt - offeredAt;
  const [first] = confirmations(said, truth);
  const receptionOff = first === undefined || said.receivedAt === null ? null : said.receivedAt - first.at;
  const delayOff = submissionOff === null || receptionOff === null ? null : receptionOff - submissionOff;
  return { submissionOff, receptionOff, delayOff };
}

/** When the carrier had its first part, the last time that was offered. */
function takenOf({ parts }: TrueMessage): { offeredAt: number; isTaken: boolean } {
  const last = parts.get(1)?.offers.at(-1);
  return { offeredAt: last?.at ?? Number.NaN, isTaken: last !== undefined && last.answer !== 'throttled' };
}

function lastAnswer(part: TruePart | undefined) {
  return part?.offers.at(-1)?.answer;
}

/** What the phone it was for handed in, code and all, and was heard with; the first one first. */
function confirmations(said: SaidMessage, truth: TrueMessage) {
  return truth.posts
    .filter((post) => post.status !== null && post.status < 300 && isConfirmation(said, truth, post))
    .sort((a, b) => a.at - b.at);
}

function isConfirmation(
  said: SaidMessage,
  truth: TrueMessage,
  post: { phone: string; text: string },
): boolean {
  return post.phone === truth.destination && post.text.includes(`#${said.code}`);
}
