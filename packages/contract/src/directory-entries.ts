/** The directory as it is kept: partners, clients, offices and test phones, one at a time (DIR-1, 2). */

import { nameText } from '@textprobe/domain/name-text';
import { ADMINISTRATORS, ALL_ROLES, OPERATORS, type Role } from '@textprobe/domain/roles';
import { readSender } from '@textprobe/domain/sender';
import { readTypedNumber, type TypedNumber } from '@textprobe/domain/typed-number';
import { z } from 'zod';
import { get, post, put, remove } from './call.ts';
import { listPageSizeSchema, pageSchema, shownAs } from './query-form.ts';
import {
  idSchema,
  limitPerDaySchema,
  pathIdSchema,
  queryIdSchema,
  searchTextSchema,
  wellFormedText,
} from './text.ts';

export const DIRECTORY_KINDS = ['partners', 'clients', 'offices', 'phones'] as const;
export type DirectoryKind = (typeof DIRECTORY_KINDS)[number];

const NAME_LIMIT = 200;
const NUMBER_LIMIT = 60;

/** By what each list can be ordered, the default first; `-name` is the reverse of `name`. */
export const DIRECTORY_ORDERS = {
  partners: ['name', 'offices'],
  clients: ['name', 'partner', 'offices'],
  offices: ['name', 'client', 'partner', 'phoneNumber'],
  phones: ['name', 'phoneNumber', 'carrier', 'partner'],
} as const satisfies Record<DirectoryKind, readonly string[]>;

/** As the import reads it, so that an exported directory is the same when imported (DIR-3). */
const oneLineSchema = wellFormedText(NAME_LIMIT)
  .overwrite(nameText)
  .refine((text) => !/\p{Cc}/u.test(text), { error: 'Remove line breaks and other control characters.' });
export const nameSchema = oneLineSchema.min(1, { error: 'Enter a name.' });
function typedSchema(read: (text: string) => TypedNumber, notation: string) {
  return wellFormedText(NUMBER_LIMIT)
    .transform((text, context) => {
      const found = read(text);
      if ('number' in found) return found.number;
      context.issues.push({ code: 'custom', input: text, message: found.fault });
      return z.NEVER;
    })
    .describe(notation);
}

const NOTATION =
  'In any common notation. Without a country code it must be a valid number of the North American plan. Stored in E.164.';
export const phoneNumberSchema = typedSchema(readTypedNumber, NOTATION);
export const senderSchema = typedSchema(
  readSender,
  `${NOTATION} Or a short code of 3 to 6 digits, or a name of up to 11 characters.`,
);

const partnerBodySchema = z.strictObject({
  name: nameSchema,
  limitPerDay: limitPerDaySchema.describe(
    'How many messages its tests may send on a day in Los Angeles. Null: no limit.',
  ),
});
const clientBodySchema = z.strictObject({
  name: nameSchema,
  partnerId: idSchema.describe('Cannot be changed later.'),
});
const officeBodySchema = z.strictObject({
  name: nameSchema,
  clientId: idSchema.describe('Cannot be changed later.'),
  phoneNumber: senderSchema,
  managerFirstName: oneLineSchema,
  managerLastName: oneLineSchema,
  gatewayId: idSchema.nullable().describe('Null: the default gateway.'),
});
const phoneBodySchema = z.strictObject({
  name: nameSchema,
  phoneNumber: phoneNumberSchema,
  carrier: oneLineSchema.min(1, { error: 'Enter the carrier.' }),
  evidence: z
    .enum(['handset', 'receipt'])
    .describe(
      '`handset`: the phone reports what it received; `receipt`: only the carrier’s receipt is known.',
    ),
  partnerId: idSchema.nullable().describe('Null: shared by all partners.'),
});

// The bodies of new entries: fields with a default may be left out.
const newPartnerSchema = partnerBodySchema.extend({
  limitPerDay: partnerBodySchema.shape.limitPerDay.default(null),
});
const newOfficeSchema = officeBodySchema.extend({
  managerFirstName: oneLineSchema.default(''),
  managerLastName: oneLineSchema.default(''),
  gatewayId: officeBodySchema.shape.gatewayId.default(null),
});
const newPhoneSchema = phoneBodySchema.extend({
  evidence: phoneBodySchema.shape.evidence.default('handset'),
  partnerId: phoneBodySchema.shape.partnerId.default(null),
});

export type PartnerBody = z.input<typeof partnerBodySchema>;
export type ClientBody = z.input<typeof clientBodySchema>;
export type OfficeBody = z.input<typeof officeBodySchema>;
export type PhoneBody = z.input<typeof phoneBodySchema>;

/** What every entry has beside its own fields. */
const entryFields = {
  id: z.number().int(),
  name: z.string(),
  retired: z.boolean().describe('Can no longer be chosen; its tests and messages stay.'),
  parents: z
    .array(z.object({ id: z.number().int(), name: z.string(), retired: z.boolean() }))
    .describe('The client and partner of an office; the partner of a client or a phone.'),
};
const officeCount = z.number().int().describe('How many offices it has that are not retired.');
const partnerEntrySchema = z.object({
  ...entryFields,
  limitPerDay: z.number().int().nullable(),
  offices: officeCount,
});
const clientEntrySchema = z.object({ ...entryFields, partnerId: z.number().int(), offices: officeCount });
export const officeEntrySchema = z.object({
  ...entryFields,
  clientId: z.number().int(),
  phoneNumber: z.string(),
  managerFirstName: z.string(),
  managerLastName: z.string(),
  gatewayId: z.number().int().nullable(),
});
const phoneEntrySchema = z.object({
  ...entryFields,
  phoneNumber: z.string(),
  carrier: z.string(),
  evidence: z.enum(['handset', 'receipt']),
  partnerId: z.number().int().nullable(),
});
export type PartnerEntry = z.infer<typeof partnerEntrySchema>;
export type ClientEntry = z.infer<typeof clientEntrySchema>;
export type OfficeEntry = z.infer<typeof officeEntrySchema>;
export type PhoneEntry = z.infer<typeof phoneEntrySchema>;

export const entryParamsSchema = z.strictObject({ id: pathIdSchema });

function listQuerySchema<const W extends string>(orders: readonly W[]) {
  const both = orders.flatMap((order) => [order, `-${order}`] as const);
  return z.strictObject({
    text: searchTextSchema
      .optional()
      .describe('Words that must all occur in its name, number or carrier, or in the name of a parent.'),
    state: shownAs(z.enum(['active', 'retired']), { type: 'string', enum: ['active', 'retired'] })
      .optional()
      .describe('`retired`: itself or a parent. Without it: both.'),
    partnerId: queryIdSchema.optional(),
    clientId: queryIdSchema.optional().describe('For offices.'),
    order: shownAs(z.enum(both), { type: 'string', enum: both }).optional(),
    page: pageSchema.optional(),
    pageSize: listPageSizeSchema.optional(),
  });
}

const DIRECTORY = '/api/directory';

/** The object of their rows in the audit trail. */
const ENTRY_NOUNS = { partners: 'partner', clients: 'client', offices: 'office', phones: 'phone' } as const;

/** The seven calls of one kind. */
function callsOf<
  const K extends DirectoryKind,
  N extends z.ZodType,
  B extends z.ZodType,
  E extends z.ZodType,
>(kind: K, { newBody, body, entry, roles }: { newBody: N; body: B; entry: E; roles: readonly Role[] }) {
  const path = `${DIRECTORY}/${kind}` as const;
  const one = { roles, params: entryParamsSchema };
  const audit = <const V extends string>(verb: V) => `${ENTRY_NOUNS[kind]}.${verb}` as const;
  return {
    list: get(path, {
      roles: ALL_ROLES,
      query: listQuerySchema(DIRECTORY_ORDERS[kind]),
      answer: z.array(entry),
    }),
    create: post(path, { audit: audit('created'), roles, body: newBody, status: 201, answer: entry }),
    read: get(`${path}/:id`, { ...one, roles: ALL_ROLES, answer: entry }),
    replace: put(`${path}/:id`, { ...one, audit: audit('updated'), ifMatch: true, body, answer: entry }),
    delete: remove(`${path}/:id`, { ...one, audit: audit('deleted'), status: 204 }),
    retire: post(`${path}/:id/retire`, { ...one, audit: audit('retired'), answer: entry }),
    restore: post(`${path}/:id/restore`, { ...one, audit: audit('restored'), answer: entry }),
  };
}

const partners = callsOf('partners', {
  newBody: newPartnerSchema,
  body: partnerBodySchema,
  entry: partnerEntrySchema,
  roles: ADMINISTRATORS,
});
const clients = callsOf('clients', {
  newBody: clientBodySchema,
  body: clientBodySchema,
  entry: clientEntrySchema,
  roles: ADMINISTRATORS,
});
const offices = callsOf('offices', {
  newBody: newOfficeSchema,
  body: officeBodySchema,
  entry: officeEntrySchema,
  roles: ADMINISTRATORS,
});
const phones = callsOf('phones', {
  newBody: newPhoneSchema,
  body: phoneBodySchema,
  entry: phoneEntrySchema,
  roles: OPERATORS,
});

/** By kind, for what treats all four alike. */
export const entryCalls = { partners, clients, offices, phones };

export const directoryEntryCalls = {
  listPartners: partners.list,
  createPartner: partners.create,
  readPartner: partners.read,
  replacePartner: partners.replace,
  deletePartner: partners.delete,
  retirePartner: partners.retire,
  restorePartner: partners.restore,
  listClients: clients.list,
  createClient: clients.create,
  readClient: clients.read,
  replaceClient: clients.replace,
  deleteClient: clients.delete,
  retireClient: clients.retire,
  restoreClient: clients.restore,
  listOffices: offices.list,
  createOffice: offices.create,
  readOffice: offices.read,
  replaceOffice: offices.replace,
  deleteOffice: offices.delete,
  retireOffice: offices.retire,
  restoreOffice: offices.restore,
  listPhones: phones.list,
  createPhone: phones.create,
  readPhone: phones.read,
  replacePhone: phones.replace,
  deletePhone: phones.delete,
  retirePhone: phones.retire,
  restorePhone: phones.restore,
};
