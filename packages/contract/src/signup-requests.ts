/** Sign-up on request (ACCT-8): a person asks for an account, and an administrator approves or declines. */

import { ADMINISTRATORS, AUDITORS } from '@textprobe/domain/roles';
import { z } from 'zod';
import {
  managedAccountSchema,
  newAccountFieldsSchema,
  usernameSchema,
  withPartnersOfRole,
} from './account-management.ts';
import { get, post } from './call.ts';
import { emailSchema, pathIdSchema } from './text.ts';

const REQUESTS = '/api/signup-requests';

/** Public, so unknown keys are ignored. */
const requestSchema = z.object({
  username: usernameSchema,
  email: emailSchema,
  // Longer than any password that the rule allows, which the server checks.
  password: z.string().max(1_000),
});
export type SignupRequestBody = z.input<typeof requestSchema>;

const listedSchema = z.object({
  id: z.number().int(),
  username: z.string(),
  email: z.string().describe('Not verified: anyone can enter any address.'),
  browser: z.string().describe('In words: `Chrome 141 on Windows`.'),
  address: z.string().describe('The network address that sent the request.'),
  createdAt: z.string(),
  isUsernameTaken: z.boolean().describe('Whether an account has this username now.'),
});
export type SignupRequest = z.infer<typeof listedSchema>;

const approvalSchema = withPartnersOfRole(newAccountFieldsSchema);
export type ApprovalBody = z.input<typeof approvalSchema>;

const decision = { roles: ADMINISTRATORS, params: z.strictObject({ id: pathIdSchema }) };

export const signupRequestCalls = {
  requestAccount: post(REQUESTS, {
    audit: { none: 'A request can do nothing; its approval has a row.' },
    access: 'public',
    body: requestSchema,
    status: 202,
    answer: z.object({}),
  }),
  signupRequests: get(REQUESTS, { roles: AUDITORS, answer: z.array(listedSchema) }),
  approveSignup: post(`${REQUESTS}/:id/approve`, {
    audit: 'account.approved',
    ...decision,
    body: approvalSchema,
    status: 201,
    answer: managedAccountSchema,
    proof: true,
  }),
  declineSignup: post(`${REQUESTS}/:id/decline`, {
    audit: 'signup-request.declined',
    ...decision,
    status: 204,
  }),
};
