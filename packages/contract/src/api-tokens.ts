/** The tokens of programs (TOKEN): created, listed and revoked by their account, those of service accounts by administrators. */

import { parseTimestamp } from '@textprobe/domain/los-angeles-time';
import { ALL_ROLES, ROLES } from '@textprobe/domain/roles';
import { z } from 'zod';
import { partnerIdsSchema, withPartnersOfRole } from './account-management.ts';
import { get, post, remove } from './call.ts';
import { listPageSizeSchema, pageSchema } from './query-form.ts';
import {
  idSchema,
  pathIdSchema,
  queryIdSchema,
  searchTextSchema,
  timestampSchema,
  wellFormedText,
} from './text.ts';

const TOKENS = '/api/tokens';
const NAME_LIMIT = 100;

const newTokenSchema = withPartnersOfRole(
  z.strictObject({
    name: wellFormedText(NAME_LIMIT).trim().min(1, { error: 'Enter a name.' }),
    role: z.enum(ROLES).describe('The most it may do; never more than its account, whose role may change.'),
    partnerIds: partnerIdsSchema.describe(
      'The partners whose data it sees, among those of its account. Null: all that the account sees.',
    ),
    expiresAt: z
      .string()
      .transform((text, { addIssue }) => {
        const at = parseTimestamp(text);
        if (at === null) addIssue('Send a timestamp such as 2027-01-31T12:00:00Z.');
        return at ?? z.NEVER;
      })
      .optional()
      .describe('At most 366 days from now. Default: in 90 days.'),
    accountId: idSchema
      .optional()
      .describe('A service account, for administrators. Default: the caller’s own account.'),
    proof: z
      .boolean()
      .optional()
      .describe(
        'Whether it may make changes for which the console asks for the password again. Default: false.',
      ),
  }),
);
export type NewApiTokenBody = z.input<typeof newTokenSchema>;

const tokenSchema = z.object({
  id: z.number().int(),
  accountId: z.number().int(),
  prefix: z.string().describe('The first eight characters of the token.'),
  name: z.string(),
  role: z.enum(ROLES),
  partnerIds: z.array(z.number().int()).nullable().describe('Null: all that its account sees.'),
  proof: z.boolean(),
  createdAt: z.string(),
  expiresAt: z.string(),
  lastUsedAt: timestampSchema.describe('Up to a minute old; null: never used.'),
  lastUsedAddress: z.string().nullable().describe('The network address that used it then.'),
});
export type ApiToken = z.infer<typeof tokenSchema>;

const createdTokenSchema = tokenSchema.extend({
  token: z.string().describe('The token. It is shown here only: the server stores its hash.'),
});
export type CreatedApiToken = z.infer<typeof createdTokenSchema>;

const listQuerySchema = z.strictObject({
  accountId: queryIdSchema
    .optional()
    .describe('An account, for administrators and auditors. Default: the caller’s own.'),
  text: searchTextSchema
    .optional()
    .describe('Words that must all occur in the name or the first characters.'),
  page: pageSchema.optional(),
  pageSize: listPageSizeSchema.optional(),
});
export type ApiTokensQuery = z.output<typeof listQuerySchema>;

export const apiTokenCalls = {
  apiTokens: get(TOKENS, { roles: ALL_ROLES, query: listQuerySchema, answer: z.array(tokenSchema) }),
  createApiToken: post(TOKENS, {
    audit: 'token.created',
    roles: ALL_ROLES,
    sessionOnly: true,
    proof: true,
    body: newTokenSchema,
    status: 201,
    answer: createdTokenSchema,
  }),
  revokeApiToken: remove(`${TOKENS}/:id`, {
    audit: 'token.revoked',
    roles: ALL_ROLES,
    proof: true,
    params: z.strictObject({ id: pathIdSchema }),
    status: 204,
  }),
};
