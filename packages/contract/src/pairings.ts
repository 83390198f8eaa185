/** Pairing gives a phone the settings for its reports, and proves with a message that they arrive (PAIR-1, 2). */

import { ADMINISTRATORS, OPERATORS, OPERATORS_AND_AUDITORS } from '@textprobe/domain/roles';
import { z } from 'zod';
import { get, post, remove } from './call.ts';
import { sourceSecretSchema } from './handset-sources.ts';
import { testLogSchema } from './messages.ts';
import { idSchema, pathIdSchema, queryIdSchema, wellFormedText } from './text.ts';

/** How a phone reports: through an app, a provider or your own program. `receipt`: not at all, so only receipts count. */
export const PAIRING_KINDS = ['sms-gateway', 'httpsms', 'twilio', 'own-app', 'receipt'] as const;
export type PairingKind = (typeof PAIRING_KINDS)[number];

/** The page that the link opens. The code is in the fragment, which browsers do not send. */
export const PAIR_PAGE = '/pair';

/** How long the link works, in minutes. */
export const PAIRING_MINUTES = 10;

const createPairingBodySchema = z.strictObject({
  phoneId: idSchema,
  kind: z.enum(PAIRING_KINDS),
  secret: sourceSecretSchema.nullish().describe('For Twilio: the auth token of the account.'),
});
export type CreatePairingBody = z.input<typeof createPairingBodySchema>;

const pairingSchema = z.object({
  id: z.number().int(),
  phoneId: z.number().int(),
  phoneName: z.string(),
  phoneNumber: z.string(),
  kind: z.enum(PAIRING_KINDS),
  madeBy: z.string().nullable().describe('The username of the account that created it; null if unknown.'),
  createdAt: z.string(),
  expiresAt: z.string().describe('The link works until then, once.'),
  opened: z
    .object({
      at: z.string(),
      by: z.string().describe('The browser that showed the settings, such as `Chrome 141 on Android`.'),
    })
    .nullable(),
  address: z
    .string()
    .nullable()
    .describe(
      'The address at which phones reach this installation; null if they cannot until `HOST` or `PUBLIC_URL` is set.',
    ),
  reporter: z
    .object({
      keyId: z.number().int().nullable(),
      sourceId: z.string().nullable(),
      url: z.string().describe('The URL for its reports.'),
      works: z.boolean().describe('False once the key or source was revoked.'),
    })
    .nullable()
    .describe('The key or source of this pairing; null until the settings are shown.'),
  text: z.string().describe('The text that proves the pairing once the phone reports it; any sender counts.'),
  sent: z
    .object({
      testId: z.number().int(),
      at: z.string(),
      testLog: testLogSchema.nullable().describe('Null until the message is created.'),
      waitsFor: z
        .string()
        .nullable()
        .describe('What a message that is not submitted yet is waiting for, as a phrase.'),
    })
    .nullable()
    .describe('The last message sent with that text.'),
  confirmedAt: z.string().nullable().describe('When the key or source of this pairing reported the text.'),
  misreportedAt: z.string().nullable().describe('When another key or source reported it.'),
  endedAt: z.string().nullable().describe('When it ended unconfirmed, which revoked its key or source.'),
});
export type Pairing = z.infer<typeof pairingSchema>;

const newPairingSchema = z.object({
  pairing: pairingSchema,
  url: z
    .string()
    .nullable()
    .describe(
      'The link that shows the settings to the first browser; null if there are none, for `receipt`.',
    ),
});
export type NewPairing = z.infer<typeof newPairingSchema>;

const pairingsQuerySchema = z.strictObject({ phoneId: queryIdSchema });
const pairingParamsSchema = z.strictObject({ id: pathIdSchema });
const pairingTextBodySchema = z.strictObject({
  officeId: idSchema.describe('The office whose gateway sends the message.'),
});

/** Any text: a malformed code gets the same answer as a wrong one. */
const openPairingBodySchema = z.object({
  code: z.string().max(1_000).describe('The part of the link after `#`.'),
});
const phoneSettingsSchema = z.object({
  kind: z.enum(PAIRING_KINDS),
  phoneName: z.string(),
  url: z.string().describe('Where to post received messages.'),
  mmsUrl: z.string().nullable().describe('Where to post an MMS; null: to `url` too.'),
  pingUrl: z
    .string()
    .nullable()
    .describe('Where to ping; null: the app’s pings go to `url`, or there are none.'),
  secret: z
    .string()
    .nullable()
    .describe('The key, or the signing secret; null for Twilio, which signs with its own token.'),
});
export type PhoneSettings = z.infer<typeof phoneSettingsSchema>;

const setUpBodySchema = z.strictObject({
  address: wellFormedText(200).describe(
    'The phone’s address in this network: `192.168.1.10` or `192.168.1.10:8080`.',
  ),
  user: wellFormedText(200),
  password: wellFormedText(200),
});
export type SetUpPhoneBody = z.input<typeof setUpBodySchema>;
const setUpAnswerSchema = z.object({
  pairing: pairingSchema,
  set: z.array(z.string()).describe('What was set in the app, as phrases.'),
});

const PAIRINGS = '/api/pairings';

export const pairingCalls = {
  pairings: get(PAIRINGS, {
    roles: OPERATORS_AND_AUDITORS,
    query: pairingsQuerySchema,
    answer: z.array(pairingSchema),
  }),
  createPairing: post(PAIRINGS, {
    audit: 'phone.pairing-started',
    roles: OPERATORS,
    proof: true,
    body: createPairingBodySchema,
    status: 201,
    answer: newPairingSchema,
  }),
  pairing: get(`${PAIRINGS}/:id`, {
    roles: OPERATORS_AND_AUDITORS,
    params: pairingParamsSchema,
    answer: pairingSchema,
  }),
  endPairing: remove(`${PAIRINGS}/:id`, {
    audit: 'phone.pairing-ended',
    roles: OPERATORS,
    params: pairingParamsSchema,
    answer: pairingSchema,
  }),
  sendPairingText: post(`${PAIRINGS}/:id/text`, {
    audit: 'phone.pairing-text-sent',
    roles: OPERATORS,
    params: pairingParamsSchema,
    body: pairingTextBodySchema,
    answer: pairingSchema,
  }),
  setUpPhone: post(`${PAIRINGS}/:id/set-up`, {
    audit: 'phone.set-up',
    roles: ADMINISTRATORS,
    proof: true,
    params: pairingParamsSchema,
    body: setUpBodySchema,
    answer: setUpAnswerSchema,
  }),
  openPairing: post('/api/pair', {
    audit: 'phone.pairing-opened',
    access: 'public',
    body: openPairingBodySchema,
    answer: phoneSettingsSchema,
  }),
};
