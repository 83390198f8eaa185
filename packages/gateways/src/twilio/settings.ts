/** What an account at Twilio, or at one of those who copy its Messages API, needs to know; and the check of it. */
import { USUAL_TWILIO_SETTINGS as USUAL } from '@textprobe/domain/gateway-settings';
import { z } from 'zod';
import { checkFields, orNull, type SettingsCheck, text, throughput, whole } from '../setting-fields.ts';

const BASE_URL = 'an address like "https://api.twilio.com"; http:// is taken for this machine only';

const fields = z.strictObject({
  /** What stands before `/2010-04-01/Accounts/…`, without a slash at its end. */
  baseUrl: z
    .string(BASE_URL)
    .default(USUAL.baseUrl)
    .refine(isBaseUrl, BASE_URL)
    .transform((url) => new URL(url).href.replace(/\/+$/, '')),
  accountSid: text({ min: 1, max: 64 }),
  authToken: text({ min: 1, max: 128 }),
  /** The one number that everything is sent from, E.164; null: each office's own. */
  from: orNull(/^\+[1-9]\d{4,14}$/, 'a number in E.164 like "+12025550143", or left out'),
  /** Sends through a Messaging Service, which chooses the number; null: by number. */
  messagingServiceSid: orNull(/^[\w-]{1,64}$/, 'the SID of a Messaging Service, or left out'),
  /** Most requests without an answer at a time. */
  window: whole({ min: 1, max: 200 }).default(USUAL.window),
  /** How long to wait for a connection, and then for an answer, in milliseconds. */
  responseTimeoutMs: whole({ min: 100, max: 120_000 }).default(USUAL.responseTimeoutMs),
  /** Most messages in a second; null: as fast as the window lets. */
  throughput,
});

export type TwilioGatewaySettings = Readonly<z.infer<typeof fields>>;

/** Reads the settings of one account from parsed JSON; what is left out has the value of `fields` above. */
export function checkTwilioSettings(raw: unknown): SettingsCheck<TwilioGatewaySettings> {
  const check = checkFields<TwilioGatewaySettings>(fields, raw, {
    name: 'a Twilio gateway',
    shape: 'accountSid, authToken',
  });
  if (check.ok && check.settings.from !== null && check.settings.messagingServiceSid !== null)
    return { ok: false, faults: ['from and messagingServiceSid exclude each other: write one of them.'] };
  return check;
}

/**
 * The longest that one submission can take, in milliseconds: waiting for room (half a timeout), for its place in the
 * throughput (a whole one at most), for a connection, for the answer. A claim on a message must be held for longer.
 */
export function longestTwilioSubmissionMs(
  settings: Pick<TwilioGatewaySettings, 'responseTimeoutMs'>,
): number {
  return 3.5 * settings.responseTimeoutMs;
}

/** Plain http only to this machine: the token goes with every request. */
function isBaseUrl(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || url.search !== '' || url.hash !== '' || url.username !== '') return false;
  const isLocal = /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal);
}
