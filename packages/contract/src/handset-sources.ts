/** Handset sources, the apps and provider accounts that report for test phones: their setup, and what they post. */

import { ADMINISTRATORS, AUDITORS } from '@textprobe/domain/roles';
import { z } from 'zod';
import { get, post, put, remove } from './call.ts';
import { shownAs } from './query-form.ts';
import { idSchema, wellFormedText } from './text.ts';

/** An app on a handset, or the provider of a number. */
const HANDSET_SOURCE_KINDS = ['sms-gateway', 'httpsms', 'twilio'] as const;

/** Phones that one source may report for. */
const PHONES_LIMIT = 1_000;
const SECRET_LENGTHS = { min: 8, max: 200 };

const deviceSchema = wellFormedText(200).min(1).describe('The device id of the app; null: any.');
const simSlotSchema = z.number().int().min(1).max(9).describe('The SIM slot, from 1; null: any.');

const sourcePhoneSchema = z.object({
  phoneId: z.number().int(),
  deviceId: deviceSchema.nullable(),
  simSlot: simSlotSchema.nullable(),
});

const handsetSourceSchema = z.object({
  id: z.string(),
  kind: z.enum(HANDSET_SOURCE_KINDS),
  name: z.string(),
  /** The URL that the app or the provider posts to. */
  url: z.string(),
  madeBy: z.string().nullable().describe('The username of the account that created it; null if unknown.'),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable().describe('Up to a minute old.'),
  oldSecretUntil: z
    .string()
    .nullable()
    .describe('The secret was rotated, and the old one works until then; null: only one secret works.'),
  phones: z.array(sourcePhoneSchema),
  unmapped: z
    .array(
      z.object({
        deviceId: z.string().nullable(),
        simSlot: z.number().int().nullable(),
        reports: z.number().int().describe('The number of reports waiting for its phone.'),
        lastAt: z.string(),
      }),
    )
    .describe('Devices that have reported but are not mapped to a phone.'),
});
export type HandsetSource = z.infer<typeof handsetSourceSchema>;

const phonesSchema = z
  .array(
    z.strictObject({
      phoneId: idSchema,
      deviceId: deviceSchema.nullish().transform((device) => device ?? null),
      simSlot: simSlotSchema.nullish().transform((slot) => slot ?? null),
    }),
  )
  .max(PHONES_LIMIT);

const nameSchema = wellFormedText(100).regex(/\S/, { error: 'Enter a name.' });

export const sourceSecretSchema = wellFormedText(SECRET_LENGTHS.max).min(SECRET_LENGTHS.min, {
  error: `Must have at least ${SECRET_LENGTHS.min} characters.`,
});
const secretSchema = sourceSecretSchema
  .nullish()
  .describe('The key that signs reports; for Twilio the auth token. Generated if omitted.');

const createHandsetSourceBodySchema = z.strictObject({
  kind: z.enum(HANDSET_SOURCE_KINDS),
  name: nameSchema,
  secret: secretSchema,
  phones: phonesSchema.optional(),
});
const rotateHandsetSourceBodySchema = z.strictObject({ secret: secretSchema });
/** `secret`: the generated one, shown once; null if it was given. */
const newSecretAnswerSchema = handsetSourceSchema.extend({ secret: z.string().nullable() });
export type NewSourceSecret = z.infer<typeof newSecretAnswerSchema>;
/** Any other text is the id of nothing; PostgreSQL refuses text with a NUL. */
const sourceIdSchema = shownAs(
  z.string().transform((text) => (/^[0-9a-f]{32}$/.test(text) ? text : '')),
  { type: 'string', description: '32 hexadecimal digits.' },
);
const params = z.strictObject({ id: sourceIdSchema });
const handsetSourceNameSchema = z.strictObject({ name: nameSchema });
const handsetSourcePhonesBodySchema = z.strictObject({ phones: phonesSchema });

const sourceParamsSchema = z.object({ source: z.string().describe('The id of the source.') });

/** The webhook of SMS Gateway for Android (https://docs.sms-gate.app/features/webhooks/). */
export const smsGatewayEventSchema = z.looseObject({
  id: z.string(),
  event: z
    .string()
    .describe('`sms:received`, `mms:downloaded`, `system:ping`; others are accepted and ignored.'),
  deviceId: z.string().optional(),
  payload: z.looseObject({}),
});
/** The webhook of httpSMS (https://docs.httpsms.com/webhooks/events). */
export const httpsmsEventSchema = z.looseObject({
  id: z.string(),
  type: z
    .string()
    .describe('`message.phone.received`, `phone.heartbeat.online`; others are accepted and ignored.'),
  data: z.looseObject({}),
});
/** The webhook of Twilio (https://www.twilio.com/docs/messaging/guides/webhook-request). */
export const twilioInboundSchema = z.looseObject({
  MessageSid: z.string(),
  From: z.string().optional(),
  To: z.string().optional(),
  Body: z.string().optional(),
  NumMedia: z.string().optional(),
});

const SOURCES = '/api/handset-sources';

export const handsetSourceCalls = {
  handsetSources: get(SOURCES, { roles: AUDITORS, answer: z.array(handsetSourceSchema) }),
  createHandsetSource: post(SOURCES, {
    audit: 'handset-source.created',
    roles: ADMINISTRATORS,
    proof: true,
    body: createHandsetSourceBodySchema,
    status: 201,
    answer: newSecretAnswerSchema,
  }),
  renameHandsetSource: put(`${SOURCES}/:id`, {
    audit: 'handset-source.renamed',
    roles: ADMINISTRATORS,
    proof: true,
    params,
    body: handsetSourceNameSchema,
    answer: handsetSourceSchema,
  }),
  setHandsetSourcePhones: put(`${SOURCES}/:id/phones`, {
    audit: 'handset-source.phones-updated',
    roles: ADMINISTRATORS,
    proof: true,
    params,
    body: handsetSourcePhonesBodySchema,
    answer: handsetSourceSchema,
  }),
  rotateHandsetSource: post(`${SOURCES}/:id/rotate`, {
    audit: 'handset-source.rotated',
    roles: ADMINISTRATORS,
    proof: true,
    params,
    body: rotateHandsetSourceBodySchema,
    status: 201,
    answer: newSecretAnswerSchema,
  }),
  deleteHandsetSource: remove(`${SOURCES}/:id`, {
    audit: 'handset-source.revoked',
    roles: ADMINISTRATORS,
    proof: true,
    params,
    status: 204,
  }),
  smsGatewayInbox: post('/api/inboxes/sms-gateway/:source', {
    audit: { none: 'A report of a handset.' },
    access: 'public',
    params: sourceParamsSchema,
    status: 202,
    answer: z.object({}),
  }),
  httpsmsInbox: post('/api/inboxes/httpsms/:source', {
    audit: { none: 'A report of a handset.' },
    access: 'public',
    params: sourceParamsSchema,
    status: 202,
    answer: z.object({}),
  }),
  twilioInbox: post('/api/inboxes/twilio/:source', {
    audit: { none: 'A report of a provider.' },
    access: 'public',
    params: sourceParamsSchema,
  }),
};
