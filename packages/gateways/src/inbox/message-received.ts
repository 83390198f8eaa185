/** Validates what a handset posts to `message-received` (CALL-16) and reports every invalid field. */
import { parseTimestamp } from '@textprobe/domain/los-angeles-time';
import { MESSAGE_CODE_LENGTH } from '@textprobe/domain/message-code';
import { objectIn } from './reported-json.ts';

export interface MessageReceived {
  readonly messageCode: string;
  readonly text: string | null;
  readonly sender: string | null;
  /** Epoch milliseconds by the handset's clock. */
  readonly receivedAt: number | null;
}

export interface FieldFault {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

export type MessageReceivedCheck =
  | { readonly ok: true; readonly report: MessageReceived }
  | { readonly ok: false; readonly faults: readonly FieldFault[] };

/** UTF-16 code units; twice the longest message that can be sent. */
const LONGEST_TEXT = 20_000;
const LONGEST_SENDER = 200;
const LONGEST_TIMESTAMP = 64;

/**
 * Validates parsed JSON. Null counts as absent; unknown keys are ignored, because handset apps add their own. A text may
 * contain anything, such as a NUL where a carrier broke an @: it is evidence of what arrived.
 */
export function readMessageReceived(body: unknown): MessageReceivedCheck {
  const given = objectIn(body);
  if (given === null)
    return { ok: false, faults: [fault('body', 'type', 'Send a JSON object with messageCode.')] };
  const faults: FieldFault[] = [];

  const text = (field: string, longest: number): string | null => {
    const value = given[field] ?? null;
    if (value === null) return null;
    if (typeof value !== 'string') {
      faults.push(fault(field, 'type', `${field} must be a string.`));
      return null;
    }
    if (value.length <= longest) return value;
    faults.push(fault(field, 'too_big', `Must have at most ${longest.toLocaleString('en-US')} characters.`));
    return null;
  };

  const messageCode = text('messageCode', LONGEST_TEXT);
  const messageBody = text('messageBody', LONGEST_TEXT);
  const sender = text('sender', LONGEST_SENDER);
  const stated = text('receivedAt', LONGEST_TIMESTAMP);
  const receivedAt = stated === null ? null : parseTimestamp(stated);
  if (stated !== null && receivedAt === null)
    faults.push(
      fault(
        'receivedAt',
        'timestamp',
        'receivedAt must be a timestamp such as 2026-11-21T10:00:00.000-08:00.',
      ),
    );
  if (faults.length === 0 && (messageCode === null || messageCode.trim() === ''))
    faults.push(
      fault('messageCode', 'required', 'messageCode is required: the code, or the full text received.'),
    );
  if (faults.length > 0 || messageCode === null) return { ok: false, faults };
  return {
    ok: true,
    report: { messageCode, text: messageBody ?? wholeText(messageCode), sender, receivedAt },
  };
}

/** A messageCode that is longer than a bare code is the full text. */
function wholeText(messageCode: string): string | null {
  return messageCode.trim().length > MESSAGE_CODE_LENGTH ? messageCode : null;
}

function fault(field: string, code: string, message: string): FieldFault {
  return { field, code, message };
}
