/**
 * Decides what the product may report for a message, given what really happened. Written from the requirements (SERVER-2 to
 * SERVER-4, docs/promises.md) and sharing no code with the product, so that both must agree independently.
 */
import type { Report } from './report.ts';
import type { TrueMessage } from './truth-book.ts';
import { areFilesAltered, faultsOfFiles, findingOfPosts } from './truth-files.ts';
import {
  mayBeTooLate,
  observationsOf,
  offerOf,
  type PartOutcome,
  type ReceiptOutcome,
  throttledOutcomes,
} from './truth-observations.ts';

/** One allowed outcome of a message. */
interface Ending {
  readonly status: string;
  readonly verdict: string;
}

export interface JudgeOptions {
  /** How long a message may wait for submission. */
  readonly expiryMs: number;
  readonly deadlineMs: number;
  /** The response timeout. */
  readonly answerWithinMs: number;
  /** The largest allowed difference between the product's instants and the lab's. */
  readonly toleranceMs: number;
  readonly cuts: readonly number[];
  /** When the phone was switched off; null: never. */
  readonly absenceOf?: (phone: string) => { readonly from: number; readonly until: number } | null;
}

/** The faults as sentences, and the errors of its instants in milliseconds. */
export interface Judgement {
  readonly faults: readonly string[];
  readonly ending: string;
  readonly submissionOff: number | null;
  readonly receptionOff: number | null;
  readonly delayOff: number | null;
}

/** The handset reports each part as a message of its own: the text is whole, but nothing else confirms it. */
const SEPARATE = 'parts-separate';

const CLASS_OF_ALTERATION: Readonly<Record<string, string>> = {
  'straight-quotes': 'cosmetic',
  'no-emoji': 're-encoded',
  'question-marks': 're-encoded',
  'no-accents': 're-encoded',
  mojibake: 're-encoded',
  'page-mark': 'text added',
  truncated: 'truncated',
  shortened: 'truncated',
  'parts-swapped': 'joined wrongly',
  'part-missing': 'joined wrongly',
  'part-twice': 'joined wrongly',
  'headers-as-text': 'joined wrongly',
  [SEPARATE]: 'joined wrongly',
  'curly-quotes': 'cosmetic',
  'wide-spaces': 'cosmetic',
  'line-joined': 'cosmetic',
  'direction-mark': 'cosmetic',
  'link-rewritten': 'link rewritten',
  'label-added': 'text added',
  'footer-added': 'text added',
  'masked-digits': 'masked',
  'html-escapes': 'escaped',
  'middle-missing': 'part missing',
  'label-and-mask': 'masked',
};

export function judge(report: Report, truth: TrueMessage | undefined, options: JudgeOptions): Judgement {
  const faults: string[] = [];
  const endings = truth === undefined ? neverOffered(report, options) : endingsOf(report, truth, options);
  const isAllowed = endings.some(
    ({ status, verdict }) => status === report.status && verdict === report.verdict,
  );
  if (!isAllowed) {
    const allowed = endings.map(({ status, verdict }) => `${status} (${verdict})`).join(' or ') || 'waiting';
    faults.push(`is reported as ${report.status} (${report.verdict}), but should be ${allowed}`);
  }
  if (report.explained !== report.verdict)
    faults.push(`is ${report.verdict}, but explained as ${report.explained}`);
  const off = { submissionOff: null, receptionOff: null, delayOff: null };
  if (truth === undefined) return { faults, ending: report.verdict, ...off };
  faults.push(...faultsOfText(report, truth), ...faultsOfReceipts(report, truth, options));
  faults.push(...faultsOfPosts(report, truth), ...faultsOfArrival(report, truth));
  faults.push(...faultsOfFiles(report, truth, confirmations(report, truth)));
  const instants = instantsOf(report, truth);
  for (const [name, distance] of Object.entries(instants))
    if (distance !== null && Math.abs(distance) > options.toleranceMs)
      faults.push(`${name} is ${distance} ms from the truth`);
  return { faults, ending: report.verdict, ...instants };
}

/** The message never reached the carrier: it was not written, or was lost with a link. */
function neverOffered(report: Report, options: JudgeOptions): Ending[] {
  const { cuts, deadlineMs } = options;
  const { submittedAt } = report;
  if (submittedAt === null) return notSentEndings(report, options);
  const mayBeLost = cuts.some((at) => Math.abs(at - submittedAt) < deadlineMs);
  if (!mayBeLost) return [];
  return [UNKNOWN];
}

/** A message that we hold back is "not sent", but only after its expiry; until then it waits. */
function notSentEndings({ endedAfterMs }: Report, { expiryMs, toleranceMs }: JudgeOptions): Ending[] {
  const hasExpired = endedAfterMs !== null && endedAfterMs >= expiryMs - toleranceMs;
  return hasExpired ? [{ status: 'FAILED', verdict: 'not sent' }] : [];
}

/** The first part or its response was lost, so the message was not refused, whatever happened to the other parts. */
const UNKNOWN: Ending = { status: 'UNKNOWN', verdict: 'unknown' };

function endingsOf(report: Report, truth: TrueMessage, options: JudgeOptions): Ending[] {
  const first = firstReport(report, truth);
  if (first === null) return withoutConfirmation(report, truth, options);
  const { offeredAt } = offerOf(truth);
  const copies = confirmations(report, truth);
  const isIntact = copies.some(({ text }) => text === report.text || readsAsSent(text, truth));
  if (!isIntact || areFilesAltered(findingOfPosts(truth, copies)))
    return [{ status: 'RECEIVED', verdict: 'altered' }];
  const slack = first - (offeredAt + options.deadlineMs);
  const endings: Ending[] = [];
  if (slack > -options.toleranceMs) endings.push({ status: 'RECEIVED', verdict: 'late' });
  if (slack < options.toleranceMs) endings.push({ status: 'RECEIVED', verdict: 'confirmed' });
  return endings;
}

/** A reader sees no difference, so the message is not altered (CHANGE-1). */
function readsAsSent(posted: string, { reached, destination }: TrueMessage): boolean {
  return reached.some(
    ({ phone, text, alteration, isMixed }) =>
      phone === destination &&
      text === posted &&
      !isMixed &&
      CLASS_OF_ALTERATION[alteration ?? ''] === 'cosmetic',
  );
}

/** Without a handset report the carrier's responses and receipts decide. */
function withoutConfirmation(report: Report, truth: TrueMessage, options: JudgeOptions): Ending[] {
  if (offerOf(truth).isThrottled) {
    const late = mayBeTooLate(truth, options) ? [UNKNOWN] : [];
    return [
      ...throttledOutcomes(truth, options).flatMap((outcome) => throttledEndings(outcome, report, options)),
      ...late,
    ];
  }
  const endings = new Map<string, Ending>();
  for (const { outcomes, receipt } of observationsOf(truth, options)) {
    const ending = endingOf(outcomes, receipt, report.evidence);
    endings.set(ending.verdict, ending);
  }
  // Without an agent the product cannot know that the phone was off.
  if (report.evidence === 'receipt') return [...endings.values()];
  return considerAbsence([...endings.values()], truth, options);
}

/** Throttled until its expiry: not sent. If its response was lost it is not retried, since the carrier may have it. */
function throttledEndings(outcome: PartOutcome, report: Report, options: JudgeOptions): Ending[] {
  return outcome === 'lost' ? [UNKNOWN] : notSentEndings(report, options);
}

/** How far the offline share of a message's time must be from one half to be certain. */
const CERTAIN = 0.3;

/** A handset that was offline for half of the message's time is not a failure of the route. */
function considerAbsence(endings: readonly Ending[], truth: TrueMessage, options: JudgeOptions): Ending[] {
  const absence = options.absenceOf?.(truth.destination) ?? null;
  if (absence === null) return [...endings];
  const { offeredAt: from } = offerOf(truth);
  const until = from + options.deadlineMs;
  const away = Math.max(0, Math.min(absence.until, until) - Math.max(absence.from, from));
  const share = away / options.deadlineMs;
  return endings.flatMap((ending) => {
    const isSilence = ['lost', 'unknown', 'receipt only'].includes(ending.verdict);
    if (!isSilence || share < 0.5 - CERTAIN) return [ending];
    const status = ending.status === 'DELIVERED' ? 'DELIVERED' : 'UNKNOWN';
    const offline = { status, verdict: 'handset offline' };
    return share > 0.5 + CERTAIN ? [offline] : [ending, offline];
  });
}

function endingOf(outcomes: readonly PartOutcome[], receipt: ReceiptOutcome, evidence: string): Ending {
  if (receipt === 'delivered')
    return { status: 'DELIVERED', verdict: evidence === 'receipt' ? 'carrier confirmed' : 'receipt only' };
  if (outcomes.includes('refused')) return { status: 'FAILED', verdict: 'rejected' };
  if (receipt === 'failed') return { status: 'FAILED', verdict: 'undelivered' };
  if (outcomes.includes('lost')) return { status: 'UNKNOWN', verdict: 'unknown' };
  return { status: 'FAILED', verdict: 'lost' };
}

/** Checks the receipts even if the handset's report decides: each must be matched with its own message. */
function faultsOfReceipts(report: Report, truth: TrueMessage, options: JudgeOptions): string[] {
  const outcomes = offerOf(truth).isThrottled
    ? ['none']
    : observationsOf(truth, options).map(({ receipt }) => receipt);
  if (outcomes.includes(report.receipt)) return [];
  return [`has a receipt with ${report.receipt}, but was sent ${[...new Set(outcomes)].join(' or ')}`];
}

/** The text sent to the carrier must be the reported one, ending with its code. */
function faultsOfText(report: Report, { parts, total }: TrueMessage): string[] {
  if (parts.size < total) return [];
  const text = [...parts]
    .sort(([a], [b]) => a - b)
    .map(([, part]) => part.text)
    .join('');
  const isTorn = /[\uD800-\uDFFF\uFFFD]/u.test(text);
  if (!isTorn && text !== report.text)
    return [`was sent as ${JSON.stringify(text)}instead of ${JSON.stringify(report.text)}`];
  return text.endsWith(`#${report.code}`) ? [] : ['was sent without its code'];
}

/** A confirming post must be answered 200, any other 404. */
function faultsOfPosts(report: Report, truth: TrueMessage): string[] {
  return truth.posts.flatMap((post) => {
    const expected = isConfirmation(report, truth, post) ? 200 : 404;
    const isFinal = post.status !== null && post.status < 500 && post.status !== 429;
    return isFinal && post.status !== expected
      ? [`was posted and answered ${post.status} instead of ${expected}`]
      : [];
  });
}

function faultsOfArrival(report: Report, truth: TrueMessage): string[] {
  const confirming = confirmations(report, truth);
  if (confirming.length === 0) {
    return report.comparison === null && report.sender === null && report.receivedAt === null
      ? []
      : [`never arrived, but is reported as ${report.comparison} with sender ${report.sender}`];
  }
  const faults: string[] = [];
  const arrivals = truth.reached.filter(({ phone }) => phone === truth.destination);
  const classes = arrivals
    .filter(({ text }) => text.includes(`#${report.code}`))
    .flatMap((arrival) => classesOf(report, arrival));
  const expected = classes.includes('identical') ? ['identical'] : classes;
  if (!expected.includes(report.comparison ?? ''))
    faults.push(`arrived ${[...new Set(expected)].join(' or ')}, but is reported as ${report.comparison}`);
  const isSame = arrivals.some(({ sender }) => sender === truth.source);
  const sender = isSame ? 'identical' : 'altered';
  if (report.sender !== sender)
    faults.push(`arrived with sender ${sender}, but is reported with ${report.sender}`);
  return faults;
}

function classesOf(report: Report, { text, alteration, isMixed }: TrueMessage['reached'][number]): string[] {
  if (text === report.text && alteration !== SEPARATE) return ['identical'];
  const [sentBody, body] = [report.text, text].map((one) =>
    one.slice(0, one.indexOf(`#${report.code}`)).trimEnd(),
  );
  const expected = CLASS_OF_ALTERATION[alteration ?? ''] ?? 'no class';
  // A leftover part of another message with the same reference is in the text, whatever else was changed.
  if (isMixed) return ['altered', 'joined wrongly', 'text added', 'part missing', expected];
  // Without its middle part a text may look truncated; the two cases cannot be distinguished.
  const mayBeCut = alteration === 'part-missing' && sentBody?.startsWith(body ?? '');
  return mayBeCut ? [expected, 'truncated'] : [expected];
}

function instantsOf(report: Report, truth: TrueMessage) {
  const { offeredAt, isAccepted } = offerOf(truth);
  const submissionOff = report.submittedAt === null || !isAccepted ? null : report.submittedAt - offeredAt;
  const first = firstReport(report, truth);
  const off = first === null || report.receivedAt === null ? null : report.receivedAt - first;
  // A part of a misrouted message may have the text of one of its own, and may have come earlier.
  const receptionOff = off !== null && off < 0 && isSeparate(truth) ? null : off;
  const delayOff = submissionOff === null || receptionOff === null ? null : receptionOff - submissionOff;
  return { submissionOff, receptionOff, delayOff };
}

/** The posts of the right phone with the code that were accepted, earliest first. */
function confirmations(report: Report, truth: TrueMessage) {
  return truth.posts
    .filter((post) => post.status !== null && post.status < 300 && isConfirmation(report, truth, post))
    .sort((a, b) => a.at - b.at);
}

/** When the first report of a confirmed message was posted; it may be a part without the code. Null: it is not confirmed. */
function firstReport(report: Report, truth: TrueMessage): number | null {
  const [first] = confirmations(report, truth);
  if (first === undefined) return null;
  const isPart = ({ phone, status }: TrueMessage['posts'][number]) =>
    phone === truth.destination && status === 404;
  const parts = isSeparate(truth) ? truth.posts.filter(isPart) : [];
  return Math.min(first.at, ...parts.map(({ at }) => at));
}

function isSeparate({ reached, destination }: TrueMessage): boolean {
  return reached.some(({ phone, alteration }) => phone === destination && alteration === SEPARATE);
}

function isConfirmation(report: Report, truth: TrueMessage, post: { phone: string; text: string }): boolean {
  return post.phone === truth.destination && post.text.includes(`#${report.code}`);
}
