/** Gateways, the ways out to carriers: those of the carriers file or the lab as far as they are known, those of the database whole. */
import { z } from 'zod';
import { get, post, put, remove, TESTS } from './call.ts';
import { ID_LIST_LIMIT, idSchema, queryIdSchema, wellFormedText } from './text.ts';

export const GATEWAY_KINDS = ['smpp', 'twilio'] as const;

/** A bundle of certificates is the longest of them. */
const VALUE_LIMIT = 500_000;

/** As the carriers file has them; which there are depends on the kind. */
const settingsSchema = z.record(
  z.string(),
  z.union([wellFormedText(VALUE_LIMIT), z.number(), z.boolean(), z.null()], {
    error: 'Give a text, a number, true, false or null.',
  }),
);

const nameSchema = wellFormedText(60).regex(/^[\w.-][\w .-]{0,59}$/, {
  error: 'Give it a name of 1 to 60 letters, digits, spaces, dots or dashes.',
});

const gatewaySchema = z.object({
  id: z.number().int(),
  name: z.string(),
  kind: z.string(),
  source: z
    .enum(['settings', 'database'])
    .describe('`settings`: of the carriers file or the lab, not to be changed here.'),
  isDefault: z.boolean().describe('Serves the offices that were given no gateway.'),
  isDefaultMms: z.boolean().describe('Sends the MMS of offices whose own gateway sends none.'),
  sendsMms: z.boolean(),
  throughput: z
    .number()
    .nullable()
    .describe(
      'Most messages a second over all workers, wherever it is set; null: no limit. Over SMPP each segment of a long SMS counts.',
    ),
  account: z
    .string()
    .nullable()
    .describe(
      'Host, port and system ID of an SMPP account, base URL and account SID of a Messages API, wherever they are set. Receipts are matched over all gateways on one account.',
    ),
  offices: z.number().int().describe('How many offices were given it.'),
  link: z
    .object({
      state: z.enum(['up', 'down', 'stopped']).describe('`stopped`: no longer tried, or seldom.'),
      since: z.string(),
      reason: z.string().nullable().describe('A sentence or two for people, with the time of the next try.'),
    })
    .nullable()
    .describe(
      'How the workers say that it stands, up to 5 s ago: up where one of them can send; null where none has it open.',
    ),
  settings: settingsSchema
    .nullable()
    .describe('Without its secrets; null where they are in the carriers file.'),
  secrets: z
    .array(z.object({ name: z.string(), setAt: z.string() }))
    .describe('Which secrets are set, and since when; they are never shown.'),
  updatedAt: z.string().nullable(),
});
export type Gateway = z.infer<typeof gatewaySchema>;

const updateGatewayBodySchema = z.strictObject({
  name: nameSchema,
  isDefault: z.boolean().optional().describe('One in the database goes before one of the carriers file.'),
  isDefaultMms: z
    .boolean()
    .optional()
    .describe('Left out: as it was; of a new one: where no other sends the MMS of all, this one does.'),
  settings: settingsSchema.describe(
    'All of them, as in the carriers file. A secret that is left out stays as it is, one that is null is taken away.',
  ),
});
const createGatewayBodySchema = updateGatewayBodySchema.extend({ kind: z.enum(GATEWAY_KINDS) });
const gatewayQuerySchema = z.strictObject({ id: queryIdSchema });

const gatewayParamsSchema = z.object({ id: z.string().describe('The id of the gateway.') });
/** What Twilio posts of a message (https://www.twilio.com/docs/messaging/guides/outbound-message-status-in-status-callbacks). */
export const twilioStatusSchema = z.looseObject({
  MessageSid: z.string().optional(),
  MessageStatus: z.string().optional(),
  To: z.string().optional(),
  ErrorCode: z.string().optional(),
});

/** Either one that is there, with other settings if any are given, or one that is yet to be made. */
const testGatewayBodySchema = z.union([
  z.strictObject({ id: idSchema, settings: settingsSchema.optional() }),
  z.strictObject({ kind: z.enum(GATEWAY_KINDS), settings: settingsSchema }),
]);
const testGatewayAnswerSchema = z.object({
  ok: z.boolean(),
  words: z.string().describe('What happened, in a sentence or two.'),
  tookMs: z.number(),
});

const assignGatewayBodySchema = z.strictObject({
  officeIDs: z.array(idSchema).min(1).max(ID_LIST_LIMIT),
  gatewayID: idSchema.nullable().describe('null: the default one.'),
});

/** An office that was given a gateway; the default one serves all others. */
const officeGatewaySchema = z.object({
  officeID: z.number().int(),
  gatewayID: z.number().int(),
  pinned: z.boolean().describe('The carriers file says so: it is not changed by calls.'),
});
export type OfficeGateway = z.infer<typeof officeGatewaySchema>;

const GATEWAYS = `${TESTS}/gateways`;
const OFFICE_GATEWAYS = `${TESTS}/offices/gateway`;

export const gatewayCalls = {
  gateways: get(GATEWAYS, { answer: z.array(gatewaySchema) }),
  createGateway: post(GATEWAYS, { body: createGatewayBodySchema, status: 201, answer: gatewaySchema }),
  updateGateway: put(GATEWAYS, {
    query: gatewayQuerySchema,
    body: updateGatewayBodySchema,
    answer: gatewaySchema,
  }),
  deleteGateway: remove(GATEWAYS, { query: gatewayQuerySchema, status: 204 }),
  testGateway: post(`${GATEWAYS}/test`, { body: testGatewayBodySchema, answer: testGatewayAnswerSchema }),
  officeGateways: get(OFFICE_GATEWAYS, { answer: z.array(officeGatewaySchema) }),
  assignGateway: put(OFFICE_GATEWAYS, { body: assignGatewayBodySchema, status: 204 }),
  gatewayStatus: post('/api/gateways/:id/status', {
    access: 'public',
    params: gatewayParamsSchema,
    status: 204,
  }),
};
