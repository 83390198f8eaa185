/**
 * Checks the password or a code of a session's own account, given again to prove a change (ACCT-9) or to replace it. A wrong
 * one counts as a failed login (GUARD-6), and for the session itself, wherever it is used from: the tenth ends it (ACCT-6).
 */
import type { LoginAccount } from '@textprobe/database/accounts/accounts';
import { countFailure } from '@textprobe/database/accounts/login-attempts';
import { deleteSession } from '@textprobe/database/accounts/sessions';
import type { Database } from '@textprobe/database/core/connection';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyRequest } from 'fastify';
import { networkOf } from '../http/network.ts';
import { fieldProblem, ProblemError } from '../http/problem.ts';
import type { DeviceCookies } from './device-cookie.ts';
import { type Given, type Login, PER_DEVICE } from './login.ts';
import { requireCaller } from './rights.ts';
import { wrongCodeMessage } from './second-factor.ts';

/** Wrong passwords and codes that end a session, within 15 minutes of each other. */
const WRONG_ONES = 10;

/** There are no recovery codes yet, and this is the first code of the app: its phone's clock may be wrong. */
const WRONG_CONFIRMATION =
  'This code is wrong. Enter the one that the app shows now, and check that the clock of the phone is right.';

/** One of them, not both as for a login. */
export type GivenAgain = Exclude<Given, { kind: 'login' }>;

/**
 * @param field the field of the body that has the password or code
 * @throws ProblemError password.wrong or second-factor.wrong at the field, session.required, login.slowed or server.busy
 */
export type CheckOwnCredential = (
  request: FastifyRequest,
  field: string,
  given: GivenAgain,
) => Promise<LoginAccount>;

export function createOwnCredentialCheck(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly login: Login;
  readonly devices: Pick<DeviceCookies, 'find'>;
  readonly endStreams: (idHashes: readonly Buffer[]) => void;
}): CheckOwnCredential {
  const { db, clock, login, devices, endStreams } = deps;

  return async (request, field, given) => {
    const { username, idHash, key } = requireCaller(request.caller);
    const device = devices.find(request, username);
    try {
      return await login({ username, given, network: networkOf(request.ip), device });
    } catch (error) {
      if (!(error instanceof ProblemError) || error.problemCode !== 'login.failed') throw error;
    }
    const failures = await countFailure(db, `session:${key}`, PER_DEVICE, { now: clock.now() });
    if (failures < WRONG_ONES) throw wrong(field, given);
    await deleteSession(db, idHash);
    endStreams([idHash]);
    throw new ProblemError(
      'session.required',
      'Your session has ended after too many wrong passwords or codes. Log in again.',
    );
  };
}

export function wrongPassword(field: string): ProblemError {
  const message = 'This is not your current password. Try again.';
  return fieldProblem('password.wrong', [{ field, code: 'password.wrong', message }]);
}

function wrong(field: string, { kind }: GivenAgain): ProblemError {
  if (kind === 'password') return wrongPassword(field);
  const code = 'second-factor.wrong';
  const message = kind === 'code' ? wrongCodeMessage() : WRONG_CONFIRMATION;
  return fieldProblem(code, [{ field, code, message }]);
}
