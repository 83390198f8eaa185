/**
 * What a carrier needs to look up one of its messages without knowing this console (EVIDENCE-3): one list of fields for the CSV, the PDF
 * and the copied text.
 */
import { type ArrivedText, arrivalWords } from './arrival-words.ts';
import { formatDate } from './civil-date.ts';
import type { ShortComparison } from './comparison-classes.ts';
import { type FilesOfReception, summarizeFiles } from './file-summary.ts';
import type { SubmissionState } from './ledger-states.ts';
import { formatLosAngeles, parseTimestamp } from './los-angeles-time.ts';
import { DAY_MS } from './los-angeles-zone.ts';
import { findMessageCodes } from './message-code.ts';
import { withPlusOne } from './phone-number.ts';
import { countSegments } from './segments.ts';
import type { MessageLedgers } from './statements.ts';
import { describeOutcome, type Verdict } from './verdict.ts';

/** A message with everything both sides said. Timestamps as in responses. */
export interface CarrierMessage {
  readonly log: MessageLedgers & {
    readonly testLogID: number;
    readonly carrier: string;
    readonly messageType: 'SMS' | 'MMS';
    readonly verdict: Verdict;
    readonly sent: { readonly text: string; readonly from: string; readonly to: string };
    readonly submission: {
      readonly at: string | null;
      readonly outcome: SubmissionState;
      readonly gateway: string;
      readonly error: string | null;
    };
    readonly receipt: { readonly at: string | null; readonly error: string | null };
    readonly reception:
      | (FilesOfReception &
          ArrivedText & {
            readonly at: string | null;
            readonly sender: string | null;
            readonly comparison: ShortComparison | null;
          })
      | null;
  };
  /** Host, port and system ID of an SMPP account, or base URL and account of a Messages API; null if unknown. */
  readonly account: string | null;
  /** The carrier's id of each accepted part, in order. */
  readonly providerIds: readonly string[];
  /** Every receipt as received, in order. */
  readonly rawReceipts: readonly string[];
  /** Null if left out: the carrier need not know whom we test for. */
  readonly names: { readonly partner: string; readonly client: string; readonly office: string } | null;
}

/** One fact; `value` is null if it is unknown. A `text` is shown as it is, in its own direction. */
export interface CarrierField {
  readonly name: string;
  readonly value: string | null;
  readonly kind: 'fact' | 'text';
}

const ANSWERS: Readonly<Record<SubmissionState, string>> = {
  waiting: 'not submitted yet',
  claimed: 'being submitted',
  expired: 'never submitted',
  unknown: 'no answer',
  rejected: 'refused',
  accepted: 'accepted',
};

const RECEIPTS = {
  none: null,
  enroute: 'en route',
  failed: 'undelivered',
  delivered: 'delivered',
} as const;

type Read = (message: CarrierMessage) => string | null;

const FACTS: readonly (readonly [string, Read])[] = [
  ['Reference', ({ log }) => String(log.testLogID)],
  ['Message ID', ({ providerIds }) => providerIds.join(' ')],
  ['Account', ({ account }) => account],
  ['From', ({ log }) => withPlusOne(log.sent.from)],
  ['To', ({ log }) => log.sent.to],
  ['Phone carrier', ({ log }) => log.carrier],
  ['Type', typeWords],
  ['Submitted UTC', ({ log }) => utc(log.submission.at)],
  ['Submitted Los Angeles', ({ log }) => local(log.submission.at)],
  ['Your answer', ({ log }) => ANSWERS[log.submission.outcome]],
  ['Answer error', ({ log }) => log.submission.error],
  ['Your receipt', ({ log }) => RECEIPTS[log.receipt.state]],
  ['Receipt UTC', ({ log }) => utc(log.receipt.at)],
  ['Receipt Los Angeles', ({ log }) => local(log.receipt.at)],
  ['Receipt error', ({ log }) => log.receipt.error],
  ['Handset', ({ log }) => describeOutcome(log)],
  ['Received UTC', ({ log }) => utc(log.reception?.at ?? null)],
  ['Received Los Angeles', ({ log }) => local(log.reception?.at ?? null)],
  ['Seconds', ({ log }) => secondsBetween(log.submission.at, log.reception?.at ?? null)],
  ['Sender seen', ({ log }) => log.reception?.sender ?? null],
  ['Files', ({ log }) => summarizeFiles(log.reception)],
  ['Difference', differenceOf],
];

const TEXTS: readonly (readonly [string, Read])[] = [
  ['Text sent', ({ log }) => log.sent.text],
  ['Text arrived', ({ log }) => log.reception?.text ?? null],
  ['Raw receipts', ({ rawReceipts }) => rawReceipts.join('\n')],
];

const NAMES: readonly (readonly [string, Read])[] = [
  ['Partner', ({ names }) => names?.partner ?? null],
  ['Client', ({ names }) => names?.client ?? null],
  ['Office', ({ names }) => names?.office ?? null],
];

/** Field names, the same for every message. @param withNames also partner, client and office */
export function carrierFieldNames(withNames: boolean): string[] {
  return [...FACTS, ...TEXTS, ...(withNames ? NAMES : [])].map(([name]) => name);
}

/** All fields of a message, in the order of {@link carrierFieldNames}. */
export function carrierFields(message: CarrierMessage, withNames: boolean): CarrierField[] {
  const read = (kind: CarrierField['kind'], fields: typeof FACTS) =>
    fields.map(([name, value]): CarrierField => ({ name, value: value(message) || null, kind }));
  return [...read('fact', FACTS), ...read('text', TEXTS), ...(withNames ? read('fact', NAMES) : [])];
}

/** The fields as lines of plain text, without those that have no value; a long text begins on a line of its own. */
export function carrierText(fields: readonly CarrierField[]): string {
  return fields
    .flatMap(({ name, value, kind }) =>
      value === null ? [] : [kind === 'text' ? `${name}:\n${value}` : `${name}: ${value}`],
    )
    .join('\n');
}

function typeWords({ log: { messageType, sent } }: CarrierMessage): string {
  if (messageType === 'MMS') return messageType;
  const { segments, encoding } = countSegments(sent.text);
  return `SMS, ${segments} ${segments === 1 ? 'segment' : 'segments'}, ${encoding}`;
}

function differenceOf({ log: { sent, reception } }: CarrierMessage): string | null {
  if (reception === null) return null;
  const [code = ''] = findMessageCodes(sent.text);
  return arrivalWords(sent.text, reception, code).words;
}

/** `2026-11-21T18:00:00.120Z`; null without an instant. @param timestamp as in responses */
export function utc(timestamp: string | null): string | null {
  const at = timestamp === null ? null : parseTimestamp(timestamp);
  if (at === null) return null;
  const day = Math.floor(at / DAY_MS);
  const ms = at - day * DAY_MS;
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const time = `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1_000) % 60)}`;
  return `${formatDate(day)}T${time}.${String(ms % 1_000).padStart(3, '0')}Z`;
}

/** `2026-11-21 10:00:00.120 -08:00`. */
function local(timestamp: string | null): string | null {
  const at = timestamp === null ? null : parseTimestamp(timestamp);
  if (at === null) return null;
  const shown = formatLosAngeles(at);
  return `${shown.slice(0, 10)} ${shown.slice(11, 23)} ${shown.slice(23)}`;
}

/** Between two timestamps, to the millisecond. */
function secondsBetween(from: string | null, to: string | null): string | null {
  const start = from === null ? null : parseTimestamp(from);
  const end = to === null ? null : parseTimestamp(to);
  return start === null || end === null ? null : ((end - start) / 1_000).toFixed(3);
}
