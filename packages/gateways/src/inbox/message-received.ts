/** Reads what a handset posts to `message-received` (CALL-16): keeps whatever proves a reception. */
import type { IgnoredField } from '@textprobe/domain/ignored-field';
import { findMessageCodes, MESSAGE_CODE_LENGTH } from '@textprobe/domain/message-code';
import { quoted, readFields } from './reported-fields.ts';
import { objectIn, parseReportedJson } from './reported-json.ts';

export interface MessageReceived {
  readonly messageCode: string;
  readonly text: string | null;
  readonly sender: string | null;
  /** Epoch milliseconds by the handset's clock. */
  readonly receivedAt: number | null;
  readonly ignored: readonly IgnoredField[];
}

export interface FieldFault {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

export type MessageReceivedCheck =
  | { readonly ok: true; readonly report: MessageReceived }
  | { readonly ok: false; readonly faults: readonly FieldFault[] };

/**
 * Reads parsed JSON. The code or the text proves the reception, so only a body with neither is refused; other fields that
 * cannot be read are ignored and listed. Null counts as absent; unknown keys are ignored, because handset apps add their
 * own. A text may contain anything, such as a NUL where a carrier broke an @: it is evidence of what arrived.
 */
export function readMessageReceived(body: unknown): MessageReceivedCheck {
  const given = objectIn(body);
  if (given === null)
    return { ok: false, faults: [fault('body', 'type', 'Send a JSON object with messageCode.')] };
  const fields = readFields(given);
  const messageCode = fields.text('messageCode') ?? '';
  const text = fields.text('messageBody');
  const proof = messageCode.trim() === '' ? (text ?? '') : messageCode;
  if (proof.trim() === '')
    return {
      ok: false,
      faults: [
        fault('messageCode', 'required', 'messageCode is required: the code, or the full text received.'),
      ],
    };
  return {
    ok: true,
    report: {
      messageCode: proof,
      text: text ?? wholeText(messageCode),
      sender: fields.name('sender'),
      receivedAt: fields.instant('receivedAt'),
      ignored: fields.ignored,
    },
  };
}

/**
 * Reads a body as posted: JSON, or a form with the same names. A body that is neither still proves the reception if it
 * contains a code, as when an app puts a text with quotation marks into a JSON template.
 * @returns null if it is not JSON and contains no code
 */
export function readPostedMessage(body: Uint8Array | string): MessageReceivedCheck | null {
  const { text, ignored } = typeof body === 'string' ? { text: body, ignored: [] } : decode(body);
  const read = readText(text);
  if (!read?.ok) return read;
  return { ok: true, report: { ...read.report, ignored: [...ignored, ...read.report.ignored] } };
}

function readText(text: string): MessageReceivedCheck | null {
  const json = parseReportedJson(text);
  if (json !== undefined) return readMessageReceived(json);
  const form = new URLSearchParams(text);
  if (form.has('messageCode') || form.has('messageBody'))
    return readMessageReceived(Object.fromEntries(form));
  // These names have the length of a code, and only letters that codes have.
  const messageCode = text.replace(/message(?:Code|Body)/g, '');
  if (findMessageCodes(messageCode).length === 0) return null;
  const reason = `${quoted(text)} is not valid JSON, and only the code in it was read`;
  const ignored = [{ field: 'body', reason }];
  return { ok: true, report: { messageCode, text: null, sender: null, receivedAt: null, ignored } };
}

function decode(bytes: Uint8Array): { text: string; ignored: readonly IgnoredField[] } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), ignored: [] };
  } catch {
    const reason = 'is not valid UTF-8 and was read as Windows-1252';
    return { text: new TextDecoder('windows-1252').decode(bytes), ignored: [{ field: 'body', reason }] };
  }
}

/** A messageCode that is longer than a bare code is the full text. */
function wholeText(messageCode: string): string | null {
  return messageCode.trim().length > MESSAGE_CODE_LENGTH ? messageCode : null;
}

function fault(field: string, code: string, message: string): FieldFault {
  return { field, code, message };
}
