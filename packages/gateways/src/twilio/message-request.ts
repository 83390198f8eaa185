/** Builds the Messages API request for a message, or says why that is impossible. */
import type { OutboundMessage } from '../gateway-port.ts';
import type { HttpRequest } from './exchange.ts';
import type { TwilioGatewaySettings } from './settings.ts';

export type Composed =
  | { readonly ok: true; readonly request: HttpRequest }
  | { readonly ok: false; readonly fault: string };

/** The provider's limits per message: characters (UTF-16 code units) and files. */
const MAX_TEXT_LENGTH = 1_600;
const MAX_FILES = 10;
const E164 = /^\+[1-9]\d{4,14}$/;

export function composeRequest(
  settings: TwilioGatewaySettings,
  message: OutboundMessage,
  statusCallback: string | null,
): Composed {
  const { to, text, media } = message;
  const from = settings.from ?? message.from;
  const isByService = settings.messagingServiceSid !== null;
  if (!E164.test(to)) return fault(`"${to}" is not an E.164 phone number`);
  if (!isByService && !E164.test(from)) return fault(`the sender "${from}" is not an E.164 phone number`);
  if (text.length > MAX_TEXT_LENGTH)
    return fault(`the text has ${text.length} characters, the provider’s limit is ${MAX_TEXT_LENGTH}`);
  if (!text.isWellFormed()) return fault('the text contains a broken character (half a surrogate pair)');
  if (media.length > MAX_FILES)
    return fault(`there are ${media.length} files, the provider’s limit is ${MAX_FILES}`);
  const form = new URLSearchParams({ To: to });
  if (settings.messagingServiceSid === null) form.append('From', from);
  else form.append('MessagingServiceSid', settings.messagingServiceSid);
  form.append('Body', text);
  // Smart encoding would replace characters, and a test shows what carriers do, not providers.
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

/** Requests the account itself, which changes and costs nothing. */
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
