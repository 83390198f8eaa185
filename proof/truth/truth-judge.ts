/**
 * What the product may say of a message, given what truly happened to it. Written from the requirements (SERVER-2 to
 * SERVER-4, docs/promises.md), not from the product's code, of which it uses nothing: both must come to the same.
 */
import type { TrueMessage } from './truth-book.ts';
import { type Heard, hearingsOf, putOffHeard, putOffLate, type ReceiptWord, takenOf } from './truth-heard.ts';

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
  /** What the carrier's receipts come to. */
  readonly receipt: ReceiptWord;
  readonly comparison: string | null;
  readonly sender: string | null;
  readonly submittedAt: number | null;
  readonly receivedAt: number | null;
  /** How long after it was made nothing more was expected of it, in milliseconds; null: something still is. */
  readonly endedAfterMs: number | null;
}

/** One way in which a message may be said to have ended. */
interface Ending {
  readonly status: string;
  readonly verdict: string;
}

export interface JudgeOptions {
  /** For so long a message may wait to be submitted. */
  readonly expiryMs: number;
  readonly deadlineMs: number;
  /** For so long an answer is waited for. */
  readonly answerWithinMs: number;
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
    const allowed =
      endings.map(({ status, verdict }) => `${status} (${verdict})`).join(' or ') || 'to be sent';
    faults.push(`is said to be ${said.status} (${said.verdict}), and is ${allowed}`);
  }
  if (said.explained !== said.verdict) faults.push(`is ${said.verdict}, and explained as ${said.explained}`);
  const off = { submissionOff: null, receptionOff: null, delayOff: null };
  if (truth === undefined) return { faults, ending: said.verdict, ...off };
  faults.push(...faultsOfText(said, truth), ...faultsOfReceipts(said, truth, options));
  faults.push(...faultsOfPosts(said, truth), ...faultsOfArrival(said, truth));
  const instants = instantsOf(said, truth);
  for (const [name, distance] of Object.entries(instants))
    if (distance !== null && Math.abs(distance) > options.toleranceMs)
      faults.push(`${name} is ${distance} ms from the truth`);
  return { faults, ending: said.verdict, ...instants };
}

/**
 * What is to be said of a test whose messages have all ended (SERVER-2, GUARD-8): those of which nothing is known, and those
 * that were never sent, change nothing.
 */
export function statusOfTest(
  messages: readonly Pick<SaidMessage, 'status' | 'verdict' | 'evidence'>[],
): string {
  const known = messages.filter(
    ({ status, verdict }) => status !== 'UNKNOWN' && verdict !== 'handset offline' && verdict !== 'not sent',
  );
  const received = known.filter(
    ({ status, evidence }) => status === 'RECEIVED' || (status === 'DELIVERED' && evidence === 'receipt'),
  );
  if (received.length === 0) return 'FAILED';
  return received.length === known.length ? 'DELIVERED' : 'PARTIALLY_DELIVERED';
}

/** And why, where nothing is known of any of them. */
export function reasonOfTest(messages: readonly Pick<SaidMessage, 'status' | 'verdict'>[]): string | null {
  const unknown = messages.filter(
    ({ status, verdict }) => status === 'UNKNOWN' || verdict === 'handset offline' || verdict === 'not sent',
  );
  if (unknown.length < messages.length) return null;
  if (messages.every(({ verdict }) => verdict === 'not sent')) return 'not sent';
  const isAway = messages.every(({ verdict }) => verdict === 'handset offline');
  return isAway ? 'no outcome known: every handset was offline' : 'no outcome known';
}

/** It never reached the carrier: nobody wrote it, or it went down with a link. */
function neverOffered(said: SaidMessage, options: JudgeOptions): Ending[] {
  const { cuts, deadlineMs } = options;
  const { submittedAt } = said;
  if (submittedAt === null) return heldBack(said, options);
  const wentDown = cuts.some((at) => Math.abs(at - submittedAt) < deadlineMs);
  if (!wentDown) return [];
  return [UNKNOWN];
}

/** What we hold back is called never sent, and that only once its expiry is over: until then it is to be sent. */
function heldBack({ endedAfterMs }: SaidMessage, { expiryMs, toleranceMs }: JudgeOptions): Ending[] {
  const hasExpired = endedAfterMs !== null && endedAfterMs >= expiryMs - toleranceMs;
  return hasExpired ? [{ status: 'FAILED', verdict: 'not sent' }] : [];
}

/** Its first part, or the answer to it, went down: nobody refused it, whatever became of the others. */
const UNKNOWN: Ending = { status: 'UNKNOWN', verdict: 'unknown' };

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
  if (takenOf(truth).isPutOff) {
    const late = putOffLate(truth, options) ? [UNKNOWN] : [];
    return [...putOffHeard(truth, options).flatMap((heard) => endingsPutOff(heard, said, options)), ...late];
  }
  const endings = new Map<string, Ending>();
  for (const { heard, receipt } of hearingsOf(truth, options)) {
    const ending = endingOf(heard, receipt, said.evidence);
    endings.set(ending.verdict, ending);
  }
  return excuse([...endings.values()], truth, options);
}

/** Put off until its expiry it was never sent; whose answer was lost is not sent again, as the carrier may have it. */
function endingsPutOff(heard: Heard, said: SaidMessage, options: JudgeOptions): Ending[] {
  return heard === 'lost' ? [UNKNOWN] : heldBack(said, options);
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

function endingOf(heard: readonly Heard[], receipt: ReceiptWord, evidence: string): Ending {
  if (receipt === 'delivered')
    return { status: 'DELIVERED', verdict: evidence === 'receipt' ? 'carrier confirmed' : 'receipt only' };
  if (heard.includes('refused')) return { status: 'FAILED', verdict: 'rejected' };
  if (receipt === 'failed') return { status: 'FAILED', verdict: 'undelivered' };
  if (heard.includes('lost')) return { status: 'UNKNOWN', verdict: 'unknown' };
  return { status: 'FAILED', verdict: 'lost' };
}

/** What the carrier's receipts came to, also where a handset has the last word: each is to be found with its own message. */
function faultsOfReceipts(said: SaidMessage, truth: TrueMessage, options: JudgeOptions): string[] {
  const words = takenOf(truth).isPutOff ? ['none'] : hearingsOf(truth, options).map(({ receipt }) => receipt);
  if (words.includes(said.receipt)) return [];
  return [`has a receipt that says ${said.receipt}, and was sent ${[...new Set(words)].join(' or ')}`];
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
