/** Pairing: a phone gets the settings with which it reports what it receives, and a message proves that it does (PAIR-1, 2). */

import { ADMINISTRATORS, OPERATORS } from '@textprobe/domain/roles';
import { z } from 'zod';
import { get, post, remove } from './call.ts';
import { sourceSecretSchema } from './handset-sources.ts';
import { testLogSchema } from './messages.ts';
import { idSchema, pathIdSchema, queryIdSchema, wellFormedText } from './text.ts';

/** How a phone reports: by an app, a provider, something of one's own; `receipt`: not at all, so only receipts count. */
export const PAIRING_KINDS = ['sms-gateway', 'httpsms', 'twilio', 'own-app', 'receipt'] as const;
export type PairingKind = (typeof PAIRING_KINDS)[number];

/** The page that the link opens; the code follows as the fragment, which browsers send to no server. */
export const PAIR_PAGE = '/pair';

/** How long the link works, in minutes. */
export const PAIRING_MINUTES = 10;

const createPairingBodySchema = z.strictObject({
  phoneID: idSchema,
  kind: z.enum(PAIRING_KINDS),
  secret: sourceSecretSchema.nullish().describe('For Twilio: the auth token of the account.'),
});
export type CreatePairingBody = z.input<typeof createPairingBodySchema>;

const pairingSchema = z.object({
  id: z.number().int(),
  phoneID: z.number().int(),
  phoneName: z.string(),
  phoneNumber: z.string(),
  kind: z.enum(PAIRING_KINDS),
  madeBy: z.string().nullable().describe('The name of the account; null if unknown.'),
  createdAt: z.string(),
  expiresAt: z.string().describe('Until then the link works, once.'),
  opened: z
    .object({
      at: z.string(),
      by: z.string().describe('The browser that was shown the settings, in words.'),
    })
    .nullable(),
  address: z
    .string()
    .nullable()
    .describe('Where a phone reaches this installation; null: nowhere, until `HOST` or `PUBLIC_URL` is set.'),
  reporter: z
    .object({
      keyID: z.number().int().nullable(),
      sourceID: z.string().nullable(),
      url: z.string().describe('Where it posts what it receives.'),
      works: z.boolean().describe('False: the key or source was revoked.'),
    })
    .nullable()
    .describe('The key or source of this pairing; null until the settings are shown.'),
  text: z
    .string()
    .describe('The text that proves the pairing once the phone reports it, from whatever sender.'),
  sent: z
    .object({
      testID: z.number().int(),
      at: z.string(),
      testLog: testLogSchema.nullable().describe('Null until the message is created.'),
      waitsFor: z
        .string()
        .nullable()
        .describe('What a message that is not submitted yet waits for, in words.'),
    })
    .nullable()
    .describe('The last message sent with that text.'),
  confirmedAt: z.string().nullable().describe('When the key or source of this pairing reported the text.'),
  misreportedAt: z.string().nullable().describe('When another key or source did.'),
  endedAt: z
    .string()
    .nullable()
    .describe('When it was ended without a confirmation; its key or source was revoked.'),
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

const pairingsQuerySchema = z.strictObject({ phoneID: queryIdSchema });
const pairingParamsSchema = z.strictObject({ id: pathIdSchema });
const proofBodySchema = z.strictObject({
  officeID: idSchema.describe('The office whose gateway sends the message.'),
});

/** Any text: a malformed code gets the same answer as a wrong one. */
const openPairingBodySchema = z.object({
  code: z.string().max(1_000).describe('The part of the link after `#`.'),
});
const phoneSettingsSchema = z.object({
  kind: z.enum(PAIRING_KINDS),
  phoneName: z.string(),
  url: z.string().describe('Where to post what is received.'),
  mmsUrl: z.string().nullable().describe('The same for an MMS; null: `url` takes both.'),
  pingUrl: z
    .string()
    .nullable()
    .describe('Where to ping; null: the app’s pings go to `url`, or there are none.'),
  secret: z
    .string()
    .nullable()
    .describe('The key, or the secret that signs; null for Twilio, which has its token.'),
});
export type PhoneSettings = z.infer<typeof phoneSettingsSchema>;

const setUpBodySchema = z.strictObject({
  address: wellFormedText(200).describe(
    'Of the phone in this network: `192.168.1.10` or `192.168.1.10:8080`.',
  ),
  user: wellFormedText(200),
  password: wellFormedText(200),
});
export type SetUpPhoneBody = z.input<typeof setUpBodySchema>;
const setUpAnswerSchema = z.object({
  pairing: pairingSchema,
  set: z.array(z.string()).describe('What was set in the app, in words.'),
});

const PAIRINGS = '/api/pairings';

export const pairingCalls = {
  pairings: get(PAIRINGS, {
    roles: OPERATORS,
    query: pairingsQuerySchema,
    answer: z.array(pairingSchema),
  }),
  createPairing: post(PAIRINGS, {
    roles: OPERATORS,
    proof: true,
    body: createPairingBodySchema,
    status: 201,
    answer: newPairingSchema,
  }),
  pairing: get(`${PAIRINGS}/:id`, {
    roles: OPERATORS,
    params: pairingParamsSchema,
    answer: pairingSchema,
  }),
  endPairing: remove(`${PAIRINGS}/:id`, {
    roles: OPERATORS,
    params: pairingParamsSchema,
    answer: pairingSchema,
  }),
  sendPairingText: post(`${PAIRINGS}/:id/text`, {
    roles: OPERATORS,
    params: pairingParamsSchema,
    body: proofBodySchema,
    answer: pairingSchema,
  }),
  setUpPhone: post(`${PAIRINGS}/:id/set-up`, {
    roles: ADMINISTRATORS,
    proof: true,
    params: pairingParamsSchema,
    body: setUpBodySchema,
    answer: setUpAnswerSchema,
  }),
  openPairing: post('/api/pair', {
    access: 'public',
    body: openPairingBodySchema,
    answer: phoneSettingsSchema,
  }),
};
