/** A message as the form that the Messages API takes, or the sentence why it cannot be one. */
import type { OutboundMessage } from '../gateway-port.ts';
import type { HttpRequest } from './exchange.ts';
import type { TwilioGatewaySettings } from './settings.ts';

export type Composed =
  | { readonly ok: true; readonly request: HttpRequest }
  | { readonly ok: false; readonly fault: string };

/** Characters (UTF-16 code units) the provider takes in one message, and files. */
const LONGEST_TEXT = 1_600;
const MOST_FILES = 10;
const E164 = /^\+[1-9]\d{4,14}$/;

export function composeRequest(
  settings: TwilioGatewaySettings,
  message: OutboundMessage,
  statusCallback: string | null,
): Composed {
  const { to, text, media } = message;
  const from = settings.from ?? message.from;
  const isByService = settings.messagingServiceSid !== null;
  if (!E164.test(to)) return fault(`"${to}" is no phone number in E.164`);
  if (!isByService && !E164.test(from)) return fault(`the sender "${from}" is no phone number in E.164`);
  if (text.length > LONGEST_TEXT)
    return fault(`the text has ${text.length} characters, the provider takes ${LONGEST_TEXT}`);
  if (!text.isWellFormed()) return fault('the text holds a broken character (half a surrogate pair)');
  if (media.length > MOST_FILES)
    return fault(`there are ${media.length} files, the provider takes ${MOST_FILES}`);
  const form = new URLSearchParams({ To: to });
  if (settings.messagingServiceSid === null) form.append('From', from);
  else form.append('MessagingServiceSid', settings.messagingServiceSid);
  form.append('Body', text);
  // It would put plain characters in the place of others, and a test is to show what carriers do, not providers.
  form.append('SmartEncoded', 'false');
  for (const { url } of media) form.append('MediaUrl', url);
  if (statusCallback !== null) form.append('StatusCallback', statusCallback);
  return {
    ok: true,
    request: {
      method: 'POST',
      url: accountUrl(settings, '/Messages.json'),
      headers: { ...credentials(settings), 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    },
  };
}

/** Asks for the account itself: nothing is changed or charged by it. */
export function accountRequest(settings: TwilioGatewaySettings): HttpRequest {
  return { method: 'GET', url: accountUrl(settings, '.json'), headers: credentials(settings), body: '' };
}

function accountUrl({ baseUrl, accountSid }: TwilioGatewaySettings, rest: string): URL {
  return new URL(`${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}${rest}`);
}

function credentials({ accountSid, authToken }: TwilioGatewaySettings): Record<string, string> {
  const pair = Buffer.from(`${accountSid}:${authToken}`, 'utf8').toString('base64');
  return { authorization: `Basic ${pair}`, accept: 'application/json' };
}

function fault(why: string): Composed {
  return { ok: false, fault: `Not sent: ${why}.` };
}
