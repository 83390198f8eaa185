/** Login, logout and session status (AUTH-1 to 3). */

import { ALL_ROLES, ROLES } from '@textprobe/domain/roles';
import { z } from 'zod';
import { get, post } from './call.ts';
import { CODE_LIMIT } from './two-factor.ts';

export const userSchema = z.object({ id: z.number().int(), username: z.string(), role: z.enum(ROLES) });
export type User = z.infer<typeof userSchema>;

export const sessionUserSchema = userSchema.extend({
  name: z.string().describe('Empty if none is set.'),
  partnerIds: z.array(z.number().int()).nullable().describe('The partners that it sees. Null: all.'),
});

const loginBodySchema = z.object({
  username: z.string().min(1).max(200),
  password: z.string().min(1).max(1_000),
  code: z
    .string()
    .max(CODE_LIMIT)
    .optional()
    .describe('Of the authenticator app, or a recovery code: for accounts with two-factor login.'),
});

const loginAnswerSchema = z.object({ authenticated: z.literal(true), user: userSchema });
const statusAnswerSchema = z.union([
  loginAnswerSchema.extend({
    user: sessionUserSchema.extend({
      mustEnrol: z
        .boolean()
        .describe(
          'Whether it must set up two-factor login first: until then most calls get `second-factor.enrol`.',
        ),
    }),
  }),
  z.object({ authenticated: z.literal(false) }),
]);

export const accountCalls = {
  csrf: get('/api/csrf', { access: 'public' }),
  login: post('/api/auth/sm/v1/login', {
    audit: 'account.logged-in',
    access: 'public',
    body: loginBodySchema,
    answer: loginAnswerSchema,
  }),
  logout: post('/api/auth/sm/v1/logout', {
    audit: 'account.logged-out',
    roles: ALL_ROLES,
    sessionOnly: true,
    withoutSecondFactor: true,
    status: 204,
  }),
  authStatus: get('/api/auth/sm/v1/status', { access: 'public', answer: statusAnswerSchema }),
};
