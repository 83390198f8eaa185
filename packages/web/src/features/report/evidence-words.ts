/** Describes a piece of a message's evidence: its source, the event, the circumstances, and the raw text. */
import type { EvidenceEvent, MessageWhy } from '@textprobe/contract/message-why';
import { formatDateTime } from '@textprobe/domain/display';
import type { Verdict } from '@textprobe/domain/verdict';
import { SOURCE_KINDS } from '../../handsets/key-words.ts';
import type { Side } from './message-moments.ts';

export interface EvidenceLine {
  readonly side: Side;
  readonly title: string;
  readonly note: string | null;
  /** The raw text as received; null if none is stored. */
  readonly raw: { readonly label: string; readonly text: string } | null;
  /** Server time to the millisecond, with the day if it is not the message's first. */
  readonly time: string;
  readonly at: string;
  /** The verdict after this event, if it changed. */
  readonly verdict: Verdict | null;
  /** Whether it changed a settled verdict. */
  readonly isCorrection: boolean;
}

export function evidenceLines({ evidence, parts }: Pick<MessageWhy, 'evidence' | 'parts'>): EvidenceLine[] {
  const isLong = parts.length > 1;
  const isUnnamed = parts.some(({ providerId }) => providerId === '');
  const firstDay = evidence[0]?.at.slice(0, 10) ?? '';
  const settledAt = evidence.findIndex(({ kind }) => kind === 'settled');
  return evidence.map((event, index) => {
    const isChange = event.verdict !== evidence[index - 1]?.verdict;
    return {
      ...describeEvent(event, isLong, isUnnamed),
      at: event.at,
      time: timeOf(event.at, firstDay),
      verdict: isChange ? event.verdict : null,
      isCorrection: isChange && settledAt !== -1 && index > settledAt,
    };
  });
}

function describeEvent(
  event: EvidenceEvent,
  isLong: boolean,
  isUnnamed: boolean,
): Pick<EvidenceLine, 'side' | 'title' | 'note' | 'raw'> {
  const line = (side: Side, title: string, note: string | null = null) => ({ side, title, note, raw: null });
  switch (event.kind) {
    case 'created':
      return line('console', 'Created');
    case 'claimed':
      return line(
        'console',
        'Claimed for sending',
        joined(`attempt ${event.attempt}`, event.worker && `by ${event.worker}`),
      );
    case 'given-back':
      return line(
        'console',
        'Released, not sent',
        joined(event.reason, event.nextAttemptAt && `retry after ${clockTime(event.nextAttemptAt)}`),
      );
    case 'accepted':
      return line(
        'carrier',
        'The carrier accepted it',
        joined(
          event.error,
          writtenAt(event),
          isUnnamed ? 'without a message ID, so no receipt can match' : null,
        ),
      );
    case 'rejected':
      return line('carrier', 'The carrier refused it', joined(event.error, writtenAt(event)));
    case 'unknown':
      return line('carrier', 'The carrier’s answer was lost', joined(event.error, writtenAt(event)));
    case 'deadline':
      return line(
        'console',
        event.verdict === 'not sent' ? 'Expired before it was sent' : 'The deadline passed',
        event.handsetOffline
          ? `the phone was offline, last seen ${formatDateTime(event.handsetOffline.heardAt)}`
          : event.error,
      );
    case 'settled':
      return line('console', 'Settled: no further evidence expected');
    case 'receipt':
      return receiptLine(event, isLong);
    case 'reception':
      return receptionLine(event);
  }
}

const SET_ASIDE: Record<MessageWhy['setAside'][number]['what'], string> = {
  deadline: 'The deadline passed, but this could not be recorded.',
  lease: 'The process that was sending it is gone, but this could not be recorded.',
  receipt: 'A receipt that seems to be about this message could not be applied.',
  reception: 'A handset report that seems to be about this message could not be applied.',
  closing: 'The run could not be closed, so its test still counts as executing.',
};

/** What keeps failing for a message, and when the next retry is. */
export function setAsideWords({ what, tries, lastTryAt, nextTryAt }: MessageWhy['setAside'][number]): string {
  return `${SET_ASIDE[what]} ${tries} tries, last at ${formatDateTime(lastTryAt)}; next at ${formatDateTime(nextTryAt)}.`;
}

const RECEIPTS = {
  none: 'no known state',
  enroute: 'en route',
  failed: 'undelivered',
  delivered: 'delivered',
};

function receiptLine(event: Extract<EvidenceEvent, { kind: 'receipt' }>, isLong: boolean) {
  const { state, part, covers, error, gateway, providerId, raw } = event;
  const note = joined(
    isLong && part !== null ? `part ${part}` : null,
    isLong && covers === 'message' ? 'counts for all parts' : null,
    error,
    `via ${gateway}, message ID ${providerId}`,
  );
  return {
    side: 'carrier' as const,
    title: `Receipt: ${RECEIPTS[state]}`,
    note,
    raw: raw === '' ? null : { label: 'Raw receipt', text: raw },
  };
}

type Reception = Extract<EvidenceEvent, { kind: 'reception' }>;

function receptionLine(event: Reception) {
  const { source, text, comparison, stated, sender, files, confirmedBy, reportedBy, part } = event;
  const note = joined(
    part === null ? null : `part ${part}, reported as a separate message`,
    reportedBy === null ? (confirmedBy === undefined ? `via ${source}` : null) : reporterWords(reportedBy),
    comparison && `${part === null ? 'text' : 'joined text'}: ${comparison}`,
    sender && `from ${sender}`,
    files > 0 ? `files: ${files}` : null,
    stated && `by the clock of the ${stated.clock ?? 'source'} ${clockTime(stated.at)}`,
    ...event.ignored.map(({ field, reason }) => `the phone’s ${field} ${reason}`),
  );
  return {
    side: confirmedBy === undefined ? ('handset' as const) : ('console' as const),
    title: confirmedBy === undefined ? 'Reported by the handset' : `Confirmed manually by ${confirmedBy}`,
    note,
    raw: text === null ? null : { label: 'Received text', text },
  };
}

function reporterWords({ kind, name }: NonNullable<Reception['reportedBy']>): string {
  return kind === 'key' ? `with the handset key ${name}` : `via ${SOURCE_KINDS[kind]}: ${name}`;
}

/** Null if it equals the time of arrival. */
function writtenAt({ at, writtenAt: written }: { at: string; writtenAt: string | null }): string | null {
  return written === null || written === at ? null : `sent at ${clockTime(written)}`;
}

function timeOf(at: string, firstDay: string): string {
  const isFirst = at.slice(0, 10) === firstDay;
  return isFirst ? clockTime(at) : `${at.slice(5, 7)}/${at.slice(8, 10)} ${clockTime(at)}`;
}

/** The time of day of an API timestamp, which is already in Los Angeles time. */
function clockTime(timestamp: string): string {
  return timestamp.slice(11, 23);
}

function joined(...parts: readonly (string | null)[]): string | null {
  const present = parts.filter((part) => part !== null && part !== '');
  return present.length === 0 ? null : present.join(' · ');
}
