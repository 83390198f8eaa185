/** Partners, clients, offices and test phones in their canonical shape (DATA-4). */

import { ALL_ROLES } from '@textprobe/domain/roles';
import { z } from 'zod';
import { get, TESTS } from './call.ts';
import { listPageSizeSchema, pageSchema, shownAs } from './query-form.ts';
import { queryId, queryIdSchema, queryIdsSchema, searchTextSchema } from './text.ts';

export const partnerSchema = z.object({ id: z.number().int(), name: z.string() });
export type Partner = z.infer<typeof partnerSchema>;

/** A partner, client or office with only its name. */
export const namedSchema = z.object({ id: z.number().int(), name: z.string() });

export const clientSchema = z.object({ id: z.number().int(), name: z.string(), partnerId: z.number().int() });
export type Client = z.infer<typeof clientSchema>;

/** The manager's names fill placeholders, so the preview needs them. */
export const officeSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  clientId: z.number().int(),
  officePhoneNumber: z.string(),
  managerFirstName: z.string(),
  managerLastName: z.string(),
});
export type Office = z.infer<typeof officeSchema>;

export const testPhoneSchema = z.object({
  phoneID: z.number().int(),
  name: z.string(),
  phoneNumber: z.string(),
  carrier: z.string(),
});
export type TestPhone = z.infer<typeof testPhoneSchema>;

/** All partners, clients and offices, each with its parent's id. */
const wholeDirectorySchema = z.object({
  partners: z.array(partnerSchema),
  clients: z.array(clientSchema),
  offices: z.array(officeSchema),
});
export type WholeDirectory = z.infer<typeof wholeDirectorySchema>;

/** The error texts are quoted by CALL-2 and CALL-3. */
const clientsQuerySchema = z.strictObject({
  partnerId: queryId('partnerId is required to fetch clients'),
});
const officesQuerySchema = z.strictObject({
  clientId: queryId('clientId is required to fetch offices'),
});

/** How many entries one search can look up by id. */
const SEARCH_IDS_LIMIT = 100;

const FOUND_KINDS = ['partner', 'client', 'office', 'phone'] as const;

const searchQuerySchema = z.strictObject({
  kind: shownAs(z.enum(FOUND_KINDS), { type: 'string', enum: FOUND_KINDS }),
  text: searchTextSchema
    .optional()
    .describe(
      'Words that must all occur in the name of the entry or of a parent; empty matches all. Four digits or more also match the number of an office or test phone.',
    ),
  partnerId: queryIdSchema.optional(),
  clientId: queryIdSchema.optional(),
  ids: queryIdsSchema(SEARCH_IDS_LIMIT)
    .optional()
    .describe(
      'Only these entries, also retired ones, to look up their names. At most 100, separated by commas.',
    ),
  page: pageSchema.optional(),
  pageSize: listPageSizeSchema.optional(),
});
const foundEntrySchema = z.object({
  id: z.number().int(),
  name: z.string(),
  parents: z
    .array(z.string())
    .describe(
      'For an office the names of its client and partner, for a client or phone that of its partner.',
    ),
  parentIds: z.array(z.number().int()).describe('The ids of the parents, in the same order.'),
  isRetired: z.boolean().describe('Itself or a parent. Found only by `ids`.'),
});
export type FoundEntry = z.infer<typeof foundEntrySchema>;

export const directoryCalls = {
  partners: get(`${TESTS}/partners`, { roles: ALL_ROLES, answer: z.array(partnerSchema) }),
  clients: get(`${TESTS}/clients`, {
    roles: ALL_ROLES,
    query: clientsQuerySchema,
    answer: z.array(clientSchema),
  }),
  offices: get(`${TESTS}/offices`, {
    roles: ALL_ROLES,
    query: officesQuerySchema,
    answer: z.array(officeSchema),
  }),
  testPhones: get(`${TESTS}/deliverabilitytestphones`, {
    roles: ALL_ROLES,
    answer: z.array(testPhoneSchema),
  }),
  wholeDirectory: get('/api/directory', { roles: ALL_ROLES, answer: wholeDirectorySchema }),
  searchDirectory: get('/api/directory/search', {
    roles: ALL_ROLES,
    query: searchQuerySchema,
    answer: z.array(foundEntrySchema),
  }),
};
