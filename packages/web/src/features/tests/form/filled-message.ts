/** A message as one handset will get it: placeholders filled, the code at its end (SERVER-1); and how many of them there will be. */
import { appendMessageCode, MESSAGE_CODE_LENGTH } from '@textprobe/domain/message-code';
import { fillPlaceholders, PLACEHOLDERS, type PlaceholderValues } from '@textprobe/domain/placeholders';
import { countSegments } from '@textprobe/domain/segments';
import type { Office, Phone } from '../../../api/normalise.ts';
import { counted } from '../../../ui/counted.ts';

/** Stands for the code, which is drawn when the message is sent: as long, and in the same alphabet. */
const SAMPLE_CODE = 'X'.repeat(MESSAGE_CODE_LENGTH);

export type ClientNames = (clientId: number) => string;

/** What is not chosen yet fills nothing. */
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

/** A stretch of a message; `filled` ones came from a placeholder, `open` ones are placeholders with no value yet. */
export interface MessagePart {
  readonly text: string;
  readonly kind: 'typed' | 'filled' | 'open';
}

const PLACEHOLDER = new RegExp(`(\\{(?:${PLACEHOLDERS.map(({ token }) => token).join('|')})\\})`);

/** The message in stretches; a placeholder keeps its name as long as what fills it is not chosen. */
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

/** What stands behind the body: a space, `#` and the code. */
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
  readonly messages: number;
  /** Segments of the shortest and of the longest message. */
  readonly fewestSegments: number;
  readonly mostSegments: number;
}

/** Pairs whose texts are counted; of more, an even sample, so that typing stays quick. */
const COUNTED_PAIRS = 500;

export function countMessages(
  body: string,
  offices: readonly Office[],
  phones: readonly Phone[],
  clientName: ClientNames,
): MessageCount {
  const segments = sampleSegments(body, offices, phones, clientName, COUNTED_PAIRS);
  return {
    offices: offices.length,
    phones: phones.length,
    messages: offices.length * phones.length,
    fewestSegments: Math.min(...segments),
    mostSegments: Math.max(...segments),
  };
}

/**
 * Segments of all messages together; of many messages a close estimate.
 * @param mostPairs whose texts are counted
 */
export function totalSegments(
  body: string,
  offices: readonly Office[],
  phones: readonly Phone[],
  clientName: ClientNames,
  mostPairs = COUNTED_PAIRS,
): number {
  const segments = sampleSegments(body, offices, phones, clientName, mostPairs);
  const mean = segments.reduce((sum, one) => sum + one, 0) / segments.length;
  return mean * offices.length * phones.length;
}

/** The segments of each message of an even sample. Most messages have no placeholder and are the same for everyone: one is counted then. */
function sampleSegments(
  body: string,
  offices: readonly Office[],
  phones: readonly Phone[],
  clientName: ClientNames,
  mostPairs: number,
): number[] {
  const messages = offices.length * phones.length;
  if (messages === 0 || !PLACEHOLDER.test(body)) return [segmentsOf(body)];
  const step = Math.max(1, messages / mostPairs);
  const known = new Map<string, number>();
  const segments: number[] = [];
  for (let at = 0; at < messages; at += step) {
    const pair = Math.floor(at);
    const office = offices[Math.floor(pair / phones.length)];
    const values = placeholderValues(office, phones[pair % phones.length], clientName);
    const filled = fillPlaceholders(body, values);
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
 * What pressing Create Test will send, before it is pressed; it blocks nothing (CREATE-20).
 * @param files of an MMS, links included; null for an SMS, which is counted in segments
 */
export function recipientsLine(count: MessageCount, files: number | null): string {
  const { offices, phones, messages, fewestSegments, mostSegments } = count;
  if (messages === 0) {
    const missing = [offices === 0 && 'office', phones === 0 && 'test phone'].filter(
      (word) => word !== false,
    );
    return `No ${missing.join(' and no ')} chosen: nothing to send yet.`;
  }
  const size =
    files !== null ? `with ${counted(files, 'file')}` : `of ${segmentsInWords(fewestSegments, mostSegments)}`;
  return `${counted(offices, 'office')} × ${counted(phones, 'phone')} = ${counted(messages, 'message')} ${size}`;
}

function segmentsInWords(fewestSegments: number, mostSegments: number): string {
  return fewestSegments === mostSegments
    ? counted(mostSegments, 'segment')
    : `${fewestSegments} to ${counted(mostSegments, 'segment')}`;
}
