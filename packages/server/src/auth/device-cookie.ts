/**
 * The device cookie: proof of an earlier login to an account from this browser, so that password guessing from elsewhere
 * does not slow the owner down (GUARD-6). It grants no access. It is signed and not stored; the signature covers the
 * password hash, so a new password invalidates all device cookies of the account.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CookieStyle } from '../http/cookies.ts';

/** A browser with a valid signature; check `isCurrent` before trusting it. */
export interface Device {
  /** Identifies the browser and account together. */
  readonly id: string;
  /** See `DeviceCookies.isCurrent`. */
  readonly password: string;
}

export interface DeviceCookies {
  /** The newest proof, of any account; null without one. */
  findAny(request: FastifyRequest): Device | null;
  /** The proof for this account name, case-insensitive. */
  find(request: FastifyRequest, username: string): Device | null;
  /** Whether the password has not changed since the proof was issued. */
  isCurrent(device: Device, passwordHash: string): boolean;
  /** Keeps the proofs that the browser has for other accounts. */
  issue(
    request: FastifyRequest,
    reply: FastifyReply,
    account: { readonly username: string; readonly passwordHash: string },
  ): void;
}

const DAY_MS = 24 * 3_600_000;
/** Renewed by each login. */
const DEVICE_KEPT_MS = 180 * DAY_MS;
/** Accounts of one browser; the least recently used is dropped first. */
const MAX_ACCOUNTS = 5;
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
    const texts = (request.cookies[cookies.device] ?? '').split(SEPARATOR, MAX_ACCOUNTS);
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
        // The id stays, and with it the failure count of this browser.
        proofs.find((proof) => proof.account === account)?.id ?? randomBytes(TAG_BYTES).toString('base64url'),
        passwordTag(passwordHash),
        String(clock.now() + DEVICE_KEPT_MS),
      ];
      const fresh = [...parts, tagOf('proof', ...parts)].join('.');
      const others = proofs.filter((proof) => proof.account !== account);
      const texts = [fresh, ...others.map(({ text }) => text)].slice(0, MAX_ACCOUNTS);
      const maxAge = DEVICE_KEPT_MS / 1000;
      reply.setCookie(cookies.device, texts.join(SEPARATOR), { ...cookies.attributes, maxAge });
    },
  };
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
