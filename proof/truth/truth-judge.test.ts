/** The judge, tested with single messages: what it accepts and what it reports. */
import type { TruthEvent } from '@textprobe/carrier-lab/truth-event';
import { expect, test } from 'vitest';
import {
  answered,
  faultsOf,
  faultsWith,
  offered,
  posted,
  QUERY,
  reached,
  receipt,
  SILENT,
  SUBMITTED,
  TEXT,
  TO,
} from './judged-message.ts';
import { createTruthBook } from './truth-book.ts';

const ARRIVED = [offered(), answered, reached(), posted()];

test('a true report passes', () => {
  expect(faultsOf({}, ...ARRIVED)).toEqual([]);
  expect(faultsOf({ status: 'FAILED', verdict: 'lost', ...SILENT }, offered(), answered)).toEqual([]);
});

test('believing a false receipt is a fault', () => {
  const lie = [offered(), answered, ...receipt('delivered')];
  const claim = { receipt: 'delivered' } as const;
  expect(faultsOf({ ...claim, status: 'DELIVERED', verdict: 'receipt only', ...SILENT }, ...lie)).toEqual([]);
  expect(faultsOf(claim, ...lie)).toEqual([
    'is reported as RECEIVED (confirmed), but should be DELIVERED (receipt only)',
    'never arrived, but is reported as identical with sender identical',
  ]);
});

test('a receipt matched with the wrong message is a fault, even if the handset’s report decides', () => {
  expect(faultsOf({ receipt: 'delivered' }, ...ARRIVED, ...receipt('delivered'))).toEqual([]);
  expect(faultsOf({ receipt: 'delivered' }, ...ARRIVED)).toEqual([
    'has a receipt with delivered, but was sent none',
  ]);
  expect(faultsOf({ receipt: 'none' }, ...ARRIVED, ...receipt('undeliverable'))).toEqual([
    'has a receipt with none, but was sent failed',
  ]);
});

test('a throttled message is not sent, or unknown if that response was lost', () => {
  const notSent = { status: 'FAILED', verdict: 'not sent', submittedAt: null, ...SILENT };
  const unknown = { status: 'UNKNOWN', verdict: 'unknown', ...SILENT };
  const throttled = offered({ answer: 'throttled' });
  const lost: TruthEvent = { kind: 'answered', at: 1_010, message: 1, part: 1, written: false };
  const cut: TruthEvent = { kind: 'link cut', at: 1_015, message: 2 };
  expect(faultsOf(notSent, throttled, answered)).toEqual([]);
  expect(faultsOf({ ...notSent, endedAfterMs: 2_000 }, throttled, answered)).not.toEqual([]);
  expect(faultsOf(unknown, throttled, answered)).not.toEqual([]);
  expect(faultsOf(unknown, throttled, lost)).toEqual([]);
  expect(faultsOf(notSent, throttled, lost)).not.toEqual([]);
  expect(faultsOf(unknown, throttled, answered, cut)).toEqual([]);
  expect(faultsOf(notSent, throttled, answered, cut)).toEqual([]);
});

test('a message throttled too late for a retry is UNKNOWN, not refused', () => {
  const unknown = { status: 'UNKNOWN', verdict: 'unknown', ...SILENT };
  const throttled = offered({ answer: 'throttled' });
  const late = { ...answered, at: SUBMITTED + 1_330 } as TruthEvent;
  expect(faultsOf(unknown, throttled, late)).toEqual([]);
  expect(faultsOf(unknown, throttled, answered)).not.toEqual([]);
  expect(faultsOf({ ...unknown, status: 'FAILED', verdict: 'rejected' }, throttled, late)).not.toEqual([]);
});

test('a lost response is UNKNOWN, whatever receipts say that cannot be matched', () => {
  const lost = [offered({ answer: 'none' }), ...receipt('delivered')];
  expect(faultsOf({ status: 'UNKNOWN', verdict: 'unknown', ...SILENT }, ...lost)).toEqual([]);
  expect(faultsOf({ status: 'DELIVERED', verdict: 'receipt only', ...SILENT }, ...lost)).not.toEqual([]);
  expect(faultsOf({ status: 'FAILED', verdict: 'lost', ...SILENT }, ...lost)).not.toEqual([]);
});

test('a phone that was off is no failure of the route, unless it has no agent to report it', () => {
  const off = { absenceOf: () => ({ from: 0, until: Infinity }) };
  const silent = [offered(), answered];
  const offline = { status: 'UNKNOWN', verdict: 'handset offline', ...SILENT };
  const lost = { status: 'FAILED', verdict: 'lost', ...SILENT };
  expect(faultsWith(off, offline, ...silent)).toEqual([]);
  expect(faultsWith(off, lost, ...silent)).not.toEqual([]);
  expect(faultsWith(off, { ...lost, evidence: 'receipt' }, ...silent)).toEqual([]);
  expect(faultsWith(off, { ...offline, evidence: 'receipt' }, ...silent)).not.toEqual([]);
});

test('a wrong class, sender or explanation is a fault', () => {
  const altered = [
    offered(),
    answered,
    reached(`(1/1) ${TEXT}`, { alteration: 'page-mark', sender: '24273' }),
    posted(200, { text: `(1/1) ${TEXT}` }),
  ];
  const report = { verdict: 'altered', comparison: 'text added', sender: 'altered' };
  expect(faultsOf(report, ...altered)).toEqual([]);
  expect(faultsOf({ ...report, comparison: 'truncated' }, ...altered)).toEqual([
    'arrived text added, but is reported as truncated',
  ]);
  expect(faultsOf({ ...report, sender: 'identical' }, ...altered)).toHaveLength(1);
  expect(faultsOf({ ...report, explained: 'confirmed' }, ...altered)).toHaveLength(1);
});

test('CHANGE-1 a cosmetic change is confirmed, and another one is not', () => {
  const quoted = TEXT.replace('T1', 'T1’');
  const events = (alteration: string) => [
    offered(),
    answered,
    reached(quoted, { alteration }),
    posted(200, { text: quoted }),
  ];
  const cosmetic = { comparison: 'cosmetic' };
  expect(faultsOf(cosmetic, ...events('curly-quotes'))).toEqual([]);
  expect(faultsOf({ ...cosmetic, verdict: 'altered' }, ...events('curly-quotes'))).not.toEqual([]);
  expect(faultsOf({}, ...events('curly-quotes'))).not.toEqual([]);
  expect(faultsOf(cosmetic, ...events('masked-digits'))).not.toEqual([]);
});

test('believing the post of another phone is a fault', () => {
  const misrouted = [offered(), answered, reached(TEXT, { phone: '+1999' }), posted(200, { phone: '+1999' })];
  expect(faultsOf({ status: 'FAILED', verdict: 'lost', ...SILENT }, ...misrouted)).toEqual([
    'was posted and answered 200 instead of 404',
  ]);
});

test('an instant or a delay beyond the tolerance is a fault', () => {
  expect(faultsOf({ receivedAt: 1_506 }, ...ARRIVED)).toHaveLength(2);
  expect(faultsOf({ submittedAt: SUBMITTED - 3, receivedAt: 1_503 }, ...ARRIVED)).toEqual([
    'delayOff is 6 ms from the truth',
  ]);
});

test('a message that was never sent is not reported as sent, unless a link was cut', () => {
  const notSent = { status: 'FAILED', verdict: 'not sent', ...SILENT, submittedAt: null };
  expect(faultsOf(notSent)).toEqual([]);
  const early = faultsOf({ ...notSent, endedAfterMs: 2_100 });
  expect(early).toEqual(['is reported as FAILED (not sent), but should be waiting']);
  expect(faultsOf({ status: 'UNKNOWN', verdict: 'unknown', ...SILENT })).not.toEqual([]);
});

test('a text that was sent differently than shown is a fault', () => {
  expect(
    faultsOf({}, offered({ text: 'T1 Hallo #A0000000001' }), answered, reached(), posted()),
  ).toHaveLength(1);
});

test('a response shortly before a cut link allows two endings, an earlier one only one', () => {
  const cutAt = (at: number): TruthEvent => ({ kind: 'link cut', at, message: 2 });
  const lost = { status: 'FAILED', verdict: 'lost', ...SILENT };
  const unknown = { status: 'UNKNOWN', verdict: 'unknown', ...SILENT };
  expect(faultsOf(lost, offered(), answered, cutAt(1_020))).toEqual([]);
  expect(faultsOf(unknown, offered(), answered, cutAt(1_020))).toEqual([]);
  expect(faultsOf(unknown, offered(), answered, cutAt(1_200))).not.toEqual([]);
});

test('a receipt on a cut link or without response may count or not; any other must count', () => {
  const report = {
    delivered: { status: 'DELIVERED', verdict: 'receipt only', receipt: 'delivered', ...SILENT },
    undelivered: { status: 'FAILED', verdict: 'undelivered', receipt: 'failed', ...SILENT },
    lost: { status: 'FAILED', verdict: 'lost', ...SILENT },
  } as const;
  for (const outcome of ['link cut', 'unanswered'] as const) {
    const inDoubt = [offered(), answered, ...receipt('delivered', 'refused', outcome)];
    expect(faultsOf(report.delivered, ...inDoubt)).toEqual([]);
    expect(faultsOf(report.lost, ...inDoubt)).toEqual([]);
    expect(faultsOf(report.undelivered, ...inDoubt)).not.toEqual([]);
    const takenThen = [offered(), answered, ...receipt('delivered', outcome, 'taken')];
    expect(faultsOf(report.delivered, ...takenThen)).toEqual([]);
    expect(faultsOf(report.lost, ...takenThen)).not.toEqual([]);
  }
  const neverTaken = [offered(), answered, ...receipt('delivered', 'unsent', 'refused')];
  expect(faultsOf(report.lost, ...neverTaken)).toEqual([]);
  expect(faultsOf(report.delivered, ...neverTaken)).not.toEqual([]);
});

test('a message with a part that the carrier never received is UNKNOWN, with a cut link or without', () => {
  const half = [offered({ total: 2, answer: 'none' })];
  const unknown = { status: 'UNKNOWN', verdict: 'unknown', ...SILENT };
  const rejected = { status: 'FAILED', verdict: 'rejected', ...SILENT };
  const cut: TruthEvent = { kind: 'link cut', at: SUBMITTED + 600, message: 2 };
  expect(faultsOf(rejected, ...half)).not.toEqual([]);
  expect(faultsOf(unknown, ...half)).toEqual([]);
  expect(faultsOf(rejected, ...half, cut)).not.toEqual([]);
  expect(faultsOf(unknown, ...half, cut)).toEqual([]);
});

test('receipts for later parts count if the first part was lost', () => {
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

test('receipts for a middle part count if the first and last part were lost', () => {
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

test('a message that was lost completely is unknown, long or short', () => {
  const cut: TruthEvent = { kind: 'link cut', at: SUBMITTED + 5, message: 2 };
  const unknown = { status: 'UNKNOWN', verdict: 'unknown', ...SILENT };
  const rejected = { status: 'FAILED', verdict: 'rejected', ...SILENT };
  const long = { text: `T1 ${'long '.repeat(40)}#A0000000001` };
  expect(faultsOf(unknown, cut)).toEqual([]);
  expect(faultsOf(rejected, cut)).not.toEqual([]);
  expect(faultsOf({ ...unknown, ...long }, cut)).toEqual([]);
  expect(faultsOf({ ...rejected, ...long }, cut)).not.toEqual([]);
});

test('the code of an earlier message in a mixed text does not confirm the later one', () => {
  const book = createTruthBook((text) => text.slice(0, text.indexOf(' ')));
  const earlier = { message: 7, total: 2, text: 'T0 Earlier', destination: TO };
  book.note(offered(earlier));
  book.note(offered({ ...earlier, part: 2, text: 'end #B0000000002' }));
  expect(book.forget('T0')).toBe(1);
  const mixed = 'T1 Hello end #B0000000002';
  for (const event of [offered(), answered, reached(mixed, { isMixed: true }), posted(200, { text: mixed })])
    book.note(event);
  expect(book.find(QUERY)).toMatchObject({ reached: [], posts: [] });
  expect(book.answeredWrongly).toEqual([]);
  book.note(posted(404, { text: mixed }));
  expect(book.answeredWrongly).toHaveLength(1);
});

test('a text with mixed parts counts as the message whose code it contains', () => {
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

test('a text with a part of another message is altered, not identical', () => {
  const mixed = 'T0 Good #A0000000001';
  const events = [offered(), answered, reached(mixed, { isMixed: true }), posted(200, { text: mixed })];
  expect(faultsOf({ verdict: 'altered', comparison: 'altered' }, ...events)).toEqual([]);
  expect(faultsOf({}, ...events)).not.toEqual([]);
  const garbled = [offered(), answered, reached(mixed, { isMixed: true, alteration: 'headers-as-text' })];
  const post = posted(200, { text: mixed });
  expect(faultsOf({ verdict: 'altered', comparison: 'altered' }, ...garbled, post)).toEqual([]);
});

test('a text reported in parts as separate messages is joined wrongly, and arrived with its first part', () => {
  const events = [
    offered(),
    answered,
    reached(TEXT, { alteration: 'parts-separate' }),
    posted(404, { text: 'T0 Hello ', at: 1_480 }),
    posted(200, { text: '#A0000000001', at: 1_530 }),
  ];
  const joined = { verdict: 'altered', comparison: 'joined wrongly', receivedAt: 1_480 };
  expect(faultsOf(joined, ...events)).toEqual([]);
  expect(faultsOf({ ...joined, receivedAt: 1_530 }, ...events)).not.toEqual([]);
  expect(faultsOf({ ...joined, comparison: 'identical', verdict: 'confirmed' }, ...events)).not.toEqual([]);
});
