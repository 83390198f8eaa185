/** A message whose true events and report a test of the judge makes up. */
import type { TryOutcome } from '@textprobe/carrier-lab/receipt-sender';
import type { TruthEvent } from '@textprobe/carrier-lab/truth-event';
import type { Report } from './report.ts';
import { createTruthBook } from './truth-book.ts';
import { type JudgeOptions, judge } from './truth-judge.ts';

const FROM = '+14155550001';
export const TO = '+12125550001';
export const TEXT = 'T1 Hello #A0000000001';
export const SUBMITTED = 1_000;

const CONFIRMED: Report = {
  code: 'A0000000001',
  text: TEXT,
  evidence: 'handset',
  status: 'RECEIVED',
  verdict: 'confirmed',
  explained: 'confirmed',
  receipt: 'none',
  comparison: 'identical',
  sender: 'identical',
  files: 0,
  fileFinding: null,
  fileOutcomes: [],
  submittedAt: SUBMITTED,
  receivedAt: 1_500,
  endedAfterMs: 60_000,
};
export const QUERY = { source: FROM, destination: TO, tag: 'T1', code: CONFIRMED.code, text: TEXT };
const OPTIONS = { expiryMs: 60_000, deadlineMs: 2_000, answerWithinMs: 800, toleranceMs: 5 };
export const SILENT = { comparison: null, sender: null, receivedAt: null };

export const offered = (more: object = {}) =>
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
    files: 0,
    marks: [],
    answer: 'accepted',
    ...more,
  }) as TruthEvent;
export const answered: TruthEvent = { kind: 'answered', at: 1_010, message: 1, part: 1, written: true };
export const reached = (text = TEXT, more: object = {}) =>
  ({
    kind: 'reached',
    at: 1_490,
    message: 1,
    phone: TO,
    sender: FROM,
    text,
    alteration: null,
    isMixed: false,
    files: null,
    ...more,
  }) as TruthEvent;
export const posted = (status: number | null = 200, more: object = {}) =>
  ({
    kind: 'posted',
    at: 1_500,
    message: 1,
    phone: TO,
    text: TEXT,
    files: null,
    status,
    ...more,
  }) as TruthEvent;
export const receipt = (state: 'delivered' | 'undeliverable', ...outcomes: TryOutcome[]): TruthEvent[] => {
  const which = { at: 1_600, message: 1, part: 1, state, receipt: 1 };
  const tried = { ...which, kind: 'receipt tried', sentAt: 1_600, link: 1 } as const;
  return [
    { ...which, kind: 'receipt', isTrue: true },
    ...(outcomes.length > 0 ? outcomes : (['taken'] as const)).map((outcome) => ({ ...tried, outcome })),
  ];
};

/** What the judge finds wrong with a report that differs from `CONFIRMED` by `report`. */
export function faultsOf(report: Partial<Report>, ...events: TruthEvent[]): readonly string[] {
  return faultsWith({}, report, ...events);
}

/** The same with other options. */
export function faultsWith(
  options: Partial<JudgeOptions>,
  report: Partial<Report>,
  ...events: TruthEvent[]
): readonly string[] {
  const book = createTruthBook((text) => text.slice(0, text.indexOf(' ')));
  for (const event of events) book.note(event);
  const verdict = report.verdict ?? CONFIRMED.verdict;
  const whole = { ...CONFIRMED, explained: verdict, ...report };
  const truth = book.find({ ...QUERY, text: whole.text });
  return judge(whole, truth, { ...OPTIONS, cuts: book.cuts, ...options }).faults;
}
