/**
 * The dialect of a Twilio number used as a test phone: Twilio posts its messages as forms, signed like status callbacks
 * (https://www.twilio.com/docs/messaging/guides/webhook-request). Files are fetched afterwards with the
 * account's id and token. The answer is empty TwiML, so that Twilio sends no reply.
 */
import type { HandsetReport, ReportedFile } from '../../inbox-port.ts';
import { hasSignature, verifyForm } from '../../twilio/signature.ts';
import { MOST_FILES } from '../handset-report.ts';
import { readFields } from '../reported-fields.ts';
import { nameIn, refuse, textIn } from '../reported-json.ts';
import { type Dialect, type DialectReading, NO_PUBLIC_URL, TEXT_LIMIT } from '../source-inbox.ts';

export const twilioInboundDialect: Dialect = {
  kind: 'twilio',
  // Files are links.
  bodyLimit: TEXT_LIMIT,
  provenByHeaders: false,
  headerFault({ headers, url }) {
    if (url === null) return NO_PUBLIC_URL;
    return hasSignature(headers) ? null : 'X-Twilio-Signature is missing or malformed';
  },
  credentialsFault({ secret }, { headers, url, body }) {
    if (url === null) return NO_PUBLIC_URL;
    const isValid = verifyForm(secret, url, formOf(body), headers['x-twilio-signature'] ?? '');
    return isValid ? null : `its signature does not match the auth token and ${url}`;
  },
  read: ({ body }) => readForm(formOf(body)),
  answer: {
    status: 200,
    text: '<?xml version="1.0" encoding="UTF-8"?><Response/>',
    contentType: 'text/xml; charset=utf-8',
  },
};

function formOf(body: Uint8Array): URLSearchParams {
  return new URLSearchParams(Buffer.from(body).toString('utf8'));
}

function readForm(form: URLSearchParams): DialectReading {
  const id = nameIn(form.get('MessageSid') ?? form.get('SmsSid'));
  if (id === null) return refuse('MessageSid', 'Send the MessageSid of the received message.');
  // A status callback about a message that the account sent: its owner gave both the same URL.
  const status = form.get('MessageStatus') ?? form.get('SmsStatus') ?? 'received';
  if (!/^receiv/i.test(status)) return { ok: true, reports: [], pings: [] };
  const fields = readFields(Object.fromEntries(form));
  const count = Number(form.get('NumMedia') ?? 0) || 0;
  const files = filesOf(form, Math.min(count, MOST_FILES));
  const report: HandsetReport = {
    id,
    // An MMS may have none.
    text: fields.text('Body') ?? '',
    sender: fields.name('From'),
    recipient: fields.name('To'),
    deviceId: null,
    simSlot: null,
    // Twilio reports no time.
    stated: null,
    files,
    filesIncomplete: files.length < count,
    ignored: fields.ignored,
  };
  return { ok: true, reports: [report], pings: [] };
}

function filesOf(form: URLSearchParams, count: number): ReportedFile[] {
  const user = nameIn(form.get('AccountSid'));
  return Array.from({ length: count }, (_, index) => textIn(form.get(`MediaUrl${index}`), 2_048))
    .filter((url) => url !== null)
    .map((url) => ({ kind: 'link', url, user }));
}
