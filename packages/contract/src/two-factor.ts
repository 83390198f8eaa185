/** Two-factor login of one's own account: set it up with an authenticator app, confirm it, turn it off (ACCT-6). */

import { ALL_ROLES } from '@textprobe/domain/roles';
import { z } from 'zod';
import { post, remove } from './call.ts';

/** Longer than any code, however it is written. */
export const CODE_LIMIT = 100;

/** Of an authenticator app, or a recovery code; the server checks which. */
export const codeSchema = z.string().trim().min(1, { error: 'Enter a code.' }).max(CODE_LIMIT);

const newSecretSchema = z.object({
  secret: z.string().describe('In base 32, to type into an authenticator app.'),
  otpauthUrl: z.string().describe('The same as a URL, which apps read from a QR code.'),
});
export type NewTwoFactor = z.infer<typeof newSecretSchema>;

export const confirmationSchema = z.strictObject({
  code: codeSchema.describe('The code that the app shows.'),
});
export type ConfirmationBody = z.input<typeof confirmationSchema>;

const recoveryCodesSchema = z.object({
  recoveryCodes: z
    .array(z.string())
    .describe(
      'Ten codes, each of which works once in place of a code. Shown here only: the server stores hashes.',
    ),
});
export type RecoveryCodes = z.infer<typeof recoveryCodesSchema>;

const TWO_FACTOR = '/api/account/two-factor';
const own = { roles: ALL_ROLES, sessionOnly: true, proof: true, withoutSecondFactor: true } as const;

export const twoFactorCalls = {
  startTwoFactor: post(TWO_FACTOR, { audit: 'account.two-factor-started', ...own, answer: newSecretSchema }),
  confirmTwoFactor: post(`${TWO_FACTOR}/confirm`, {
    audit: 'account.two-factor-enabled',
    ...own,
    body: confirmationSchema,
    answer: recoveryCodesSchema,
  }),
  endTwoFactor: remove(TWO_FACTOR, { audit: 'account.two-factor-disabled', ...own, status: 204 }),
};
