/** Two-factor login of one's own account: start, confirm with a code, turn off (ACCT-6). */
import { calls } from '@textprobe/contract/calls';
import {
  aboutSecondFactor,
  confirmSecondFactor,
  findSecondFactor,
  removeSecondFactor,
  startSecondFactor,
} from '@textprobe/database/accounts/second-factors';
import type { Database } from '@textprobe/database/core/connection';
import type { Sealer } from '@textprobe/database/secrets/sealing';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyInstance } from 'fastify';
import type { CheckOwnCredential } from '../../auth/own-credentials.ts';
import { requireCaller } from '../../auth/rights.ts';
import { createRecoveryCodes, createSecret, hashRecoveryCode, timeStepOf } from '../../auth/second-factor.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../http/route.ts';

interface TwoFactorDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly checkOwn: CheckOwnCredential;
}

export function twoFactorRoutes(app: FastifyInstance, { db, clock, sealer, checkOwn }: TwoFactorDeps): void {
  route(app, calls.startTwoFactor, async ({ request, writeAccounts }) =>
    writeAccounts(async (tx) => {
      const { accountId, username } = requireCaller(request.caller);
      const made = createSecret(username);
      const sealed = sealer.seal(made.secret, aboutSecondFactor(accountId));
      if (!(await startSecondFactor(tx, accountId, sealed))) throw isOn();
      return made;
    }),
  );

  route(app, calls.confirmTwoFactor, async ({ body: { code }, request, writeAccounts }) => {
    const { accountId } = requireCaller(request.caller);
    const found = await findSecondFactor(db, accountId);
    if (found === null) throw nothingToConfirm();
    if (found.isConfirmed) throw isOn();
    await checkOwn(request, 'code', { kind: 'confirmation', code });
    const now = clock.now();
    const step = timeStepOf(sealer.open(found.secret, aboutSecondFactor(accountId)), code, now);
    const recoveryCodes = createRecoveryCodes();
    const codeHashes = recoveryCodes.map(hashRecoveryCode);
    return writeAccounts(async (tx) => {
      const { secret } = found;
      // Another one was started in the meantime, or this one confirmed.
      if (step === null || !(await confirmSecondFactor(tx, accountId, { secret, step, codeHashes, now })))
        throw nothingToConfirm();
      return { recoveryCodes };
    });
  });

  route(app, calls.endTwoFactor, async ({ request, writeAccounts }) =>
    writeAccounts(async (tx) => {
      await removeSecondFactor(tx, requireCaller(request.caller).accountId);
    }),
  );
}

function isOn(): ProblemError {
  return new ProblemError(
    'second-factor.on',
    'Two-factor login is on. Turn it off first to use another app.',
  );
}

function nothingToConfirm(): ProblemError {
  return new ProblemError(
    'second-factor.none',
    'The key that this code confirms is no longer valid. Set up two-factor login from the start.',
  );
}
