/**
 * Checks a name and password, and slows down guessing: for each account and for each address a few failures are free,
 * then the wait doubles. An unknown name costs what a known one does.
 */
import { createHash, randomBytes } from 'node:crypto';
import { type Account, findAccountForLogin } from '@textprobe/database/accounts/accounts';
import {
  findBlock,
  forgetFailures,
  recordFailure,
  type SlowingPolicy,
} from '@textprobe/database/accounts/login-attempts';
import type { Database } from '@textprobe/database/connection';
import type { Clock } from '@textprobe/domain/clock';
import { createGate } from './gate.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { ProblemError } from './problem.ts';

const MINUTE = 60_000;
// A minute at most: a stranger who keeps failing must not shut the owner out for long.
const PER_ACCOUNT: SlowingPolicy = {
  free: 5,
  firstDelayMs: 1_000,
  longestDelayMs: MINUTE,
  forgottenAfterMs: 15 * MINUTE,
};
// An office shares one address.
const PER_ADDRESS: SlowingPolicy = { ...PER_ACCOUNT, free: 20, longestDelayMs: 5 * MINUTE };
/** How long a row of `login_attempts` is worth keeping. Milliseconds. */
export const LOGIN_ATTEMPTS_KEPT_MS = 24 * 60 * MINUTE;

/** Hashing takes a core for 20 ms or so and 19 MiB: two at once leave room for everybody else. */
const HASHES_AT_ONCE = 2;
const LOGINS_WAITING = 100;

export type Login = (username: string, password: string, address: string) => Promise<Account>;

/** @throws ProblemError login.failed, login.slowed or server.busy */
export function createLogin({ db, clock }: { db: Database; clock: Clock }): Login {
  const gate = createGate(HASHES_AT_ONCE, LOGINS_WAITING);
  let decoy: Promise<string> | undefined;

  async function attempt(username: string, password: string, address: string): Promise<Account> {
    const accountKey = keyOf('account', username.toLowerCase());
    const addressKey = keyOf('address', address);
    const blockedUntil = await findBlock(db, [accountKey, addressKey], clock.now());
    if (blockedUntil !== null) throw slowed(blockedUntil - clock.now());

    // PostgreSQL cannot even be asked for a name with a NUL in it.
    const account = username.includes('\u0000') ? null : await findAccountForLogin(db, username);
    decoy ??= hashPassword(randomBytes(16).toString('hex'));
    const matches = await verifyPassword(account?.passwordHash ?? (await decoy), password);
    if (account !== null && matches) {
      // The address keeps its count: one good login must not pay for guessing at other accounts.
      await forgetFailures(db, accountKey);
      return { id: account.id, username: account.username };
    }
    await recordFailure(db, accountKey, PER_ACCOUNT, clock.now());
    await recordFailure(db, addressKey, PER_ADDRESS, clock.now());
    throw new ProblemError('login.failed', 'Invalid username or password. Please try again.');
  }

  return async (username, password, address) => {
    // Look and count within the gate: however many guesses come at once, two at most are past the look.
    const account = await gate.pass(() => attempt(username, password, address));
    if (account === null)
      throw new ProblemError('server.busy', 'Too many logins just now.', { retryAfterMs: 2_000 });
    return account;
  };
}

function slowed(waitMs: number): ProblemError {
  return new ProblemError(
    'login.slowed',
    'Too many failed attempts to log in. Wait a little and try again.',
    {
      retryAfterMs: waitMs,
    },
  );
}

/** Hashed: people type passwords into the name field, and those must not come to rest in a table. */
function keyOf(kind: 'account' | 'address', text: string): string {
  return `${kind}:${createHash('sha256').update(text).digest('base64url')}`;
}
