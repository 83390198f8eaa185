/**
 * Handset keys: the secret by which a handset proves which test phone it is. 256 random bits, so a plain SHA-256 is
 * enough to store it by: nobody guesses what no list holds.
 */
import { hash, randomBytes } from 'node:crypto';

/** Lets people and secret scanners see what it is. */
const PREFIX = 'tph_';

export interface HandsetKey {
  /** To be shown once: `tph_` and 43 characters of base64url. */
  readonly key: string;
  /** To be stored. */
  readonly hash: Buffer;
}

export function createHandsetKey(): HandsetKey {
  const key = PREFIX + randomBytes(32).toString('base64url');
  return { key, hash: hashHandsetKey(key) };
}

/** Whether a text has the form of a handset key; any other one is none, and needs no look-up. */
export function isHandsetKey(text: string): boolean {
  return /^tph_[\w-]{43}$/.test(text);
}

/** SHA-256 of a key as a handset shows it: 32 octets. */
export function hashHandsetKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}
