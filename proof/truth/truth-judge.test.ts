/** The judge, on single messages written out: what it lets pass and what it does not. */
import type { TryOutcome } from '@textprobe/carrier-lab/receipt-sender';
import type { TruthEvent } from '@textprobe/carrier-lab/truth-event';
import { expect, test } from 'vitest';
import { createTruthBook } from './truth-book.ts';
import { judge, type SaidMessage } from './truth-judge.ts';

const FROM = '+14155550001';
const TO = '+12125550001';
const TEXT = 'T1 Hello #A0000000001';
const SUBMITTED = 1_000;

const CONFIRMED: SaidMessage = {
  code: 'A0000000001',
  text: TEXT,
  evidence: 'handset',
  status: 'RECEIVED',
  verdict: 'confirmed',
  explained: 'confirmed',
  receipt: 'none',
  comparison: 'identical',
  sender: 'identical',
  submittedAt: SUBMITTED,
  receivedAt: 1_500,
  endedAfterMs: 60_000,
};
const SOUGHT = { source: FROM, destination: TO, tag: 'T1', code: CONFIRMED.code, text: TEXT };
const OPTIONS = { expiryMs: 60_000, deadlineMs: 2_000, answerWithinMs: 800, toleranceMs: 5 };
const SILENT = { comparison: null, sender: null, receivedAt: null };

const offered = (more: object = {}) =>
  ({
    kind: 'offered',
    at: SUBMITTED,
    message: 1,
    part: 1,
    total: 1,
    source: FROM,
    destination: TO,
    carrier: 'AT&T',
    text: TEXT,
    marks: [],
    answer: 'accepted',
    ...more,
  }) as TruthEvent;
const answered: TruthEvent = { kind: 'answered', at: 1_010, message: 1, part: 1, written: true };
const reached = (text = TEXT, more: object = {}) =>
  ({
    kind: 'reached',
    at: 1_490,
    message: 1,
    phone: TO,
    sender: FROM,
    text,
    alteration: null,
    isMixed: false,
    ...more,
  }) as TruthEvent;
const posted = (status: number | null = 200, more: object = {}) =>
  ({ kind: 'posted', at: 1_500, message: 1, phone: TO, text: TEXT, status, ...more }) as TruthEvent;
const receipt = (state: 'delivered' | 'undeliverable', ...outcomes: TryOutcome[]): TruthEvent[] => {
  const which = { at: 1_600, message: 1, part: 1, state, receipt: 1 };
  const tried = { ...which, kind: 'receipt tried', sentAt: 1_600, link: 1 } as const;
  return [
    { ...which, kind: 'receipt', isTrue: true },
    ...(outcomes.length > 0 ? outcomes : (['taken'] as const)).map((outcome) => ({ ...tried, outcome })),
  ];
};

function faultsOf(said: Partial<SaidMessage>, ...events: TruthEvent[]): readonly string[] {
  const book = createTruthBook((text) => text.slice(0, text.indexOf(' ')));
  for (const event of events) book.note(event);
  const verdict = said.verdict ?? CONFIRMED.verdict;
  const whole = { ...CONFIRMED, explained: verdict, ...said };
  return judge(whole, book.find({ ...SOUGHT, text: whole.text }), { ...OPTIONS, cuts: book.cuts }).faults;
}

const ARRIVED = [offered(), answered, reached(), posted()];

test('what is said as it was passes', () => {
  expect(faultsOf({}, ...ARRIVED)).toEqual([]);
  expect(faultsOf({ status: 'FAILED', verdict: 'lost', ...SILENT }, offered(), answered)).toEqual([]);
});

test('a lie of the carrier’s that is believed does not', () => {
  const lied = [offered(), answered, ...receipt('delivered')];
  const said = { receipt: 'delivered' } as const;
  expect(faultsOf({ ...said, status: 'DELIVERED', verdict: 'receipt only', ...SILENT }, ...lied)).toEqual([]);
  expect(faultsOf(said, ...lied)).toEqual([
    'is said to be RECEIVED (confirmed), and is DELIVERED (receipt only)',
    'never arrived, and is said to have, identical from a sender identical',
  ]);
});

test('a receipt that was matched with another message does not pass, though a handset has the last word', () => {
  expect(faultsOf({ receipt: 'delivered' }, ...ARRIVED, ...receipt('delivered'))).toEqual([]);
  expect(faultsOf({ receipt: 'delivered' }, ...ARRIVED)).toEqual([
    'has a receipt that says delivered, and was sent none',
  ]);
  expect(faultsOf({ receipt: 'none' }, ...ARRIVED, ...receipt('undeliverable'))).toEqual([
    'has a receipt that says none, and was sent failed',
  ]);
});

test('a message that was put off is never sent, unless that answer was lost: then nothing is known of it', () => {
  const notSent = { status: 'FAILED', verdict: 'not sent', submittedAt: null, ...SILENT };
  const unknown = { status: 'UNKNOWN', verdict: 'unknown', ...SILENT };
  const putOff = offered({ answer: 'throttled' });
  const lost: TruthEvent = { kind: 'answered', at: 1_010, message: 1, part: 1, written: false };
  const cut: TruthEvent = { kind: 'link cut', at: 1_015, message: 2 };
  expect(faultsOf(notSent, putOff, answered)).toEqual([]);
  expect(faultsOf({ ...notSent, endedAfterMs: 2_000 }, putOff, answered)).not.toEqual([]);
  expect(faultsOf(unknown, putOff, answered)).not.toEqual([]);
  expect(faultsOf(unknown, putOff, lost)).toEqual([]);
  expect(faultsOf(notSent, putOff, lost)).not.toEqual([]);
  expect(faultsOf(unknown, putOff, answered, cut)).toEqual([]);
  expect(faultsOf(notSent, putOff, answered, cut)).toEqual([]);
});

test('a message that was put off too late to be sent again is UNKNOWN: nobody refused it', () => {
  const unknown = { status: 'UNKNOWN', verdict: 'unknown', ...SILENT };
  const putOff = offered({ answer: 'throttled' });
  const late = { ...answered, at: SUBMITTED + 1_330 } as TruthEvent;
  expect(faultsOf(unknown, putOff, late)).toEqual([]);
  expect(faultsOf(unknown, putOff, answered)).not.toEqual([]);
  expect(faultsOf({ ...unknown, status: 'FAILED', verdict: 'rejected' }, putOff, late)).not.toEqual([]);
});

test('an answer that was lost is UNKNOWN, whatever receipts say that nobody can place', () => {
  const lost = [offered({ answer: 'none' }), ...receipt('delivered')];
  expect(faultsOf({ status: 'UNKNOWN', verdict: 'unknown', ...SILENT }, ...lost)).toEqual([]);
  expect(faultsOf({ status: 'DELIVERED', verdict: 'receipt only', ...SILENT }, ...lost)).not.toEqual([]);
  expect(faultsOf({ status: 'FAILED', verdict: 'lost', ...SILENT }, ...lost)).not.toEqual([]);
});

test('another class, another sender, or another explanation does not pass', () => {
  const altered = [
    offered(),
    answered,
    reached(`(1/1) ${TEXT}`, { alteration: 'page-mark', sender: '24273' }),
    posted(200, { text: `(1/1) ${TEXT}` }),
  ];
  const said = { verdict: 'altered', comparison: 'altered', sender: 'altered' };
  expect(faultsOf(said, ...altered)).toEqual([]);
  expect(faultsOf({ ...said, comparison: 'truncated' }, ...altered)).toEqual([
    'arrived altered, and is said to be truncated',
  ]);
  expect(faultsOf({ ...said, sender: 'identical' }, ...altered)).toHaveLength(1);
  expect(faultsOf({ ...said, explained: 'confirmed' }, ...altered)).toHaveLength(1);
});

test('a post by somebody else’s phone that was believed does not pass', () => {
  const misrouted = [offered(), answered, reached(TEXT, { phone: '+1999' }), posted(200, { phone: '+1999' })];
  expect(faultsOf({ status: 'FAILED', verdict: 'lost', ...SILENT }, ...misrouted)).toEqual([
    'was handed in and answered 200, not 404',
  ]);
});

test('an instant more than the tolerance from the truth does not pass, nor does a delay', () => {
  expect(faultsOf({ receivedAt: 1_506 }, ...ARRIVED)).toHaveLength(2);
  expect(faultsOf({ submittedAt: SUBMITTED - 3, receivedAt: 1_503 }, ...ARRIVED)).toEqual([
    'delayOff is 6 ms from the truth',
  ]);
});

test('what was never sent must not be said to have been, save where a link went down with it', () => {
  const notSent = { status: 'FAILED', verdict: 'not sent', ...SILENT, submittedAt: null };
  expect(faultsOf(notSent)).toEqual([]);
  const early = faultsOf({ ...notSent, endedAfterMs: 2_100 });
  expect(early).toEqual(['is said to be FAILED (not sent), and is to be sent']);
  expect(faultsOf({ status: 'UNKNOWN', verdict: 'unknown', ...SILENT })).not.toEqual([]);
});

test('a text that went out otherwise than it is shown does not pass', () => {
  expect(
    faultsOf({}, offered({ text: 'T1 Hallo #A0000000001' }), answered, reached(), posted()),
  ).toHaveLength(1);
});

test('an answer that may have gone down with its link leaves two endings, one that was safe before but one', () => {
  const cutAt = (at: number): TruthEvent => ({ kind: 'link cut', at, message: 2 });
  const lost = { status: 'FAILED', verdict: 'lost', ...SILENT };
  const unknown = { status: 'UNKNOWN', verdict: 'unknown', ...SILENT };
  expect(faultsOf(lost, offered(), answered, cutAt(1_020))).toEqual([]);
  expect(faultsOf(unknown, offered(), answered, cutAt(1_020))).toEqual([]);
  expect(faultsOf(unknown, offered(), answered, cutAt(1_200))).not.toEqual([]);
});

test('a receipt that went down with its link, or was never answered, may have been taken or not, and no other', () => {
  const said = {
    delivered: { status: 'DELIVERED', verdict: 'receipt only', receipt: 'delivered', ...SILENT },
    undelivered: { status: 'FAILED', verdict: 'undelivered', receipt: 'failed', ...SILENT },
    lost: { status: 'FAILED', verdict: 'lost', ...SILENT },
  } as const;
  for (const outcome of ['link cut', 'unanswered'] as const) {
    const inDoubt = [offered(), answered, ...receipt('delivered', 'refused', outcome)];
    expect(faultsOf(said.delivered, ...inDoubt)).toEqual([]);
    expect(faultsOf(said.lost, ...inDoubt)).toEqual([]);
    expect(faultsOf(said.undelivered, ...inDoubt)).not.toEqual([]);
    const takenThen = [offered(), answered, ...receipt('delivered', outcome, 'taken')];
    expect(faultsOf(said.delivered, ...takenThen)).toEqual([]);
    expect(faultsOf(said.lost, ...takenThen)).not.toEqual([]);
  }
  const neverTaken = [offered(), answered, ...receipt('delivered', 'unsent', 'refused')];
  expect(faultsOf(said.lost, ...neverTaken)).toEqual([]);
  expect(faultsOf(said.delivered, ...neverTaken)).not.toEqual([]);
});

test('a message with a part that the carrier never saw is UNKNOWN, with a cut link or without: nobody refused it', () => {
  const half = [offered({ total: 2, answer: 'none' })];
  const unknown = { status: 'UNKNOWN', verdict: 'unknown', ...SILENT };
  const rejected = { status: 'FAILED', verdict: 'rejected', ...SILENT };
  const cut: TruthEvent = { kind: 'link cut', at: SUBMITTED + 600, message: 2 };
  expect(faultsOf(rejected, ...half)).not.toEqual([]);
  expect(faultsOf(unknown, ...half)).toEqual([]);
  expect(faultsOf(rejected, ...half, cut)).not.toEqual([]);
  expect(faultsOf(unknown, ...half, cut)).toEqual([]);
});

test('of a message whose first part went down, what is said of the others holds', () => {
  const later = { total: 2, part: 2 };
  const cut: TruthEvent = { kind: 'link cut', at: SUBMITTED - 45, message: 2 };
  const about = (events: TruthEvent[]) => events.map((event) => ({ ...event, part: 2 }) as TruthEvent);
  const second = about([offered({ ...later, text: 'there #A0000000001' }), answered]);
  const long = { text: `T1 ${'long '.repeat(40)}there #A0000000001`, ...SILENT };
  const undelivered = { status: 'FAILED', verdict: 'undelivered', receipt: 'failed', ...long } as const;
  const unknown = { status: 'UNKNOWN', verdict: 'unknown', ...long };
  const failed = about(receipt('undeliverable'));
  expect(faultsOf(undelivered, cut, ...second, ...failed)).toEqual([]);
  expect(faultsOf({ ...unknown, receipt: 'failed' }, cut, ...second, ...failed)).not.toEqual([]);
  expect(faultsOf(unknown, cut, ...second)).toEqual([]);
  expect(faultsOf(undelivered, cut, ...second)).not.toEqual([]);
  expect(faultsOf(unknown, ...second)).not.toEqual([]);
});

test('of a message whose first and last part went down, what is said of the middle one holds', () => {
  const cut: TruthEvent = { kind: 'link cut', at: SUBMITTED - 45, message: 2 };
  const about = (events: TruthEvent[]) => events.map((event) => ({ ...event, part: 2 }) as TruthEvent);
  const middle = about([
    offered({ total: 3, text: 'here or there, ' }),
    answered,
    ...receipt('undeliverable'),
  ]);
  const text = `T1 ${'long '.repeat(60)}here or there, and gone #A0000000001`;
  const undelivered = { status: 'FAILED', verdict: 'undelivered', receipt: 'failed', ...SILENT } as const;
  expect(faultsOf({ ...undelivered, text }, cut, ...middle)).toEqual([]);
  const other = `T1 ${'long '.repeat(60)}nowhere, and gone #A0000000001`;
  expect(faultsOf({ ...undelivered, text: other }, cut, ...middle)).not.toEqual([]);
});

test('of a message that went down whole nothing is known, long or short', () => {
  const cut: TruthEvent = { kind: 'link cut', at: SUBMITTED + 5, message: 2 };
  const unknown = { status: 'UNKNOWN', verdict: 'unknown', ...SILENT };
  const rejected = { status: 'FAILED', verdict: 'rejected', ...SILENT };
  const long = { text: `T1 ${'long '.repeat(40)}#A0000000001` };
  expect(faultsOf(unknown, cut)).toEqual([]);
  expect(faultsOf(rejected, cut)).not.toEqual([]);
  expect(faultsOf({ ...unknown, ...long }, cut)).toEqual([]);
  expect(faultsOf({ ...rejected, ...long }, cut)).not.toEqual([]);
});

test('a code that came late, in a text that another message’s part completed, is no confirmation of that one', () => {
  const book = createTruthBook((text) => text.slice(0, text.indexOf(' ')));
  const earlier = { message: 7, total: 2, text: 'T0 Earlier', destination: TO };
  book.note(offered(earlier));
  book.note(offered({ ...earlier, part: 2, text: 'end #B0000000002' }));
  expect(book.forget('T0')).toBe(1);
  const mixed = 'T1 Hello end #B0000000002';
  for (const event of [offered(), answered, reached(mixed, { isMixed: true }), posted(200, { text: mixed })])
    book.note(event);
  expect(book.find(SOUGHT)).toMatchObject({ reached: [], posts: [] });
  expect(book.answeredWrongly).toEqual([]);
  book.note(posted(404, { text: mixed }));
  expect(book.answeredWrongly).toHaveLength(1);
});

test('what a phone joined crosswise is the message whose code stands in it', () => {
  const other = { message: 2, destination: '+1999', text: 'T1 Bye #B0000000002' };
  const crossed = [
    offered(),
    offered(other),
    answered,
    reached(other.text, { message: 1 }),
    posted(404, { message: 1, text: other.text }),
    reached(TEXT, { message: 2 }),
    posted(200, { message: 2 }),
  ];
  expect(faultsOf({}, ...crossed)).toEqual([]);
  expect(faultsOf({ status: 'FAILED', verdict: 'lost', ...SILENT }, ...crossed)).not.toEqual([]);
});

test('a text that another message’s part came to be in is altered, and not identical', () => {
  const mixed = 'T0 Good #A0000000001';
  const events = [offered(), answered, reached(mixed, { isMixed: true }), posted(200, { text: mixed })];
  expect(faultsOf({ verdict: 'altered', comparison: 'altered' }, ...events)).toEqual([]);
  expect(faultsOf({}, ...events)).not.toEqual([]);
  const garbled = [offered(), answered, reached(mixed, { isMixed: true, alteration: 'headers-as-text' })];
  const post = posted(200, { text: mixed });
  expect(faultsOf({ verdict: 'altered', comparison: 'altered' }, ...garbled, post)).toEqual([]);
});
