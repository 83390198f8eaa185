/** Accounts as administrators manage them: list, invitations, changes, links (ACCT-4). */

import { SEES_ALL } from '@textprobe/domain/role-words';
import { ADMINISTRATORS, AUDITORS, ROLES, type Role } from '@textprobe/domain/roles';
import { usernameFault } from '@textprobe/domain/username-rule';
import { z } from 'zod';
import { get, post, put, remove } from './call.ts';
import {
  emailSchema,
  ID_LIST_LIMIT,
  idSchema,
  limitPerDaySchema,
  queryIdSchema,
  timestampSchema,
  wellFormedText,
} from './text.ts';

const ACCOUNTS = '/api/accounts';
const NAME_LIMIT = 100;

const partnerIDsSchema = z
  .union(
    [
      z.literal('all'),
      z
        .array(idSchema)
        .min(1)
        .max(ID_LIST_LIMIT)
        .transform((ids) => [...new Set(ids)]),
    ],
    { error: 'Choose at least one partner, or all.' },
  )
  .describe('The partners whose data the account sees; `all` for administrators and auditors.');

/** The fields of an account. */
export const accountFieldsSchema = z.strictObject({
  name: wellFormedText(NAME_LIMIT).trim().describe('The name of the person; may be empty.'),
  email: z
    .union([z.literal(''), emailSchema])
    .optional()
    .describe('Where its links are mailed; may be empty. Omitted: unchanged.'),
  role: z.enum(ROLES),
  partnerIDs: partnerIDsSchema,
  limitPerDay: limitPerDaySchema
    .optional()
    .describe(
      'How many messages its tests may send on a day in Los Angeles. Null: no limit. Omitted: unchanged.',
    ),
  disabled: z.boolean(),
});

/** Refuses some partners for a role that sees all. */
export function withPartnersOfRole<S extends z.ZodType<{ role: Role; partnerIDs: 'all' | number[] }>>(
  schema: S,
): S {
  return schema.refine(({ role, partnerIDs }) => partnerIDs === 'all' || !AUDITORS.includes(role), {
    path: ['partnerIDs'],
    error: `${SEES_ALL} Choose all partners.`,
  });
}

const changeSchema = withPartnersOfRole(accountFieldsSchema);
export type AccountChangeBody = z.input<typeof changeSchema>;

export const usernameSchema = z
  .string()
  .max(1_000)
  .refine((text) => text.isWellFormed(), { error: 'Remove the invalid character.' })
  .trim()
  .superRefine((text, context) => {
    const message = usernameFault(text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

const invitationSchema = withPartnersOfRole(
  accountFieldsSchema.omit({ disabled: true }).extend({ username: usernameSchema }),
);
export type InvitationBody = z.input<typeof invitationSchema>;

export const managedAccountSchema = z.object({
  id: z.number().int(),
  username: z.string(),
  name: z.string(),
  email: z.string().describe('Where its links are mailed, not verified; may be empty.'),
  role: z.enum(ROLES),
  partnerIDs: z.union([z.literal('all'), z.array(z.number().int())]),
  limitPerDay: z.number().int().nullable().describe('Null: no limit.'),
  state: z
    .enum(['active', 'invited', 'disabled'])
    .describe('`invited`: the owner has not chosen a password yet.'),
  lastLoginAt: timestampSchema,
  createdAt: z.string(),
  invitationExpiresAt: timestampSchema.describe('Null unless invited; in the past: the link has expired.'),
});
export type ManagedAccount = z.infer<typeof managedAccountSchema>;

const linkedAccountSchema = z.object({
  account: managedAccountSchema,
  link: z.string().describe('The URL of the link. It is shown here only: the server stores its hash.'),
  linkExpiresAt: z.string(),
  mail: z.object({
    state: z
      .enum(['sent', 'failed', 'unknown', 'no-address', 'off'])
      .describe(
        'Whether the link was mailed. `sent`: the mail server accepted it. `unknown`: a replayed response, which mails nothing again. `no-address`: the account has no email. `off`: no mail server is set up.',
      ),
    reason: z.string().nullable().describe('Why it failed, as a sentence; otherwise null.'),
  }),
});
export type LinkedAccount = z.infer<typeof linkedAccountSchema>;

const bodyWithIdSchema = z.strictObject({ id: idSchema });
const queryWithIdSchema = z.strictObject({ id: queryIdSchema });
const rules = { roles: ADMINISTRATORS, proof: true } as const;

export const managedAccountCalls = {
  listAccounts: get(ACCOUNTS, { roles: AUDITORS, answer: z.array(managedAccountSchema) }),
  inviteAccount: post(`${ACCOUNTS}/invitations`, {
    ...rules,
    body: invitationSchema,
    status: 201,
    answer: linkedAccountSchema,
  }),
  deleteInvitation: remove(`${ACCOUNTS}/invitations`, { ...rules, query: queryWithIdSchema, status: 204 }),
  changeAccount: put(ACCOUNTS, {
    ...rules,
    query: queryWithIdSchema,
    body: changeSchema,
    answer: managedAccountSchema,
  }),
  createAccountLink: post(`${ACCOUNTS}/reset-link`, {
    ...rules,
    body: bodyWithIdSchema,
    answer: linkedAccountSchema,
  }),
  endAccountSessions: post(`${ACCOUNTS}/end-sessions`, { ...rules, body: bodyWithIdSchema, status: 204 }),
};
