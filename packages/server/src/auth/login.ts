/**
 * Checks name, password and second factor, and slows down guessing without slowing the owner (GUARD-6). Failures count for
 * each pair of account and network, and for each network over all accounts. A browser with a device cookie for the account has
 * only a count of its own. A count over the whole account slows only browsers without that cookie: each network waits
 * once before its first attempt, so that many networks gain little and an honest one gets in on its second try. An
 * unknown name takes as long to check as a known one.
 */
import { hash, randomBytes } from 'node:crypto';
import { findAccountForLogin, type LoginAccount } from '@textprobe/database/accounts/accounts';
import {
  countFailure,
  delayAfter,
  findLoginAttempts,
  forgetFailures,
  isRemembered,
  recordArrival,
  type SlowingPolicy,
} from '@textprobe/database/accounts/login-attempts';
import { countFailedLogin } from '@textprobe/database/audit/audit-log';
import type { Database } from '@textprobe/database/core/connection';
import type { Clock } from '@textprobe/domain/clock';
import { createFairGate } from '@textprobe/domain/fair-gate';
import { ProblemError } from '../http/problem.ts';
import type { Device, DeviceCookies } from './device-cookie.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { type SecondFactors, secondFactorNeeded, wrongCodeMessage } from './second-factor.ts';

const MINUTE = 60_000;
export const PER_DEVICE: SlowingPolicy = {
  free: 5,
  firstDelayMs: 1_000,
  longestDelayMs: MINUTE,
  forgottenAfterMs: 15 * MINUTE,
};
// Limits 2,000 guessing networks to 7 guesses a second in total, a sixth of a core.
const PER_PAIR: SlowingPolicy = { ...PER_DEVICE, longestDelayMs: 5 * MINUTE };
// A whole office may share one address.
const PER_NETWORK: SlowingPolicy = { ...PER_PAIR, free: 20 };
// How long the owner waits once in a new browser while the account is under attack from many networks: under a minute.
const ARRIVAL_MS = 30_000;
const PER_ACCOUNT: SlowingPolicy = {
  ...PER_DEVICE,
  free: 50,
  firstDelayMs: ARRIVAL_MS,
  longestDelayMs: ARRIVAL_MS,
};
/** Retention of `login_attempts`, in milliseconds. */
export const LOGIN_ATTEMPTS_KEPT_MS = 24 * 60 * MINUTE;

/** A hash takes some 20 ms of a core and 19 MiB: two at once leave capacity for other requests. */
const HASHES_AT_ONCE = 2;
const LOGINS_WAITING = 100;

/** What is given to be checked. */
export type Given =
  /** The password, and a code where the account needs one: what a login needs. */
  | { readonly kind: 'login'; readonly password: string; readonly code?: string | undefined }
  /** One of the two, by the owner of a session. */
  | { readonly kind: 'password'; readonly password: string }
  | { readonly kind: 'code'; readonly code: string }
  /** A code that confirms a new second factor. It is not used up. */
  | { readonly kind: 'confirmation'; readonly code: string };

/** `half`: the password was right, and a code was needed. */
type Verdict = 'right' | 'wrong' | 'half, without a code' | 'half, with a wrong code';

interface LoginAttempt {
  readonly username: string;
  readonly given: Given;
  /** See `networkOf`. */
  readonly network: string;
  /** From the device cookie, for this name. */
  readonly device: Device | null;
}

export type Login = (attempt: LoginAttempt) => Promise<LoginAccount>;

/** The same for every failure, so that it reveals nothing about the account. */
export function loginFailed(): ProblemError {
  return new ProblemError('login.failed', 'Invalid username or password. Please try again.');
}

function wrongSecondFactor(): ProblemError {
  const message = wrongCodeMessage();
  const errors = [{ field: 'code', code: 'second-factor.wrong', message }];
  return new ProblemError('second-factor.needed', message, { errors });
}

/** @throws ProblemError login.failed, second-factor.needed, login.slowed or server.busy */
export function createLogin(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly devices: Pick<DeviceCookies, 'isCurrent'>;
  readonly secondFactors: SecondFactors;
}): Login {
  const { db, clock, devices, secondFactors } = deps;
  const gate = createFairGate({ atOnce: HASHES_AT_ONCE, waiting: LOGINS_WAITING });
  let decoy: Promise<string> | undefined;

  async function attempt({ username, given, network, device }: LoginAttempt): Promise<LoginAccount> {
    // PostgreSQL rejects text with a NUL.
    const account = username.includes('\u0000') ? null : await findAccountForLogin(db, username);
    const isKnown = account !== null && device !== null && devices.isCurrent(device, account.passwordHash);
    const counts = isKnown ? countsOfDevice(device) : countsOfNewBrowser(username, network);
    const leastDelayMs = await refuseSlowed(counts);

    const verdict = await verify(account, given);
    if (account !== null && verdict === 'right') {
      // Network and account keep their counts: one valid login must not reset them for a guesser. Half of what a login needs
      // resets nothing, or who has one half could guess the other without end (ACCT-6).
      if (await isWhole(account, given)) await forgetFailures(db, counts.own.key);
      return account;
    }
    if (verdict === 'half, without a code') throw secondFactorNeeded();
    const now = clock.now();
    const action = given.kind === 'login' ? 'account.login-failed' : 'account.proof-failed';
    await countFailedLogin(db, { action, accountId: account?.id ?? null, network, at: now });
    await countFailure(db, counts.own.key, counts.own.policy, { now, leastDelayMs });
    for (const { key, policy } of counts.shared) await countFailure(db, key, policy, { now });
    throw verdict === 'wrong' ? loginFailed() : wrongSecondFactor();
  }

  /** Whether it is all that a login needs. */
  async function isWhole({ id }: LoginAccount, { kind }: Given): Promise<boolean> {
    return kind === 'login' || (kind === 'password' && !(await secondFactors.isOn(id)));
  }

  async function verify(account: LoginAccount | null, given: Given): Promise<Verdict> {
    if (given.kind === 'code' || given.kind === 'confirmation') {
      const check = given.kind === 'code' ? secondFactors.use : secondFactors.confirms;
      return account !== null && (await check(account.id, given.code)) ? 'right' : 'wrong';
    }
    decoy ??= hashPassword(randomBytes(16).toString('hex'));
    const matches = await verifyPassword(account?.passwordHash ?? (await decoy), given.password);
    if (account === null || !matches) return 'wrong';
    if (given.kind === 'password' || !(await secondFactors.isOn(account.id))) return 'right';
    const { code = '' } = given;
    if (code.trim() === '') return 'half, without a code';
    return (await secondFactors.use(account.id, code)) ? 'right' : 'half, with a wrong code';
  }

  /** @returns the minimum delay before the next attempt, should this one fail */
  async function refuseSlowed({ own, shared }: Counts): Promise<number> {
    const now = clock.now();
    const found = await findLoginAttempts(db, [own.key, ...shared.map(({ key }) => key)]);
    const blocks = [own, ...shared.filter(({ slows }) => slows === 'itself')].map(
      ({ key }) => found.get(key)?.blockedUntil ?? 0,
    );
    const blockedUntil = Math.max(...blocks);
    if (blockedUntil > now) throw slowed(blockedUntil - now);
    const delays = shared.flatMap(({ key, policy, slows }) => {
      const attempts = found.get(key);
      const counts = slows === 'each network' && isRemembered(attempts, policy, now);
      return counts ? [delayAfter(attempts.failures, policy)] : [];
    });
    const delayMs = Math.max(0, ...delays);
    if (delayMs === 0) return 0;
    const before = found.get(own.key);
    if (!isRemembered(before, own.policy, now)) {
      await recordArrival(db, own.key, own.policy, { now, until: now + delayMs });
      throw slowed(delayMs);
    }
    // No free failures while the account is under attack: 2,000 networks would get 10,000.
    return Math.min(own.policy.longestDelayMs, delayMs * 2 ** before.failures);
  }

  return async (one) => {
    // Check and count inside the gate: of any number of simultaneous guesses at most two have passed the check.
    const caller = { chargedTo: one.network, isKnown: one.device !== null };
    const account = await gate.pass(caller, () => attempt(one));
    if (account === null)
      throw new ProblemError('server.busy', 'Too many logins at once. Try again in a moment.', {
        retryAfterMs: 2_000,
      });
    return account;
  };
}

interface Count {
  readonly key: string;
  readonly policy: SlowingPolicy;
}

interface Counts {
  /** Reset by a successful login. */
  readonly own: Count;
  readonly shared: readonly (Count & { readonly slows: 'itself' | 'each network' })[];
}

function countsOfDevice({ id }: Device): Counts {
  return { own: { key: keyOf('device', id), policy: PER_DEVICE }, shared: [] };
}

function countsOfNewBrowser(username: string, network: string): Counts {
  const name = username.toLowerCase();
  return {
    own: { key: keyOf('pair', JSON.stringify([name, network])), policy: PER_PAIR },
    shared: [
      { key: keyOf('network', network), policy: PER_NETWORK, slows: 'itself' },
      { key: keyOf('account', name), policy: PER_ACCOUNT, slows: 'each network' },
    ],
  };
}

function slowed(waitMs: number): ProblemError {
  return new ProblemError('login.slowed', 'Too many failed login attempts. Wait a moment and try again.', {
    retryAfterMs: waitMs,
  });
}

/** Hashed: people type passwords into the name field, and those must not be stored. */
function keyOf(kind: 'device' | 'pair' | 'network' | 'account', text: string): string {
  return `${kind}:${hash('sha256', text, 'base64url')}`;
}
