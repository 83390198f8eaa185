/**
 * How SMS Gateway for Android signs: X-Signature is the HMAC-SHA256 in hexadecimal over the body as it is and the text of
 * X-Timestamp, seconds since 1970 (https://docs.sms-gate.app/features/webhooks/, "Payload Signing").
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** A phone's clock may be wrong by as much; what is older is somebody's copy. Milliseconds, either way. */
const TOLERANCE_MS = 5 * 60_000;

/** In lower-case hexadecimal. */
export function signEnvelope(secret: string, body: Uint8Array, timestamp: string): string {
  return createHmac('sha256', secret).update(body).update(timestamp, 'utf8').digest('hex');
}

export function provesEnvelope(
  secret: string,
  { body, headers }: { body: Uint8Array; headers: Readonly<Record<string, string | undefined>> },
  now: number,
): boolean {
  const timestamp = headers['x-timestamp'] ?? '';
  const given = Buffer.from(headers['x-signature'] ?? '', 'utf8');
  const right = Buffer.from(signEnvelope(secret, body, timestamp), 'utf8');
  const isRight = given.length === right.length && timingSafeEqual(given, right);
  const isFresh = /^\d{1,12}$/.test(timestamp) && Math.abs(now - Number(timestamp) * 1_000) <= TOLERANCE_MS;
  return isRight && isFresh;
}
