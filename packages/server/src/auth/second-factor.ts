/**
 * The second factor of an account (ACCT-6): codes of an authenticator app (TOTP, RFC 6238: SHA-1, six digits, 30 s, the
 * defaults that every app knows), or recovery codes.
 */
import { hash, randomBytes } from 'node:crypto';
import {
  aboutSecondFactor,
  findSecondFactor,
  useRecoveryCode,
  useTimeStep,
} from '@textprobe/database/accounts/second-factors';
import type { Database } from '@textprobe/database/core/connection';
import type { Sealer } from '@textprobe/database/secrets/sealing';
import type { Clock } from '@textprobe/domain/clock';
import { Secret, TOTP } from 'otpauth';
import { ProblemError } from '../http/problem.ts';

/** RFC 4226, section 4, recommends 160 bits. */
const SECRET_BYTES = 20;
const PERIOD_S = 30;
/** Steps before and after the present one: clocks of phones differ. */
const WINDOW = 1;
const TOTP_CODE = /^\d{6}$/;

const RECOVERY_CODES = 10;
/** Eighty bits, so that a plain hash is enough. */
const RECOVERY_CHARACTERS = 16;
/** Crockford's base 32: none of its characters looks like another. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export interface NewSecret {
  /** Base 32, for typing. */
  readonly secret: string;
  /** For a QR code; see `otpauth` of Google Authenticator. */
  readonly otpauthUrl: string;
}

export function createSecret(username: string): NewSecret {
  const secret = new Secret({ buffer: Uint8Array.from(randomBytes(SECRET_BYTES)).buffer });
  return { secret: secret.base32, otpauthUrl: totpOf(secret.base32, username).toString() };
}

/** @returns the time step whose code it is; null if it is none of those that work at `now`, epoch milliseconds */
export function timeStepOf(secret: string, code: string, now: number): number | null {
  const token = withoutSpaces(code);
  if (!TOTP_CODE.test(token)) return null;
  const totp = totpOf(secret);
  const delta = totp.validate({ token, timestamp: now, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}

function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({ issuer: 'Textprobe', label, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_S });
}

/** Ten codes such as `7K2M-9QX4-TD0A-W3FE`. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    Array.from(randomBytes(RECOVERY_CHARACTERS), (byte) => ALPHABET.charAt(byte & 31))
      .join('')
      .replaceAll(/.{4}(?=.)/g, '$&-'),
  );
}

/** However it is written: in lower case, with other dashes or none, O for 0, I and L for 1. */
export function hashRecoveryCode(code: string): Buffer {
  const written = withoutSpaces(code)
    .replaceAll(/\p{Pd}/gu, '')
    .toUpperCase();
  return hash('sha256', written.replaceAll('O', '0').replaceAll(/[IL]/g, '1'), 'buffer');
}

function withoutSpaces(code: string): string {
  return code.replaceAll(/\s/g, '');
}

export interface SecondFactors {
  /** Whether the account's login needs a code. */
  isOn(accountId: number): Promise<boolean>;
  /** Uses up a code: each works once. @throws SealingError without the key of the secret */
  use(accountId: number, code: string): Promise<boolean>;
  /** Whether a code confirms the secret that waits for it. Uses up nothing. @throws SealingError */
  confirms(accountId: number, code: string): Promise<boolean>;
}

export function createSecondFactors(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
}): SecondFactors {
  const { db, clock, sealer } = deps;

  async function stepOf(accountId: number, code: string, isConfirmed: boolean): Promise<number | null> {
    const found = await findSecondFactor(db, accountId);
    if (found?.isConfirmed !== isConfirmed) return null;
    return timeStepOf(sealer.open(found.secret, aboutSecondFactor(accountId)), code, clock.now());
  }

  return {
    isOn: async (accountId) => (await findSecondFactor(db, accountId))?.isConfirmed === true,
    async use(accountId, code) {
      // Recovery codes need no key: the secret stays closed.
      if (!TOTP_CODE.test(withoutSpaces(code))) return useRecoveryCode(db, accountId, hashRecoveryCode(code));
      const step = await stepOf(accountId, code, true);
      return step !== null && useTimeStep(db, accountId, step);
    },
    confirms: async (accountId, code) => (await stepOf(accountId, code, false)) !== null,
  };
}

/** Asks for the code. */
export function secondFactorNeeded(): ProblemError {
  return new ProblemError(
    'second-factor.needed',
    'Enter the code of your authenticator app, or a recovery code.',
  );
}

/** Refuses one. */
export function wrongCodeMessage(): string {
  return 'This code is wrong or was already used. Enter the next one that your app shows, or a recovery code.';
}
