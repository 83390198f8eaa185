/**
 * The device cookie: proof that somebody has logged in to an account from this browser before, so that guessing at the
 * account from elsewhere does not slow its owner down (GUARD-6). It opens nothing by itself. It is signed and not stored;
 * the account's password is part of what is signed, so a new password makes all of the account's cookies worthless.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CookieStyle } from '../http/cookies.ts';

/** A browser that the signature vouches for; whether its password is still the account's is to be checked yet. */
export interface Device {
  /** Names the browser and account together. */
  readonly id: string;
  /** See `DeviceCookies.isCurrent`. */
  readonly password: string;
}

export interface DeviceCookies {
  /** Any account's proof; null where the browser has none. */
  findAny(request: FastifyRequest): Device | null;
  /** The proof for this account name, in any case. */
  find(request: FastifyRequest, username: string): Device | null;
  /** Whether no new password was set since. */
  isCurrent(device: Device, passwordHash: string): boolean;
  /** Beside those that the browser has for other accounts. */
  issue(
    request: FastifyRequest,
    reply: FastifyReply,
    account: { readonly username: string; readonly passwordHash: string },
  ): void;
}

const DAY_MS = 24 * 3_600_000;
/** Renewed by each login. */
const DEVICE_KEPT_MS = 180 * DAY_MS;
/** Accounts of one browser; the one that logged in longest ago is dropped first. */
const MOST_ACCOUNTS = 5;
const SEPARATOR = '~';
const TAG_BYTES = 16;

interface Proof extends Device {
  readonly text: string;
  readonly account: string;
}

/** @param secret shared by all processes of an installation */
export function createDeviceCookies(deps: {
  readonly secret: Buffer;
  readonly cookies: CookieStyle;
  readonly clock: Clock;
}): DeviceCookies {
  const { cookies, clock } = deps;
  const key = createHmac('sha256', deps.secret).update('device cookie').digest();

  function tagOf(...parts: readonly string[]): string {
    const tag = createHmac('sha256', key).update(JSON.stringify(parts)).digest();
    return tag.subarray(0, TAG_BYTES).toString('base64url');
  }

  const accountTag = (username: string) => tagOf('account', username.toLowerCase());
  const passwordTag = (passwordHash: string) => tagOf('password', passwordHash);

  function readProof(text: string): Proof[] {
    const [account = '', id = '', password = '', expiry = '', signature = '', ...more] = text.split('.');
    const expected = tagOf('proof', account, id, password, expiry);
    const isOurs = more.length === 0 && isSame(signature, expected);
    return isOurs && Number(expiry) > clock.now() ? [{ text, account, id, password }] : [];
  }

  /** Newest first. */
  function readProofs(request: FastifyRequest): Proof[] {
    const texts = (request.cookies[cookies.device] ?? '').split(SEPARATOR, MOST_ACCOUNTS);
    return texts.flatMap(readProof);
  }

  return {
    findAny: (request) => readProofs(request)[0] ?? null,
    find(request, username) {
      const account = accountTag(username);
      return readProofs(request).find((proof) => proof.account === account) ?? null;
    },
    isCurrent: (device, passwordHash) => isSame(device.password, passwordTag(passwordHash)),
    issue(request, reply, { username, passwordHash }) {
      const account = accountTag(username);
      const proofs = readProofs(request);
      const parts = [
        account,
        // The same browser keeps its counts.
        proofs.find((proof) => proof.account === account)?.id ?? randomBytes(TAG_BYTES).toString('base64url'),
        passwordTag(passwordHash),
        String(clock.now() + DEVICE_KEPT_MS),
      ];
      const fresh = [...parts, tagOf('proof', ...parts)].join('.');
      const others = proofs.filter((proof) => proof.account !== account);
      const texts = [fresh, ...others.map(({ text }) => text)].slice(0, MOST_ACCOUNTS);
      const maxAge = DEVICE_KEPT_MS / 1000;
      reply.setCookie(cookies.device, texts.join(SEPARATOR), { ...cookies.attributes, maxAge });
    },
  };
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
