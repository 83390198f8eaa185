/** With OIDC_ONLY, the calls of local passwords are refused (ACCT-7): logins, links to choose one, and requests for an account. */
import type { Call } from '@textprobe/contract/call';
import { calls } from '@textprobe/contract/calls';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../http/problem.ts';
import type { SignOnSettings } from './sign-on.ts';

const keyOf = ({ method, path }: Pick<Call, 'method' | 'path'>) => `${method} ${path}`;

const PASSWORD_CALLS = new Set(
  [
    calls.login,
    calls.inviteAccount,
    calls.createAccountLink,
    calls.checkLink,
    calls.acceptLink,
    calls.requestAccount,
    calls.approveSignup,
  ].map(keyOf),
);

/** Mount after access control, so that strangers learn nothing more. */
export function refusePasswords(app: FastifyInstance, { name }: SignOnSettings): void {
  app.addHook('onRequest', async ({ method, routeOptions }) => {
    if (PASSWORD_CALLS.has(keyOf({ method: method as Call['method'], path: routeOptions.url ?? '' })))
      throw new ProblemError('sign-on.only', `Passwords are turned off here. Everyone logs in with ${name}.`);
  });
}
