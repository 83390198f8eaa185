/** Recipient sets: named choices of partners, clients, offices and phones that fill the form of a test (EVIDENCE-7). */

import { ALL_ROLES, OPERATORS } from '@textprobe/domain/roles';
import { z } from 'zod';
import { get, post, put, remove } from './call.ts';
import { idSchema, pathIdSchema, wellFormedText } from './text.ts';

/** The maximum number of sets that are shared among the same partners: their list has no pages. */
export const SET_LIMIT = 200;
/** The maximum number of ids of one kind in a set; null, all, includes more. */
const SET_IDS_LIMIT = 1_000;
const SET_NAME_LIMIT = 60;

/** @param advice what to do instead of listing more */
function atMost(kind: string, advice = '') {
  const limit = SET_IDS_LIMIT.toLocaleString('en-US');
  return { error: `A set holds at most ${limit} ${kind}.${advice}` };
}

function choiceSchema(kind: string) {
  return z
    .array(idSchema)
    .max(SET_IDS_LIMIT, atMost(kind, ' Choose All, or save several sets.'))
    .nullable()
    .describe('Null: all, including entries added later. At most 1,000 ids.');
}

const recipientSetBodySchema = z
  .strictObject({
    name: wellFormedText(SET_NAME_LIMIT).trim().min(1, { error: 'Enter a name.' }),
    partnerIds: choiceSchema('partners'),
    clientIds: choiceSchema('clients'),
    officeIds: choiceSchema('offices'),
    phoneIds: z.array(idSchema).max(SET_IDS_LIMIT, atMost('phones')),
  })
  .refine(({ partnerIds, phoneIds }) => partnerIds?.length !== 0 || phoneIds.length > 0, {
    path: ['partnerIds'],
    error: 'Choose at least one partner or phone.',
  });
export type RecipientSetBody = z.input<typeof recipientSetBodySchema>;

const chosenSchema = z.array(z.number().int()).nullable().describe('Null: all.');
const recipientSetSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  partnerIds: chosenSchema,
  clientIds: chosenSchema,
  officeIds: chosenSchema,
  phoneIds: z.array(z.number().int()),
  missing: z
    .object({
      partners: z.number().int(),
      clients: z.number().int(),
      offices: z.number().int(),
      phones: z.number().int(),
    })
    .describe('How many ids of each kind no longer exist for this account; they are left out above.'),
  createdBy: z.string().nullable().describe('The name of the account; null if it was deleted.'),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type RecipientSet = z.infer<typeof recipientSetSchema>;

const params = z.strictObject({ id: pathIdSchema });
const SETS = '/api/recipient-sets';

export const recipientSetCalls = {
  recipientSets: get(SETS, { roles: ALL_ROLES, answer: z.array(recipientSetSchema) }),
  createRecipientSet: post(SETS, {
    audit: 'recipient-set.created',
    roles: OPERATORS,
    body: recipientSetBodySchema,
    status: 201,
    answer: recipientSetSchema,
  }),
  replaceRecipientSet: put(`${SETS}/:id`, {
    audit: 'recipient-set.updated',
    roles: OPERATORS,
    params,
    body: recipientSetBodySchema,
    answer: recipientSetSchema,
  }),
  deleteRecipientSet: remove(`${SETS}/:id`, {
    audit: 'recipient-set.deleted',
    roles: OPERATORS,
    params,
    status: 204,
  }),
};
