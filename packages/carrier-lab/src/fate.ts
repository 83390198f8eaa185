/**
 * Decides the fate of one message, as a pure function of the carrier's scenario and a random generator. Marks are drawn (or
 * scripted) first, then turned into times. The number of draws is fixed, so that changing one rate does not affect the
 * decisions of the others.
 */
import type { Random } from './random.ts';
import type {
  Alteration,
  CarrierScenario,
  FateMark,
  Latency,
  MediaFate,
  MediaRates,
  RateName,
  ScriptLine,
} from './scenario-model.ts';
import { MEDIA_RATES, RATE_MARKS } from './scenario-model.ts';

/**
 * Minimum delay of a receipt after the answer, so that they are separate writes. Written together they stall a client with
 * Nagle's algorithm on, which waits for an acknowledgment that our kernel delays.
 */
export const RECEIPT_GAP_MS = 5;
/** How long an early receipt or delivery precedes the answer: on a busy machine a gap of a few milliseconds may fall into one tick. */
export const EARLY_GAP_MS = 20;

/** Jitter of the parts of a long message, as a share of their delay, so that they are sometimes out of order. */
const PART_SPREAD = 0.3;
const MAX_PART_SPREAD_MS = 300;

type SubmitFate =
  | { readonly kind: 'accept' }
  | { readonly kind: 'reject'; readonly status: number }
  /** Answered ESME_RTHROTTLED this many times, then accepted. */
  | { readonly kind: 'throttle'; readonly times: number }
  /** Accepted, but submit_sm_resp is never written. */
  | { readonly kind: 'no-answer' }
  /** Accepted, but the connection closes before the answer, which loses all answers in flight on it. */
  | { readonly kind: 'cut' };

export type ReceiptState = 'delivered' | 'undeliverable' | 'enroute';

/** Times are milliseconds from the arrival of the submit_sm. */
export interface PartFate {
  readonly submit: SubmitFate;
  readonly answerAfterMs: number;
  readonly receipts: readonly { readonly state: ReceiptState; readonly afterMs: number }[];
  readonly deliveries: readonly { readonly afterMs: number }[];
}

export interface MessageFate {
  readonly marks: readonly FateMark[];
  /** One for each part, in order; a short message has one. */
  readonly parts: readonly PartFate[];
  /** Alterations of the text: the first one that changes it applies. */
  readonly alterations: readonly Alteration[];
  /** What happens to its files, if it has any: those of the first copy, and of a second one. */
  readonly media: readonly [MediaFate, MediaFate];
  /** Only the last file is transcoded, stripped or corrupted. */
  readonly isLastFileOnly: boolean;
  /** The handset sees another sender. */
  readonly isSenderChanged: boolean;
  /** It reaches another handset. */
  readonly isMisrouted: boolean;
}

/** Decides the fate of a message with `total` parts; a `script` line overrides rates and latencies. */
export function decideFate(
  carrier: CarrierScenario,
  script: ScriptLine | null,
  random: Random,
  total: number,
): MessageFate {
  const drawn = drawMarks(carrier, random.fork('marks'));
  const marks = script?.marks ?? drawn;
  const times = random.fork('times');
  const throttles = 1 + Math.floor(times.next() * 3);
  const chosenPart = Math.floor(times.next() * total);
  const deliverAfter = script?.deliverAfter ?? drawLatency(carrier.delivery, times);
  const parts = Array.from({ length: total }, (_, index) => {
    const partTimes = random.fork(`part ${index}`);
    return decidePart({
      carrier,
      marks,
      throttles,
      isChosen: index === chosenPart,
      answerAfter: script?.answerAfter ?? drawLatency(carrier.answer, partTimes),
      deliverAfter:
        deliverAfter +
        (total > 1 ? partTimes.next() * Math.min(MAX_PART_SPREAD_MS, PART_SPREAD * deliverAfter) : 0),
      times: partTimes,
    });
  });
  const alterations = marks.includes('altered') ? carrier.alterations : [];
  const ofFiles = random.fork('media');
  const drawnMedia = drawMediaFate(carrier.media, ofFiles.next());
  return {
    marks,
    parts,
    alterations,
    // The second copy takes another route and is not altered, unless a script says what happens to both.
    media: [script?.media ?? drawnMedia, script?.media ?? 'intact'],
    isLastFileOnly: ofFiles.next() < carrier.lastFileOnly,
    isSenderChanged: marks.includes('sender-changed'),
    isMisrouted: marks.includes('misrouted'),
  };
}

interface PartDraw {
  readonly carrier: CarrierScenario;
  readonly marks: readonly FateMark[];
  readonly throttles: number;
  /** Whether a mark that affects a single part of a long message affects this one. */
  readonly isChosen: boolean;
  readonly answerAfter: number;
  readonly deliverAfter: number;
  readonly times: Random;
}

function decidePart(draw: PartDraw): PartFate {
  const { carrier, marks, isChosen, times } = draw;
  const has = (mark: FateMark) => marks.includes(mark);
  // What comes before the answer needs time for it, and a write of its own.
  const isAnsweredLast = has('receipt-early') || has('delivered-early');
  const answerAfterMs = isAnsweredLast ? Math.max(draw.answerAfter, 2 * EARLY_GAP_MS) : draw.answerAfter;
  if (has('rejected')) {
    return {
      submit: { kind: 'reject', status: carrier.rejectionStatus },
      answerAfterMs,
      receipts: [],
      deliveries: [],
    };
  }
  const submit: SubmitFate =
    has('throttled') && isChosen
      ? { kind: 'throttle', times: draw.throttles }
      : has('answer-lost') && isChosen
        ? { kind: 'no-answer' }
        : has('link-cut') && isChosen
          ? { kind: 'cut' }
          : { kind: 'accept' };
  const handsetAt = answerAfterMs + (has('delivered-early') ? -EARLY_GAP_MS : draw.deliverAfter);
  const isLost = has('lost') || (has('part-lost') && isChosen);
  const isSilent = isLost || has('lie') || has('undeliverable') || carrier.receiptsOnly;
  const again = handsetAt + 1 + drawLatency(carrier.delivery, times);
  const deliveries = isSilent ? [] : [{ afterMs: handsetAt }];
  if (!isSilent && has('delivered-twice')) deliveries.push({ afterMs: again });
  const receipts = isLost || has('receipt-missing') ? [] : drawReceipts(draw, answerAfterMs, handsetAt);
  return { submit, answerAfterMs, receipts, deliveries };
}

function drawReceipts(
  draw: PartDraw,
  answerAt: number,
  handsetAt: number,
): { state: ReceiptState; afterMs: number }[] {
  const { carrier, marks, times } = draw;
  const fails = marks.includes('undeliverable') || marks.includes('failed-lie');
  const state: ReceiptState = fails ? 'undeliverable' : 'delivered';
  const usual = Math.max(answerAt + RECEIPT_GAP_MS, handsetAt + drawLatency(carrier.receipt, times));
  const finalAt = marks.includes('receipt-early') ? Math.max(0, answerAt - EARLY_GAP_MS) : usual;
  const laterAt = usual + RECEIPT_GAP_MS + drawLatency(carrier.receipt, times);
  const receipts: { state: ReceiptState; afterMs: number }[] = [{ state, afterMs: finalAt }];
  if (marks.includes('receipt-twice')) receipts.push({ state, afterMs: laterAt });
  if (marks.includes('receipts-contradict'))
    receipts.push({ state: fails ? 'delivered' : 'undeliverable', afterMs: laterAt });
  if (marks.includes('receipts-reordered')) receipts.push({ state: 'enroute', afterMs: laterAt });
  return receipts;
}

/** Draws the marks by rate: at most one of the submission and one of the arrival, and any others. */
function drawMarks({ rates }: CarrierScenario, random: Random): FateMark[] {
  const submission = pickOne(rates, ['rejection', 'throttling', 'lostAnswers', 'linkCuts'], random.next());
  const arrival = pickOne(rates, ['loss', 'partLoss', 'lies', 'failedReceipts', 'misrouting'], random.next());
  const missing = pickOne(rates, ['missingReceipts'], random.next());
  const twice = pickOne(rates, ['duplicateReceipts'], random.next());
  const earlyReceipt = pickOne(rates, ['earlyReceipts'], random.next());
  const reordered = pickOne(rates, ['reorderedReceipts'], random.next());
  const again = pickOne(rates, ['duplicateDeliveries'], random.next());
  const altered = pickOne(rates, ['alterations'], random.next());
  const failedLie = pickOne(rates, ['failedLies'], random.next());
  const otherSender = pickOne(rates, ['senderChanges'], random.next());
  const contradiction = pickOne(rates, ['contradictingReceipts'], random.next());
  const earlyDelivery = pickOne(rates, ['earlyDeliveries'], random.next());

  // Only observable marks remain: nothing follows a rejection, a lost message does not arrive, and a lie needs its receipt.
  if (submission === 'rejected') return ['rejected'];
  const marks: FateMark[] = submission === null ? [] : [submission];
  if (arrival !== null) marks.push(arrival);
  const arrives = arrival === null;
  const hasReceipt = arrival !== 'lost' && (!arrives || missing === null);
  if (arrives && missing !== null) marks.push(missing);
  if (hasReceipt)
    for (const mark of [twice, earlyReceipt, reordered, contradiction]) if (mark !== null) marks.push(mark);
  if (arrives)
    for (const mark of [again, altered, otherSender, earlyDelivery]) if (mark !== null) marks.push(mark);
  if (arrives && hasReceipt && failedLie !== null) marks.push(failedLie);
  return marks;
}

/** The mark whose interval contains `draw` when the shares are laid end to end from 0; null beyond them. */
function pickOne(
  rates: Readonly<Record<RateName, number>>,
  names: readonly RateName[],
  draw: number,
): FateMark | null {
  let edge = 0;
  for (const name of names) {
    edge += rates[name];
    if (draw < edge) return RATE_MARKS[name];
  }
  return null;
}

function drawMediaFate(rates: MediaRates, draw: number): MediaFate {
  let edge = 0;
  for (const name of Object.keys(MEDIA_RATES) as (keyof MediaRates)[]) {
    edge += rates[name];
    if (draw < edge) return MEDIA_RATES[name];
  }
  return 'intact';
}

/** Skewed towards min (the mean is a third of the way to max); the tail is uniform. */
function drawLatency(latency: Latency, random: Random): number {
  const draw = random.next();
  const { min, max, tail } = latency;
  if (tail !== null && draw < tail.share) return max + (draw / tail.share) * (tail.max - max);
  const share = tail === null ? draw : (draw - tail.share) / (1 - tail.share);
  return min + (max - min) * share * share;
}
