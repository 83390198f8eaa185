/** One's own account: name, password, sessions, and the proof that dangerous calls ask for (ACCT-5, ACCT-9). */

import { ALL_ROLES } from '@textprobe/domain/roles';
import { z } from 'zod';
import { sessionUserSchema } from './accounts.ts';
import { get, post, put, remove } from './call.ts';
import { pathIdSchema, wellFormedText } from './text.ts';
import { codeSchema } from './two-factor.ts';

const NAME_LIMIT = 100;
/** Longer than any password that the rule allows, which the server checks. */
const PASSWORD_LIMIT = 1_000;

const limitSchema = z.object({
  limitPerDay: z.number().int(),
  left: z.number().int().describe('How many messages are left today, in Los Angeles time.'),
});

const limitsSchema = z.object({
  account: limitSchema.nullable().describe('Null: no limit.'),
  partners: z
    .array(limitSchema.extend({ partnerId: z.number().int() }))
    .describe('The partners with a limit, among those that the account sees.'),
  resetAt: z.string().describe('The next midnight in Los Angeles.'),
});
export type Limits = z.infer<typeof limitsSchema>;

const profileSchema = sessionUserSchema.extend({
  createdAt: z.string(),
  hasPassword: z
    .boolean()
    .describe('Whether it can log in with a password. Otherwise it has single sign-on only.'),
  passwordChangedAt: z.string().nullable().describe('Null: never since the account was created.'),
  twoFactor: z.boolean().describe('Whether its login asks for a code (two-factor login).'),
  recoveryCodesLeft: z.number().int().describe('How many recovery codes have not been used.'),
  limits: limitsSchema.describe('Daily limits of messages.'),
});
export type Profile = z.infer<typeof profileSchema>;

const profileBodySchema = z.strictObject({ name: wellFormedText(NAME_LIMIT).trim() });
export type ProfileBody = z.input<typeof profileBodySchema>;

const passwordBodySchema = z.strictObject({
  currentPassword: z.string().min(1, { error: 'Enter your current password.' }).max(PASSWORD_LIMIT),
  newPassword: z.string().min(1, { error: 'Enter a new password.' }).max(PASSWORD_LIMIT),
});
export type PasswordBody = z.input<typeof passwordBodySchema>;

const proofBodySchema = z
  .strictObject({
    password: z.string().min(1, { error: 'Enter your password.' }).max(PASSWORD_LIMIT).optional(),
    code: codeSchema
      .optional()
      .describe('In place of the password: a code of the authenticator app, or a recovery code.'),
  })
  .refine(({ password, code }) => (password === undefined) !== (code === undefined), {
    path: ['password'],
    error: 'Enter your password, or a code instead.',
  });
export type ProofBody = z.input<typeof proofBodySchema>;

const ownSessionSchema = z.object({
  id: z.number().int(),
  current: z.boolean().describe('Whether it is the session that calls.'),
  browser: z.string().describe('In words: `Chrome 141 on Windows`.'),
  address: z.string().describe('The network address that logged in.'),
  createdAt: z.string(),
  lastActiveAt: z.string().describe('Up to a minute old.'),
});
export type OwnSession = z.infer<typeof ownSessionSchema>;

const ACCOUNT = '/api/account';
const SESSIONS = `${ACCOUNT}/sessions`;

const own = { roles: ALL_ROLES, sessionOnly: true } as const;

export const profileCalls = {
  profile: get(ACCOUNT, { roles: ALL_ROLES, withoutSecondFactor: true, answer: profileSchema }),
  changeProfile: put(ACCOUNT, {
    audit: 'account.updated',
    roles: ALL_ROLES,
    withoutSecondFactor: true,
    body: profileBodySchema,
    answer: profileSchema,
  }),
  changePassword: put(`${ACCOUNT}/password`, {
    audit: 'account.password-changed',
    ...own,
    body: passwordBodySchema,
    status: 204,
  }),
  giveProof: post('/api/proof', {
    audit: { none: 'Changes no data: the change that it allows has a row of its own.' },
    ...own,
    withoutSecondFactor: true,
    body: proofBodySchema,
    status: 204,
  }),
  ownSessions: get(SESSIONS, { ...own, answer: z.array(ownSessionSchema) }),
  endSession: remove(`${SESSIONS}/:id`, {
    audit: 'account.session-ended',
    ...own,
    params: z.strictObject({ id: pathIdSchema }),
    status: 204,
  }),
  endOtherSessions: remove(SESSIONS, { audit: 'account.sessions-ended', ...own, status: 204 }),
};
