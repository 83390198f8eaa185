/** One's own account: name, password, sessions (ACCT-5), and the password or a code given again (ACCT-9). */
import { calls } from '@textprobe/contract/calls';
import type { Profile } from '@textprobe/contract/profile';
import { changePassword, readProfile, renameAccount } from '@textprobe/database/accounts/accounts';
import { readSecondFactorState } from '@textprobe/database/accounts/second-factors';
import {
  deleteSessionOf,
  deleteSessionsOf,
  listSessions,
  proveSession,
} from '@textprobe/database/accounts/sessions';
import type { Database } from '@textprobe/database/core/connection';
import { readLimits } from '@textprobe/database/limits/daily-messages';
import type { Clock } from '@textprobe/domain/clock';
import { limitResetAt } from '@textprobe/domain/daily-limit';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../auth/caller.ts';
import type { DeviceCookies } from '../../auth/device-cookie.ts';
import { requireNewPassword } from '../../auth/new-password.ts';
import { type CheckOwnCredential, wrongPassword } from '../../auth/own-credentials.ts';
import { hashPassword } from '../../auth/passwords.ts';
import { requireCaller } from '../../auth/rights.ts';
import { SESSION_IDLE_MS } from '../../auth/sessions.ts';
import { browserWords } from '../../http/browser-words.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../http/route.ts';
import { timestampToWire } from '../../http/timestamps.ts';

interface ProfileDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly checkOwn: CheckOwnCredential;
  readonly devices: DeviceCookies;
  /** In this process at once; others notice within seconds. */
  readonly endStreams: (idHashes: readonly Buffer[]) => void;
  /** See `ServerDeps`. */
  readonly onPasswordChange: (username: string) => Promise<void>;
}

export function profileRoutes(app: FastifyInstance, deps: ProfileDeps): void {
  const { db, clock, devices, checkOwn, endStreams, onPasswordChange } = deps;

  async function readWire(from: Database, { accountId: id, scope }: Caller): Promise<Profile> {
    const now = clock.now();
    const { createdAt, passwordChangedAt, ...profile } = await readProfile(from, id);
    const { isOn: twoFactor, recoveryCodesLeft } = await readSecondFactorState(from, id);
    const { account, partners } = await readLimits(from, scope, { accountId: id, now });
    return {
      id,
      ...profile,
      createdAt: timestampToWire(createdAt),
      passwordChangedAt: timestampToWire(passwordChangedAt),
      twoFactor,
      recoveryCodesLeft,
      limits: { account, partners: [...partners], resetAt: timestampToWire(limitResetAt(now)) },
    };
  }

  route(app, calls.profile, async ({ request }) => readWire(db, requireCaller(request.caller)));

  route(app, calls.changeProfile, async ({ body, request, writeAccounts }) =>
    writeAccounts(async (tx, note) => {
      const session = requireCaller(request.caller);
      note({ before: await readProfile(tx, session.accountId) });
      await renameAccount(tx, session.accountId, body.name);
      return readWire(tx, session);
    }),
  );

  route(app, calls.changePassword, async ({ body, request, reply, writeAccounts }) => {
    const { accountId, username, idHash } = requireCaller(request.caller);
    const { currentPassword, newPassword } = body;
    requireNewPassword('newPassword', newPassword, username);
    const { passwordHash: checkedHash } = await checkOwn(request, 'currentPassword', {
      kind: 'password',
      password: currentPassword,
    });
    const passwordHash = await hashPassword(newPassword);
    let ended: Buffer[] = [];
    await writeAccounts(async (tx) => {
      const now = clock.now();
      const change = { passwordHash, checkedHash, keptSession: idHash, now };
      const hashes = await changePassword(tx, accountId, change);
      // Changed elsewhere since it was checked.
      if (hashes === null) throw wrongPassword('currentPassword');
      await proveSession(tx, idHash, now);
      ended = hashes;
    });
    endStreams(ended);
    // The old cookie is of the old password: without a new one, guesses elsewhere would slow the owner.
    devices.issue(request, reply, { username, passwordHash });
    await onPasswordChange(username);
  });

  // Without `write`: a repeated request must renew the proof, not replay an answer.
  route(app, calls.giveProof, async ({ body: { password, code = '' }, request }) => {
    if (password === undefined) await checkOwn(request, 'code', { kind: 'code', code });
    else await checkOwn(request, 'password', { kind: 'password', password });
    await proveSession(db, requireCaller(request.caller).idHash, clock.now());
  });

  route(app, calls.ownSessions, async ({ request }) => {
    const { accountId, idHash } = requireCaller(request.caller);
    const found = await listSessions(db, accountId, { now: clock.now(), idleMs: SESSION_IDLE_MS });
    return found.map((one) => ({
      id: one.id,
      current: one.idHash.equals(idHash),
      browser: browserWords(one.userAgent),
      address: one.address,
      createdAt: timestampToWire(one.createdAt),
      lastActiveAt: timestampToWire(one.lastActiveAt),
    }));
  });

  route(app, calls.endSession, async ({ params: { id }, request, writeAccounts }) => {
    let ended: Buffer[] = [];
    await writeAccounts(async (tx) => {
      const hash = await deleteSessionOf(tx, requireCaller(request.caller).accountId, id);
      if (hash === null) throw new ProblemError('session.unknown', 'You have no session with this id.');
      ended = [hash];
    });
    endStreams(ended);
  });

  route(app, calls.endOtherSessions, async ({ request, writeAccounts }) => {
    const { accountId, idHash } = requireCaller(request.caller);
    let ended: Buffer[] = [];
    await writeAccounts(async (tx) => {
      ended = await deleteSessionsOf(tx, accountId, idHash);
    });
    endStreams(ended);
  });
}
