/** Requests for an account: from anyone where the setting SIGNUP allows it; administrators list, approve and decline (ACCT-8). */
import { calls } from '@textprobe/contract/calls';
import type { SignupRequest } from '@textprobe/contract/signup-requests';
import { createAccount } from '@textprobe/database/accounts/accounts';
import {
  addSignupRequest,
  listSignupRequests,
  type SignupLimits,
  type SignupRequestRow,
  takeSignupRequest,
} from '@textprobe/database/accounts/signup-requests';
import type { Database, Transaction } from '@textprobe/database/core/connection';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyInstance } from 'fastify';
import { requireNewPassword } from '../../auth/new-password.ts';
import { senderOf } from '../../auth/sessions.ts';
import { strangerForms } from '../../auth/stranger-forms.ts';
import { browserWords } from '../../http/browser-words.ts';
import { networkOf } from '../../http/network.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../http/route.ts';
import { timestampToWire } from '../../http/timestamps.ts';
import { accountToWire, nameTaken, readAccount, requirePartners } from './account-management-routes.ts';

interface SignupRequestDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly publicUrl: string | null;
  readonly signup: 'closed' | 'request';
  /** Per network; logins are counted separately. */
  readonly formsPerMinute: number;
}

/** How long a request counts against its network, in milliseconds. */
export const SIGNUP_WINDOW_MS = 24 * 3_600_000;
const LIMITS: SignupLimits = { open: 50, perNetwork: 5, windowMs: SIGNUP_WINDOW_MS };

export async function signupRequestRoutes(app: FastifyInstance, deps: SignupRequestDeps): Promise<void> {
  const { db, clock, signup } = deps;

  const refusal = 'Too many requests from this address. Wait a minute.';
  await strangerForms(app, { ...deps, refusal }, (scope, hashFor) => {
    if (signup === 'closed') {
      scope.addHook('onRequest', async () => {
        throw new ProblemError('signup.closed', 'Ask an administrator to create an account for you.');
      });
    }
    route(scope, calls.requestAccount, async ({ body, request, write }) => {
      const { username, email, password } = body;
      requireNewPassword('password', password, username);
      // Always, so that the time of the answer does not show whether the request is stored.
      const passwordHash = await hashFor(request, password);
      const { address, userAgent } = senderOf(request);
      const network = networkOf(address);
      const sent = { username, email, passwordHash, network, address, userAgent, createdAt: clock.now() };
      await write((tx) => addSignupRequest(tx, sent, LIMITS));
      return {};
    });
  });

  route(app, calls.signupRequests, async () => (await listSignupRequests(db)).map(requestToWire));

  route(app, calls.approveSignup, async ({ params, body, scope, writeAccounts }) =>
    writeAccounts(async (tx, note) => {
      await requirePartners(tx, scope, body.partnerIds);
      const { email: requestedEmail, ...requested } = await take(tx, params.id);
      const { email = requestedEmail } = body;
      const made = await createAccount(tx, { ...requested, ...body, email, createdAt: clock.now() });
      // Rolls back, so the request stays.
      if (made === null) throw nameTaken('Decline the request, and ask for another username.');
      note({ objectId: made.id });
      return accountToWire(await readAccount(tx, made.id));
    }),
  );

  route(app, calls.declineSignup, async ({ params: { id }, write }) =>
    write(async (tx, note) => {
      const { username } = await take(tx, id);
      note({ after: { username } });
    }),
  );
}

/** @throws ProblemError signup-request.unknown */
async function take(tx: Transaction, id: number) {
  const request = await takeSignupRequest(tx, id);
  if (request !== null) return request;
  throw new ProblemError(
    'signup-request.unknown',
    'This request is no longer open: another administrator has decided. Refresh the list.',
  );
}

function requestToWire({ userAgent, createdAt, ...request }: SignupRequestRow): SignupRequest {
  return { ...request, browser: browserWords(userAgent), createdAt: timestampToWire(createdAt) };
}
