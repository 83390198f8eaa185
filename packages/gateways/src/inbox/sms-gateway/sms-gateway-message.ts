/** Reads the messages that SMS Gateway for Android reports: https://docs.sms-gate.app/features/webhooks/ and …/features/mms/. */
import { parseTimestamp } from '@textprobe/domain/los-angeles-time';
import { MEDIA_SIZE_LIMIT } from '@textprobe/domain/media-limits';
import type { HandsetReport, ReportedFile } from '../../inbox-port.ts';
import { LONGEST_REPORTED_TEXT, MOST_FILES } from '../handset-report.ts';
import { type JsonObject, nameIn, objectsIn, simSlotIn, textIn } from '../reported-json.ts';

/** The largest file in base64, with a line break after every 76 characters. */
const LONGEST_DATA = Math.ceil((MEDIA_SIZE_LIMIT * 4) / 3) * (78 / 76) + 4;

/** The report's id and the handset it came from. */
export interface EnvelopeOf {
  readonly id: string;
  readonly deviceId: string | null;
}

/** Reads the payload of `sms:received`; null if it has no text. */
export function readSms(envelope: EnvelopeOf, payload: JsonObject): HandsetReport | null {
  const text = textIn(payload.message, LONGEST_REPORTED_TEXT);
  return text === null ? null : { ...common(envelope, payload), text, files: [], filesIncomplete: false };
}

/** Reads the payload of `mms:downloaded` with its files; null if it is malformed. */
export function readMms(envelope: EnvelopeOf, payload: JsonObject): HandsetReport | null {
  if (!Array.isArray(payload.attachments)) return null;
  const text = textIn(payload.body ?? '', LONGEST_REPORTED_TEXT);
  if (text === null) return null;
  const attachments = objectsIn(payload.attachments).filter(isMedia);
  const files = attachments.slice(0, MOST_FILES).flatMap((attachment) => readFile(attachment) ?? []);
  return { ...common(envelope, payload), text, files, filesIncomplete: files.length < attachments.length };
}

function common(
  { id, deviceId }: EnvelopeOf,
  payload: JsonObject,
): Omit<HandsetReport, 'text' | 'files' | 'filesIncomplete'> {
  const receivedAt = parseTimestamp(textIn(payload.receivedAt, 64) ?? '');
  return {
    id,
    deviceId,
    // Versions before 1.52 call the sender phoneNumber and send no recipient.
    sender: nameIn(payload.sender) ?? nameIn(payload.phoneNumber),
    recipient: nameIn(payload.recipient),
    simSlot: simSlotIn(payload.simNumber),
    // Android's date of a message is the service center's timestamp.
    stated: receivedAt === null ? null : { at: receivedAt, clock: 'service center' },
  };
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
