/** Reads the messages that SMS Gateway for Android reports: https://docs.sms-gate.app/features/webhooks/ and …/features/mms/. */
import { createHash } from 'node:crypto';
import { MEDIA_SIZE_LIMIT } from '@textprobe/domain/media-limits';
import type { HandsetReport, ReportedFile } from '../../inbox-port.ts';
import { LONGEST_REPORTED_TEXT, MOST_FILES } from '../handset-report.ts';
import { type ReportedFields, readFields } from '../reported-fields.ts';
import { type JsonObject, nameIn, objectsIn, textIn } from '../reported-json.ts';

/** The largest file in base64, with a line break after every 76 characters. */
const LONGEST_DATA = Math.ceil((MEDIA_SIZE_LIMIT * 4) / 3) * (78 / 76) + 4;

/** The report's id and the handset it came from. */
export interface EnvelopeOf {
  readonly id: string;
  readonly deviceId: string | null;
}

/** Reads the payload of `sms:received`; null if it has no text. */
export function readSms(envelope: EnvelopeOf, payload: JsonObject): HandsetReport | null {
  const fields = readFields(payload);
  const text = fields.text('message');
  return text === null
    ? null
    : { ...common(envelope, payload, fields), text, files: [], filesIncomplete: false };
}

/** Reads the payload of `mms:downloaded` with its files; null if it has neither a text nor a list of files. */
export function readMms(envelope: EnvelopeOf, payload: JsonObject): HandsetReport | null {
  const fields = readFields(payload);
  const parts = objectsIn(payload.attachments);
  const text = fields.text('body') || textOf(parts);
  if (text === null && !Array.isArray(payload.attachments)) return null;
  const attachments = parts.filter(isMedia);
  const files = attachments.slice(0, MOST_FILES).flatMap((attachment) => readFile(attachment) ?? []);
  return {
    ...common(envelope, payload, fields),
    text: text ?? '',
    files,
    filesIncomplete: files.length < attachments.length || !Array.isArray(payload.attachments),
  };
}

function common(
  { id, deviceId }: EnvelopeOf,
  payload: JsonObject,
  fields: ReportedFields,
): Omit<HandsetReport, 'text' | 'files' | 'filesIncomplete'> {
  const receivedAt = fields.instant('receivedAt');
  return {
    id: payload.messageId ? payloadId(payload) : id,
    deviceId,
    // Versions before 1.52 call the sender phoneNumber and send no recipient.
    sender: fields.name('sender') ?? fields.name('phoneNumber'),
    recipient: fields.name('recipient'),
    simSlot: fields.simSlot('simNumber'),
    // Android's date of a message is the service center's timestamp.
    stated: receivedAt === null ? null : { at: receivedAt, clock: 'service center' },
    ignored: fields.ignored,
  };
}

/** Some versions of the app post a message twice, under two event ids: the payload is the same. */
function payloadId(payload: JsonObject): string {
  return createHash('sha256').update(JSON.stringify(payload)).digest('hex');
}

/** Without a body, the text of an MMS is in its text parts, in base64; null if there are none. */
function textOf(parts: readonly JsonObject[]): string | null {
  const texts = parts
    .filter(({ contentType }) => /^text\/plain/i.test(String(contentType)))
    .flatMap(({ data }) => textIn(data, LONGEST_REPORTED_TEXT) ?? []);
  return texts.length === 0
    ? null
    : texts.map((data) => Buffer.from(data, 'base64').toString('utf8')).join('\n');
}

/** Excludes an MMS's layout and the copy of its text: they are attachments too. */
function isMedia({ contentType }: JsonObject): boolean {
  return !/^(?:application\/smil|text\/)/i.test(textIn(contentType, 200) ?? '');
}

function readFile({ data, name, partId }: JsonObject): ReportedFile | null {
  const base64 = textIn(data, LONGEST_DATA);
  if (base64 === null || base64 === '') return null;
  return { kind: 'data', name: nameIn(name) ?? `part ${Number(partId) || 0}`, data: base64 };
}
