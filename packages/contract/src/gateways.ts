/** Gateways to carriers. Those of the gateways file or the lab have no settings here. */

import { IGNORED_REASONS } from '@textprobe/domain/ignored-receipts';
import { ADMINISTRATORS, ALL_ROLES } from '@textprobe/domain/roles';
import { z } from 'zod';
import { get, post, put, remove } from './call.ts';
import { ID_LIST_LIMIT, idSchema, pathIdSchema, wellFormedText } from './text.ts';

export const GATEWAY_KINDS = ['smpp', 'twilio'] as const;

/** The longest value is a bundle of certificates. */
const VALUE_LIMIT = 500_000;

/** As in the gateways file; the names depend on the kind. */
const settingsSchema = z.record(
  z.string(),
  z.union([wellFormedText(VALUE_LIMIT), z.number(), z.boolean(), z.null()], {
    error: 'Must be a string, a number, true, false or null.',
  }),
);

const nameSchema = wellFormedText(60).regex(/^[\w.-][\w .-]{0,59}$/, {
  error: 'Enter a name of 1 to 60 letters, digits, spaces, dots or dashes.',
});

const gatewaySchema = z.object({
  id: z.number().int(),
  name: z.string(),
  kind: z.string(),
  source: z
    .enum(['settings', 'database'])
    .describe('`settings`: managed in the gateways file or by the lab, read-only here.'),
  isDefault: z.boolean().describe('Serves the offices without their own gateway.'),
  isDefaultMms: z.boolean().describe('Sends MMS for offices whose gateway cannot.'),
  sendsMms: z.boolean(),
  throughput: z
    .number()
    .nullable()
    .describe(
      'Throughput limit in messages per second over all workers, wherever it is set; null: no limit. Over SMPP each segment of a long SMS counts.',
    ),
  account: z
    .string()
    .nullable()
    .describe(
      'Host, port and system ID of an SMPP account, or base URL and account SID of a Messages API, wherever they are set. Receipts are matched across all gateways of one account.',
    ),
  offices: z.number().int().describe('The number of offices assigned to it.'),
  link: z
    .object({
      state: z.enum(['up', 'down', 'stopped']).describe('`stopped`: retried rarely or not at all.'),
      since: z.string(),
      reason: z.string().nullable().describe('The cause in words, with the time of the next attempt.'),
    })
    .nullable()
    .describe(
      'The link state as reported by the workers, at most 5 s old: up if any of them can send; null if none has it open.',
    ),
  ignoredReceipts: z
    .array(
      z.object({
        reason: z
          .enum(IGNORED_REASONS)
          .describe(
            '`no-id`: names no message; `unmarked`: a text that looks like a receipt, see the setting `unmarkedReceipts`; `unmatched`: matched no message within a minute, over the last day; `unknown-state`: names no known state; `incomplete`: ends within its text or an optional parameter; `part-missing`: one of its parts did not arrive within ten minutes.',
          ),
        count: z.number().int(),
        newestAt: z.string(),
        newest: z.string().describe('Its fields, with the last two digits of the phone.'),
      }),
    )
    .describe(
      'Receipts that counted for nothing, or only in part, by reason, newest first. A count starts again after a week without one. Empty for an account with partners.',
    ),
  settings: settingsSchema.nullable().describe('Without secrets; null if they are in the gateways file.'),
  secrets: z
    .array(z.object({ name: z.string(), setAt: z.string() }))
    .describe('Which secrets are set, and since when; their values are never shown.'),
  updatedAt: z.string().nullable(),
});
export type Gateway = z.infer<typeof gatewaySchema>;

const gatewayHoursSchema = z.object({
  gatewayId: z.number().int(),
  hours: z
    .array(
      z.object({
        at: z.string().describe('When the hour began.'),
        messages: z.number().int(),
        known: z.number().int().describe('With a known outcome: the denominator of its rate.'),
        received: z.number().int(),
      }),
    )
    .describe('The hours in which it sent messages, oldest first.'),
});
export type GatewayHours = z.infer<typeof gatewayHoursSchema>;

const updateGatewayBodySchema = z.strictObject({
  name: nameSchema,
  isDefault: z
    .boolean()
    .optional()
    .describe('A default in the database takes precedence over that of the gateways file.'),
  isDefaultMms: z
    .boolean()
    .optional()
    .describe('Default: unchanged; for a new gateway: true if there is no other default for MMS.'),
  settings: settingsSchema.describe(
    'All settings, as in the gateways file. An omitted secret is kept, a null one is deleted.',
  ),
});
const createGatewayBodySchema = updateGatewayBodySchema.extend({ kind: z.enum(GATEWAY_KINDS) });
const gatewayParamsSchema = z.strictObject({ id: pathIdSchema });

const gatewayStatusParamsSchema = z.object({ id: z.string().describe('The id of the gateway.') });
/** A status callback of Twilio (https://www.twilio.com/docs/messaging/guides/outbound-message-status-in-status-callbacks). */
export const twilioStatusSchema = z.looseObject({
  MessageSid: z.string().optional(),
  MessageStatus: z.string().optional(),
  To: z.string().optional(),
  ErrorCode: z.string().optional(),
});

const testGatewayBodySchema = z.strictObject({
  settings: settingsSchema.optional().describe('Default: those of the gateway.'),
});
const testNewGatewayBodySchema = createGatewayBodySchema.pick({ kind: true, settings: true });
const gatewayTestSchema = z.object({
  ok: z.boolean(),
  words: z.string().describe('The result in words.'),
  tookMs: z.number(),
});

const assignGatewayBodySchema = z.strictObject({
  officeIds: z.array(idSchema).min(1).max(ID_LIST_LIMIT),
  gatewayId: idSchema.nullable().describe('null: the default gateway.'),
});

/** An office with a gateway of its own; the default gateway serves all others. */
const officeGatewaySchema = z.object({
  officeId: z.number().int(),
  gatewayId: z.number().int(),
  pinned: z.boolean().describe('Assigned in the gateways file: calls cannot change it.'),
});
export type OfficeGateway = z.infer<typeof officeGatewaySchema>;

const GATEWAYS = '/api/gateways';
/** Many offices change in one transaction, also back to the default gateway: neither has an id of its own in the path. */
const OFFICE_GATEWAYS = '/api/office-gateways';

const administered = { roles: ADMINISTRATORS, proof: true } as const;
const one = { params: gatewayParamsSchema } as const;

export const gatewayCalls = {
  gateways: get(GATEWAYS, { roles: ALL_ROLES, answer: z.array(gatewaySchema) }),
  readGateway: get(`${GATEWAYS}/:id`, { ...one, roles: ALL_ROLES, answer: gatewaySchema }),
  gatewayHours: get(`${GATEWAYS}/hours`, { roles: ALL_ROLES, answer: z.array(gatewayHoursSchema) }),
  createGateway: post(GATEWAYS, {
    audit: 'gateway.created',
    ...administered,
    body: createGatewayBodySchema,
    status: 201,
    answer: gatewaySchema,
  }),
  updateGateway: put(`${GATEWAYS}/:id`, {
    audit: 'gateway.updated',
    ...administered,
    ...one,
    body: updateGatewayBodySchema,
    answer: gatewaySchema,
  }),
  deleteGateway: remove(`${GATEWAYS}/:id`, {
    audit: 'gateway.removed',
    ...administered,
    ...one,
    status: 204,
  }),
  testGateway: post(`${GATEWAYS}/:id/test`, {
    audit: { none: 'Connects, and changes nothing.' },
    ...administered,
    ...one,
    body: testGatewayBodySchema,
    answer: gatewayTestSchema,
  }),
  testNewGateway: post(`${GATEWAYS}/test`, {
    audit: { none: 'Connects, and changes nothing.' },
    ...administered,
    body: testNewGatewayBodySchema,
    answer: gatewayTestSchema,
  }),
  officeGateways: get(OFFICE_GATEWAYS, { roles: ALL_ROLES, answer: z.array(officeGatewaySchema) }),
  assignGateway: put(OFFICE_GATEWAYS, {
    audit: 'gateway.assigned',
    roles: ADMINISTRATORS,
    body: assignGatewayBodySchema,
    status: 204,
  }),
  gatewayStatus: post(`${GATEWAYS}/:id/status`, {
    audit: { none: 'A receipt of a carrier.' },
    access: 'public',
    params: gatewayStatusParamsSchema,
    status: 204,
  }),
};
