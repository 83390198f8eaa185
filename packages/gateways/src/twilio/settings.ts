/** The settings of an account at Twilio, or at a provider with a compatible Messages API, and their validation. */
import { defaultSettings, TWILIO_SETTINGS } from '@textprobe/domain/gateway-settings';
import { z } from 'zod';
import { checkFields, orNull, type SettingsCheck, text, throughput, whole } from '../setting-fields.ts';

const DEFAULTS = defaultSettings(TWILIO_SETTINGS);

const BASE_URL = 'a URL like "https://api.twilio.com"; http:// is allowed for this machine only';

const fields = z.strictObject({
  /** The URL before `/2010-04-01/Accounts/…`, without a trailing slash. */
  baseUrl: z
    .string(BASE_URL)
    .default(DEFAULTS.baseUrl)
    .refine(isBaseUrl, BASE_URL)
    .transform((url) => new URL(url).href.replace(/\/+$/, '')),
  accountSid: text({ min: 1, max: 64 }),
  authToken: text({ min: 1, max: 128 }),
  /** The sender of all messages, E.164; null: each office's own number. */
  from: orNull(/^\+[1-9]\d{4,14}$/, 'a number in E.164 like "+12025550143", or left out'),
  /** The Messaging Service, which chooses the sender; null: send by number. */
  messagingServiceSid: orNull(/^[\w-]{1,64}$/, 'the SID of a Messaging Service, or left out'),
  /** The most requests in flight. */
  window: whole({ min: 1, max: 200 }).default(DEFAULTS.window),
  /** The timeout for connecting, and again for the response, in milliseconds. */
  responseTimeoutMs: whole({ min: 100, max: 120_000 }).default(DEFAULTS.responseTimeoutMs),
  /** The most messages per second; null: limited only by the window. */
  throughput,
});

export type TwilioGatewaySettings = Readonly<z.infer<typeof fields>>;

/** Validates the settings of one account from parsed JSON; omitted ones get the default in `fields`. */
export function checkTwilioSettings(raw: unknown): SettingsCheck<TwilioGatewaySettings> {
  const check = checkFields<TwilioGatewaySettings>(fields, raw, {
    name: 'a Twilio gateway',
    shape: 'accountSid, authToken',
  });
  if (check.ok && check.settings.from !== null && check.settings.messagingServiceSid !== null)
    return {
      ok: false,
      faults: ['from and messagingServiceSid are mutually exclusive: set only one of them.'],
    };
  return check;
}

/**
 * The longest duration of one submission, in milliseconds: waiting for a slot (half a timeout) and for the throughput limit (at
 * most one timeout), connecting, and the response. The lease of a message must be longer.
 */
export function longestTwilioSubmissionMs(
  settings: Pick<TwilioGatewaySettings, 'responseTimeoutMs'>,
): number {
  return 3.5 * settings.responseTimeoutMs;
}

/** Plain http is allowed to this machine only, since every request carries the token. */
function isBaseUrl(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || url.search !== '' || url.hash !== '' || url.username !== '') return false;
  const isLocal = /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal);
}
