/**
 * Handset keys: the secret that authenticates a test phone. With 256 random bits, a plain SHA-256 is a safe way to store
 * it: it cannot be guessed, and no dictionary contains it.
 */
import { hash, randomBytes } from 'node:crypto';

/** Lets people and secret scanners recognize a key. */
const PREFIX = 'tph_';

export interface HandsetKey {
  /** Shown once: `tph_` and 43 characters of base64url. */
  readonly key: string;
  /** For storage. */
  readonly hash: Buffer;
}

export function createHandsetKey(): HandsetKey {
  const key = PREFIX + randomBytes(32).toString('base64url');
  return { key, hash: hashHandsetKey(key) };
}

/** Whether a text is a well-formed handset key; only such a text is worth a look-up. */
export function isHandsetKey(text: string): boolean {
  return /^tph_[\w-]{43}$/.test(text);
}

/** SHA-256 of a key as handsets send it: 32 bytes. */
export function hashHandsetKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}
