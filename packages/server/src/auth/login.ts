/**
 * Checks a name and password, and slows down guessing without slowing the owner (GUARD-6). Failures count by account and
 * network together, and by network over all accounts. A browser that has logged in to the account before has a count of its
 * own and meets no other. A count over the whole account slows only browsers without that proof: each network waits once
 * before its first attempt, so that many networks gain little, and an honest one gets in at its second try.
 * An unknown name costs what a known one does.
 */
import { hash, randomBytes } from 'node:crypto';
import { type Account, findAccountForLogin } from '@textprobe/database/accounts/accounts';
import {
  delayAfter,
  findLoginAttempts,
  forgetFailures,
  isRemembered,
  recordArrival,
  recordFailure,
  type SlowingPolicy,
} from '@textprobe/database/accounts/login-attempts';
import type { Database } from '@textprobe/database/core/connection';
import type { Clock } from '@textprobe/domain/clock';
import { createFairGate } from '../guard/gate.ts';
import { ProblemError } from '../http/problem.ts';
import type { Device, DeviceCookies } from './device-cookie.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

const MINUTE = 60_000;
const PER_DEVICE: SlowingPolicy = {
  free: 5,
  firstDelayMs: 1_000,
  longestDelayMs: MINUTE,
  forgottenAfterMs: 15 * MINUTE,
};
// 2,000 networks that go on guessing are held to 7 guesses a second by this, a sixth of a core.
const PER_PAIR: SlowingPolicy = { ...PER_DEVICE, longestDelayMs: 5 * MINUTE };
// An office shares one address.
const PER_NETWORK: SlowingPolicy = { ...PER_PAIR, free: 20 };
// So long an owner in a new browser waits once, while somebody guesses at the account from everywhere: under a minute.
const ARRIVAL_MS = 30_000;
const PER_ACCOUNT: SlowingPolicy = {
  ...PER_DEVICE,
  free: 50,
  firstDelayMs: ARRIVAL_MS,
  longestDelayMs: ARRIVAL_MS,
};
/** How long a row of `login_attempts` is worth keeping. Milliseconds. */
export const LOGIN_ATTEMPTS_KEPT_MS = 24 * 60 * MINUTE;

/** Hashing takes a core for 20 ms or so and 19 MiB: two at once leave room for everybody else. */
const HASHES_AT_ONCE = 2;
const LOGINS_WAITING = 100;

/** Who tries to log in, and from where. */
interface LoginAttempt {
  readonly username: string;
  readonly password: string;
  /** See `networkOf`. */
  readonly network: string;
  /** What the browser's device cookie says for this name. */
  readonly device: Device | null;
}

type LoggedIn = Account & { readonly passwordHash: string };
export type Login = (attempt: LoginAttempt) => Promise<LoggedIn>;

/** @throws ProblemError login.failed, login.slowed or server.busy */
export function createLogin(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly devices: Pick<DeviceCookies, 'isCurrent'>;
}): Login {
  const { db, clock, devices } = deps;
  const gate = createFairGate(HASHES_AT_ONCE, LOGINS_WAITING);
  let decoy: Promise<string> | undefined;

  async function attempt({ username, password, network, device }: LoginAttempt): Promise<LoggedIn> {
    // PostgreSQL cannot even be asked for a name with a NUL in it.
    const account = username.includes('\u0000') ? null : await findAccountForLogin(db, username);
    const isKnown = account !== null && device !== null && devices.isCurrent(device, account.passwordHash);
    const counts = isKnown ? countsOfDevice(device) : countsOfStranger(username, network);
    const leastDelayMs = await refuseSlowed(counts);

    decoy ??= hashPassword(randomBytes(16).toString('hex'));
    const matches = await verifyPassword(account?.passwordHash ?? (await decoy), password);
    if (account !== null && matches) {
      // Network and account keep their counts: one good login must not pay for guessing.
      await forgetFailures(db, counts.own.key);
      return account;
    }
    const now = clock.now();
    await recordFailure(db, counts.own.key, counts.own.policy, now, leastDelayMs);
    for (const { key, policy } of counts.shared) await recordFailure(db, key, policy, now);
    throw new ProblemError('login.failed', 'Invalid username or password. Please try again.');
  }

  /** Answers how long the next attempt must wait at least, should this one fail. */
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
    // No free failures while the account is guessed at: 2,000 networks would have 10,000.
    return Math.min(own.policy.longestDelayMs, delayMs * 2 ** before.failures);
  }

  return async (one) => {
    // Look and count within the gate: however many guesses come at once, two at most are past the look.
    const caller = { network: one.network, isKnown: one.device !== null };
    const account = await gate.pass(caller, () => attempt(one));
    if (account === null)
      throw new ProblemError('server.busy', 'Too many logins just now.', { retryAfterMs: 2_000 });
    return account;
  };
}

interface Count {
  readonly key: string;
  readonly policy: SlowingPolicy;
}

interface Counts {
  /** A success forgets it. */
  readonly own: Count;
  readonly shared: readonly (Count & { readonly slows: 'itself' | 'each network' })[];
}

function countsOfDevice({ id }: Device): Counts {
  return { own: { key: keyOf('device', id), policy: PER_DEVICE }, shared: [] };
}

function countsOfStranger(username: string, network: string): Counts {
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
  return new ProblemError(
    'login.slowed',
    'Too many failed attempts to log in. Wait a little and try again.',
    { retryAfterMs: waitMs },
  );
}

/** Hashed: people type passwords into the name field, and those must not come to rest in a table. */
function keyOf(kind: 'device' | 'pair' | 'network' | 'account', text: string): string {
  return `${kind}:${hash('sha256', text, 'base64url')}`;
}
