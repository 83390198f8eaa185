/**
 * Signed links to a file that work without a session until they expire: for readers of a PDF, and for carriers that fetch
 * MMS content. The signature covers the file's id and the expiry, and grants access to nothing else.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Part of the signed text, so that signatures made for other purposes with the same secret are invalid here. */
const PURPOSE = 'media-link';

export interface LinkSubject {
  readonly mediaId: string;
  /** Epoch milliseconds; the link is invalid from this instant on. */
  readonly expiresAt: number;
}

/** The path `/api/media/{id}?expires=…&signature=…`; `expires` is in epoch milliseconds. */
export function signMediaPath(secret: Uint8Array, { mediaId, expiresAt }: LinkSubject): string {
  const expires = String(Math.trunc(expiresAt));
  const query = new URLSearchParams({
    expires,
    signature: sign(secret, mediaId, expires).toString('base64url'),
  });
  return `/api/media/${encodeURIComponent(mediaId)}?${query.toString()}`;
}

/**
 * Whether the signature is valid for that file and has not expired. Compares in constant time.
 * @param expires the query parameter as received
 * @param now epoch milliseconds
 */
export function verifyMediaSignature(
  secret: Uint8Array,
  id: string,
  expires: string,
  signature: string,
  now: number,
): boolean {
  if (!/^\d{1,15}$/u.test(expires) || Number(expires) <= now) return false;
  const received = Buffer.from(signature, 'base64url');
  const expected = sign(secret, id, expires);
  return received.length === expected.length && timingSafeEqual(received, expected);
}

/** HMAC-SHA-256 over purpose, id and expiry, as JSON so that no two combinations yield the same text. */
function sign(secret: Uint8Array, id: string, expires: string): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([PURPOSE, id, expires]))
    .digest();
}
