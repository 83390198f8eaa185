/**
 * Links to a file that work without a session until they expire: for a PDF's reader, or a carrier that fetches MMS
 * content. The signature covers the file's id and the expiry, and nothing else can be read with it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** What the signature says it is for, so that one made elsewhere with the same secret is worth nothing here. */
const PURPOSE = 'media-link';

export interface LinkSubject {
  readonly mediaId: string;
  /** Epoch milliseconds; from this instant on the link is worth nothing. */
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
 * Whether the signature is ours for that file and not expired. Takes as long for a wrong one as for a right one.
 * @param expires the query's value as it came
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
  const given = Buffer.from(signature, 'base64url');
  const right = sign(secret, id, expires);
  return given.length === right.length && timingSafeEqual(given, right);
}

/** HMAC-SHA-256 over purpose, id and expiry, as JSON: whatever an id holds, no two of them read alike. */
function sign(secret: Uint8Array, id: string, expires: string): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([PURPOSE, id, expires]))
    .digest();
}
