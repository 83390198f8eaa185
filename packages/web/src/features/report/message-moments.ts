/**
 * The timeline of one message from all ledgers, in server time: created, submitted, receipt, reception. Missing events come last, without
 * a time.
 */
import type { TestLog } from '@textprobe/contract/messages';
import { formatDateTime } from '@textprobe/domain/display';
import { parseTimestamp } from '@textprobe/domain/los-angeles-time';

/** The source of a moment. */
export type Side = 'console' | 'carrier' | 'handset';

export interface Moment {
  readonly key: 'created' | 'submitted' | 'receipt' | 'received';
  readonly side: Side;
  readonly title: string;
  /** Reasons and circumstances, as the source reported them. */
  readonly note: string | null;
  /** Epoch milliseconds; null for a missing event. */
  readonly at: number | null;
  /** Milliseconds since submission, negative before it; null if it was not submitted, or the event is missing. */
  readonly sinceMs: number | null;
  readonly kind: 'good' | 'bad' | 'doubtful' | 'neutral' | 'missing';
}

type Draft = Omit<Moment, 'sinceMs'>;

export function timelineOf(log: TestLog): Moment[] {
  const createdAt = instant(log.creationTimestamp);
  const submittedAt = instant(log.submission.at);
  const moments: Draft[] = [
    { key: 'created', side: 'console', title: 'Created', note: null, at: createdAt, kind: 'neutral' },
    submitted(log, submittedAt),
    ...receipt(log),
    ...received(log),
  ];
  const present = moments.filter(({ at }) => at !== null).sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
  const missing = moments.filter(({ at }) => at === null);
  return [...present, ...missing].map((moment) => {
    const isCounted = moment.at !== null && submittedAt !== null;
    return { ...moment, sinceMs: isCounted ? (moment.at ?? 0) - submittedAt : null };
  });
}

const SUBMISSIONS = {
  waiting: ['Waiting to be sent', 'missing'],
  claimed: ['Being sent', 'missing'],
  expired: ['Never sent', 'bad'],
  unknown: ['Sent, but the carrier’s answer was lost', 'doubtful'],
  rejected: ['The carrier refused it', 'bad'],
  accepted: ['The carrier accepted it', 'neutral'],
} as const satisfies Record<TestLog['submission']['outcome'], readonly [string, Moment['kind']]>;

/** Whether it left for the carrier, as far as anyone knows. */
export function isSent({ submission }: TestLog): boolean {
  return !['waiting', 'claimed', 'expired'].includes(submission.outcome);
}

function submitted({ submission }: TestLog, at: number | null): Draft {
  const [title, kind] = SUBMISSIONS[submission.outcome];
  const via = submission.gateway === 'none' ? null : `via ${submission.gateway}`;
  return { key: 'submitted', side: 'carrier', title, note: submission.error ?? via, at, kind };
}

const RECEIPTS = {
  none: ['No receipt', 'missing'],
  enroute: ['Receipt: en route', 'neutral'],
  failed: ['Receipt: undelivered', 'bad'],
  delivered: ['Receipt: delivered', 'good'],
} as const satisfies Record<TestLog['receipt']['state'], readonly [string, Moment['kind']]>;

function receipt(log: TestLog): Draft[] {
  const { state, error, at } = log.receipt;
  const { submission, settled } = log;
  const [title, kind] = RECEIPTS[state];
  if (state === 'none') {
    // A message that was never accepted gets no receipt.
    if (['rejected', 'expired'].includes(submission.outcome)) return [];
    const shown = settled ? 'No receipt' : 'No receipt yet';
    return [{ key: 'receipt', side: 'carrier', title: shown, note: awaited(log), at: null, kind }];
  }
  return [{ key: 'receipt', side: 'carrier', title, note: error, at: instant(at), kind }];
}

/** Until when it was or is expected. */
function awaited({ submission, deadlineAt }: TestLog): string | null {
  return submission.at === null ? null : `expected until ${formatDateTime(deadlineAt)}`;
}

function received(log: TestLog): Draft[] {
  const { reception, evidence, submission, handsetOffline, settled } = log;
  if (reception === null && handsetOffline !== null) {
    const note = `last seen ${formatDateTime(handsetOffline.heardAt)}`;
    return [
      { key: 'received', side: 'handset', title: 'The phone was offline', note, at: null, kind: 'doubtful' },
    ];
  }
  if (reception === null) {
    if (evidence === 'receipt' || ['rejected', 'expired'].includes(submission.outcome)) return [];
    const title = settled ? 'No report from the handset' : 'No report from the handset yet';
    const kind = settled ? 'bad' : 'missing';
    return [{ key: 'received', side: 'handset', title, note: awaited(log), at: null, kind }];
  }
  const altered = reception.comparison === 'altered';
  const { confirmedBy } = reception;
  const title =
    confirmedBy === undefined ? 'Received by the handset' : `Confirmed manually by ${confirmedBy}`;
  return [
    {
      key: 'received',
      side: confirmedBy === undefined ? 'handset' : 'console',
      title: altered ? `${title}, altered` : title,
      note: statedTime(reception),
      at: instant(reception.at),
      kind: altered ? 'doubtful' : 'good',
    },
  ];
}

/** Mentioned only if the handset's clock differs from ours by a second or more. */
function statedTime({ at, statedAt, clock }: NonNullable<TestLog['reception']>): string | null {
  const ours = instant(at);
  const theirs = instant(statedAt);
  if (ours === null || theirs === null) return null;
  const seconds = (theirs - ours) / 1_000;
  if (Math.abs(seconds) < 1) return null;
  const direction = seconds > 0 ? 'later' : 'earlier';
  return `by the clock of the ${clock ?? 'source'} ${Math.abs(seconds).toFixed(1)} s ${direction}`;
}

/** Epoch milliseconds. */
export function instant(timestamp: string | null): number | null {
  return timestamp === null ? null : parseTimestamp(timestamp);
}
