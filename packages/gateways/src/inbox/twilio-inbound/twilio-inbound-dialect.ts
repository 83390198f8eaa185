/**
 * A number at Twilio as a test phone: what it gets is posted to us as a form, signed as status callbacks are
 * (https://www.twilio.com/docs/messaging/guides/webhook-request). Its files are fetched afterwards, with the account's
 * id and token; the answer is TwiML that says nothing, so that no message goes back.
 */
import type { HandsetReport, ReportedFile } from '../../inbox-port.ts';
import { bearsSignature, verifyForm } from '../../twilio/signature.ts';
import { LONGEST_REPORTED_TEXT, MOST_FILES } from '../handset-report.ts';
import { nameIn, refuse, textIn } from '../reported-json.ts';
import { type Dialect, type DialectReading, NO_ADDRESS, TEXT_LIMIT } from '../source-inbox.ts';

export const twilioInboundDialect: Dialect = {
  kind: 'twilio',
  // Its files are links.
  bodyLimit: TEXT_LIMIT,
  provenByHeaders: false,
  headerFault({ headers, url }) {
    if (url === null) return NO_ADDRESS;
    return bearsSignature(headers) ? null : 'X-Twilio-Signature is missing, or is no signature';
  },
  faultOf({ secret }, { headers, url, body }) {
    if (url === null) return NO_ADDRESS;
    const isRight = verifyForm(secret, url, formOf(body), headers['x-twilio-signature'] ?? '');
    return isRight ? null : `its signature is not that of the account over ${url}`;
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
  const text = textIn(form.get('Body') ?? '', LONGEST_REPORTED_TEXT);
  if (id === null) return refuse('MessageSid', 'Send the MessageSid of a message that came in.');
  if (text === null) return refuse('Body', 'Send the text: at most 20,000 characters.');
  const count = Number(form.get('NumMedia') ?? 0) || 0;
  const files = filesOf(form, Math.min(count, MOST_FILES));
  const report: HandsetReport = {
    id,
    text,
    sender: nameIn(form.get('From')),
    recipient: nameIn(form.get('To')),
    deviceId: null,
    simSlot: null,
    // It does not say when.
    stated: null,
    files,
    filesIncomplete: files.length < count,
  };
  return { ok: true, reports: [report], pings: [] };
}

function filesOf(form: URLSearchParams, count: number): ReportedFile[] {
  const user = nameIn(form.get('AccountSid'));
  return Array.from({ length: count }, (_, index) => textIn(form.get(`MediaUrl${index}`), 2_048))
    .filter((url) => url !== null)
    .map((url) => ({ kind: 'link', url, user }));
}
