/** Accounts as administrators manage them: list, invitations, changes, links (ACCT-4). */

import { SEES_ALL } from '@textprobe/domain/role-words';
import { ADMINISTRATORS, AUDITORS, ROLES, type Role } from '@textprobe/domain/roles';
import { usernameFault } from '@textprobe/domain/username-rule';
import { z } from 'zod';
import { get, post, put, remove } from './call.ts';
import { listPageSizeSchema, pageSchema } from './query-form.ts';
import {
  emailSchema,
  ID_LIST_LIMIT,
  idSchema,
  limitPerDaySchema,
  pathIdSchema,
  searchTextSchema,
  timestampSchema,
  wellFormedText,
} from './text.ts';

const ACCOUNTS = '/api/accounts';
const NAME_LIMIT = 100;

const NO_PARTNERS = 'Choose at least one partner, or all.';
/** Of an account or a token. */
export const partnerIdsSchema = z
  .array(idSchema, { error: NO_PARTNERS })
  .min(1, { error: NO_PARTNERS })
  .max(ID_LIST_LIMIT)
  .transform((ids) => [...new Set(ids)])
  .nullable()
  .describe('The partners whose data the account sees. Null: all, as administrators and auditors do.');

/** The fields of an account. */
const fieldsSchema = z.strictObject({
  name: wellFormedText(NAME_LIMIT).trim().describe('The name of the person; may be empty.'),
  email: z
    .union([z.literal(''), emailSchema])
    .optional()
    .describe('Where its links are mailed; may be empty. Omitted: unchanged.'),
  role: z.enum(ROLES),
  partnerIds: partnerIdsSchema,
  limitPerDay: limitPerDaySchema
    .optional()
    .describe(
      'How many messages its tests may send on a day in Los Angeles. Null: no limit. Omitted: unchanged.',
    ),
});

/** The same of a new one. */
export const newAccountFieldsSchema = fieldsSchema.partial({ name: true });

/** Refuses some partners for a role that sees all. */
export function withPartnersOfRole<S extends z.ZodType<{ role: Role; partnerIds: number[] | null }>>(
  schema: S,
): S {
  return schema.refine(({ role, partnerIds }) => partnerIds === null || !AUDITORS.includes(role), {
    path: ['partnerIds'],
    error: `${SEES_ALL} Choose all partners.`,
  });
}

const changeSchema = withPartnersOfRole(fieldsSchema);
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

const invitationSchema = withPartnersOfRole(newAccountFieldsSchema.extend({ username: usernameSchema }));
export type InvitationBody = z.input<typeof invitationSchema>;

/** An account of a program has no email: no links are mailed to it. */
const serviceAccountSchema = withPartnersOfRole(
  newAccountFieldsSchema.omit({ email: true }).extend({ username: usernameSchema }),
);
export type ServiceAccountBody = z.input<typeof serviceAccountSchema>;

export const managedAccountSchema = z.object({
  id: z.number().int(),
  username: z.string(),
  name: z.string(),
  email: z.string().describe('Where its links are mailed, not verified; may be empty.'),
  role: z.enum(ROLES),
  partnerIds: z.array(z.number().int()).nullable().describe('Null: all.'),
  limitPerDay: z.number().int().nullable().describe('Null: no limit.'),
  service: z.boolean().describe('Whether it is of a program: it has tokens, but no login.'),
  state: z
    .enum(['active', 'invited', 'disabled'])
    .describe('`invited`: the owner has not chosen a password yet, and has no single sign-on.'),
  signOn: z
    .boolean()
    .describe(
      'Whether its owner logs in with single sign-on, which then sets role and partners at each login.',
    ),
  twoFactor: z.boolean().describe('Whether its login asks for a code (two-factor login).'),
  lastLoginAt: timestampSchema,
  createdAt: z.string(),
  inviteExpiresAt: timestampSchema.describe('Null unless invited; in the past: the link has expired.'),
});
export type ManagedAccount = z.infer<typeof managedAccountSchema>;

const mailSchema = z.object({
  state: z
    .enum(['sent', 'failed', 'unknown', 'no-address', 'off'])
    .describe(
      'Whether the link was mailed. `sent`: the mail server accepted it. `unknown`: a replayed response, which mails nothing again. `no-address`: the account has no email. `off`: no mail server is set up.',
    ),
  reason: z.string().nullable().describe('Why it failed, as a sentence; otherwise null.'),
});
export type LinkMail = z.infer<typeof mailSchema>;

const urlSchema = z
  .string()
  .describe('The URL of the link. It is shown here only: the server stores its hash.');
const invitedAccountSchema = managedAccountSchema.extend({
  inviteUrl: urlSchema,
  inviteExpiresAt: z.string(),
  mail: mailSchema,
});
export type InvitedAccount = z.infer<typeof invitedAccountSchema>;

const accountLinkSchema = z.object({ url: urlSchema, expiresAt: z.string(), mail: mailSchema });
export type NewAccountLink = z.infer<typeof accountLinkSchema>;

const listQuerySchema = z.strictObject({
  text: searchTextSchema
    .optional()
    .describe('Words that must all occur in the username, name, email or role.'),
  page: pageSchema.optional(),
  pageSize: listPageSizeSchema.optional(),
});
export type AccountsQuery = z.output<typeof listQuerySchema>;

const ACCOUNT = `${ACCOUNTS}/:id` as const;
const params = z.strictObject({ id: pathIdSchema });
const rules = { roles: ADMINISTRATORS, proof: true } as const;
const action = { ...rules, params, status: 204 } as const;

export const managedAccountCalls = {
  listAccounts: get(ACCOUNTS, {
    roles: AUDITORS,
    query: listQuerySchema,
    answer: z.array(managedAccountSchema),
  }),
  inviteAccount: post(ACCOUNTS, {
    audit: 'account.invited',
    ...rules,
    body: invitationSchema,
    status: 201,
    answer: invitedAccountSchema,
  }),
  createServiceAccount: post('/api/service-accounts', {
    audit: 'account.created',
    ...rules,
    body: serviceAccountSchema,
    status: 201,
    answer: managedAccountSchema,
  }),
  readAccount: get(ACCOUNT, { roles: AUDITORS, params, answer: managedAccountSchema }),
  changeAccount: put(ACCOUNT, {
    audit: 'account.updated',
    ...rules,
    params,
    body: changeSchema,
    answer: managedAccountSchema,
  }),
  deleteInvitation: remove(ACCOUNT, { ...action, audit: 'account.invitation-deleted' }),
  disableAccount: post(`${ACCOUNT}/disable`, { ...action, audit: 'account.disabled' }),
  enableAccount: post(`${ACCOUNT}/enable`, { ...action, audit: 'account.enabled' }),
  endAccountSessions: post(`${ACCOUNT}/end-sessions`, { ...action, audit: 'account.sessions-ended' }),
  resetTwoFactor: post(`${ACCOUNT}/reset-two-factor`, { ...action, audit: 'account.two-factor-reset' }),
  createAccountLink: post(`${ACCOUNT}/reset-link`, {
    audit: 'account.link-created',
    ...rules,
    params,
    answer: accountLinkSchema,
  }),
};
