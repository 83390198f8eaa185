/** A message as one handset gets it, placeholders filled and code appended (SERVER-1), and the number of messages and segments. */
import { appendMessageCode, MESSAGE_CODE_LENGTH } from '@textprobe/domain/message-code';
import { fillPlaceholders, PLACEHOLDERS, type PlaceholderValues } from '@textprobe/domain/placeholders';
import { countSegments } from '@textprobe/domain/segments';
import type { Office, Phone } from '../../../api/normalize.ts';
import { counted } from '../../../ui/counted.ts';
import type { OutgoingPairs } from './outgoing-pairs.ts';

/** A placeholder for the code until it is generated on sending: same length, same alphabet. */
const SAMPLE_CODE = 'X'.repeat(MESSAGE_CODE_LENGTH);

export type ClientNames = (clientId: number) => string;

/** Values of the placeholders; undefined where nothing is chosen yet. */
export function placeholderValues(
  office: Office | undefined,
  phone: Phone | undefined,
  clientName: ClientNames,
): PlaceholderValues {
  return {
    ...(phone && { first_name: phone.name }),
    ...(office && {
      company_name: clientName(office.clientId),
      manager_first_name: office.managerFirstName,
      manager_last_name: office.managerLastName,
    }),
  };
}

/** A part of a message: `filled` ones replace a placeholder, `open` ones are placeholders without a value. */
export interface MessagePart {
  readonly text: string;
  readonly kind: 'typed' | 'filled' | 'open';
}

const PLACEHOLDER = new RegExp(`(\\{(?:${PLACEHOLDERS.map(({ token }) => token).join('|')})\\})`);

/** Splits the message into parts; a placeholder keeps its name until its value is chosen. */
export function messageParts(body: string, values: PlaceholderValues): MessagePart[] {
  return body
    .split(PLACEHOLDER)
    .map((text, index): MessagePart => {
      if (index % 2 === 0) return { text, kind: 'typed' };
      const token = PLACEHOLDERS.find((placeholder) => text === `{${placeholder.token}}`)?.token;
      if (token === undefined || values[token] === undefined) return { text, kind: 'open' };
      return { text: fillPlaceholders(text, values), kind: 'filled' };
    })
    .filter(({ text }) => text !== '');
}

/** What follows the body: a space, `#` and the code. */
export function codeSuffix(body: string): string {
  return appendMessageCode(body, SAMPLE_CODE).slice(body.length);
}

export function textOf(parts: readonly MessagePart[]): string {
  const body = parts.map(({ text }) => text).join('');
  return body + codeSuffix(body);
}

export interface MessageCount {
  readonly offices: number;
  readonly phones: number;
  /** Whether just some of the offices × phones are sent. */
  readonly isPaired: boolean;
  readonly messages: number;
  /** Segments of the shortest and of the longest message. */
  readonly fewestSegments: number;
  readonly mostSegments: number;
}

/** Limit on the pairs whose texts are counted; above it an even sample keeps typing fast. */
const COUNTED_PAIRS = 500;

export function countMessages(body: string, outgoing: OutgoingPairs, clientName: ClientNames): MessageCount {
  const { offices, phones, total, pairs } = outgoing;
  const segments = sampleSegments(body, outgoing, clientName, COUNTED_PAIRS);
  return {
    offices: offices.length,
    phones: phones.length,
    isPaired: pairs !== null,
    messages: total,
    fewestSegments: Math.min(...segments),
    mostSegments: Math.max(...segments),
  };
}

/**
 * Total segments of all messages, estimated above `mostPairs`.
 * @param mostPairs limit on the pairs whose texts are counted
 */
export function totalSegments(
  body: string,
  outgoing: OutgoingPairs,
  clientName: ClientNames,
  mostPairs = COUNTED_PAIRS,
): number {
  const segments = sampleSegments(body, outgoing, clientName, mostPairs);
  const mean = segments.reduce((sum, one) => sum + one, 0) / segments.length;
  return mean * outgoing.total;
}

/** The segments of an even sample of messages. Without placeholders all messages are equal, so one is counted. */
function sampleSegments(
  body: string,
  outgoing: OutgoingPairs,
  clientName: ClientNames,
  mostPairs: number,
): number[] {
  const { total } = outgoing;
  if (total === 0 || !PLACEHOLDER.test(body)) return [segmentsOf(body)];
  const step = Math.max(1, total / mostPairs);
  const known = new Map<string, number>();
  const segments: number[] = [];
  for (let at = 0; at < total; at += step) {
    const [office, phone] = outgoing.at(Math.floor(at));
    const filled = fillPlaceholders(body, placeholderValues(office, phone, clientName));
    const count = known.get(filled) ?? segmentsOf(filled);
    known.set(filled, count);
    segments.push(count);
  }
  return segments;
}

function segmentsOf(filled: string): number {
  return countSegments(appendMessageCode(filled, SAMPLE_CODE)).segments;
}

/**
 * Summary of what Create Test will send; it never blocks sending (CREATE-20).
 * @param files of an MMS, links included; null for an SMS, which is counted in segments
 */
export function recipientsLine(count: MessageCount, files: number | null): string {
  const { offices, phones, isPaired, messages, fewestSegments, mostSegments } = count;
  if (messages === 0) {
    const missing = [offices === 0 && 'office', phones === 0 && 'test phone'].filter(
      (word) => word !== false,
    );
    return `No ${missing.join(' and no ')} chosen: nothing to send yet.`;
  }
  const size =
    files !== null ? `with ${counted(files, 'file')}` : `of ${segmentsInWords(fewestSegments, mostSegments)}`;
  if (isPaired)
    return `${counted(messages, 'pair')} of office and phone = ${counted(messages, 'message')} ${size}`;
  return `${counted(offices, 'office')} × ${counted(phones, 'phone')} = ${counted(messages, 'message')} ${size}`;
}

/** `1 segment`, or `1 to 2 segments`. */
export function segmentsInWords(fewestSegments: number, mostSegments: number): string {
  return fewestSegments === mostSegments
    ? counted(mostSegments, 'segment')
    : `${fewestSegments} to ${counted(mostSegments, 'segment')}`;
}
