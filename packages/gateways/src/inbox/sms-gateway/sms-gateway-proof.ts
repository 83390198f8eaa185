/**
 * How SMS Gateway for Android signs: X-Signature is the HMAC-SHA256 in hexadecimal over the body as it is and the text of
 * X-Timestamp, seconds since 1970 (https://docs.sms-gate.app/features/webhooks/, "Payload Signing").
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { ageFault } from '../proof-age.ts';

/** In lower-case hexadecimal. */
export function signEnvelope(secret: string, body: Uint8Array, timestamp: string): string {
  return createHmac('sha256', secret).update(body).update(timestamp, 'utf8').digest('hex');
}

/**
 * What the headers lack of a proof made just now, null where they have its form; for the log.
 * @param now epoch milliseconds
 */
export function signatureFault(
  headers: Readonly<Record<string, string | undefined>>,
  now: number,
): string | null {
  const timestamp = headers['x-timestamp'] ?? '';
  const signature = headers['x-signature'] ?? '';
  if (signature === '' || timestamp === '') return 'X-Signature or X-Timestamp is missing';
  if (!/^[0-9a-f]{64}$/.test(signature)) return 'its X-Signature is no HMAC-SHA256 in hexadecimal';
  if (!/^\d{1,12}$/.test(timestamp)) return 'its X-Timestamp is no number of seconds';
  return ageFault(Number(timestamp), now / 1_000);
}

/** Null where it is proven, else what is wrong with it, for the log. */
export function envelopeFault(
  secret: string,
  { body, headers }: { body: Uint8Array; headers: Readonly<Record<string, string | undefined>> },
  now: number,
): string | null {
  const timestamp = headers['x-timestamp'] ?? '';
  const given = Buffer.from(headers['x-signature'] ?? '', 'utf8');
  const right = Buffer.from(signEnvelope(secret, body, timestamp), 'utf8');
  const isRight = given.length === right.length && timingSafeEqual(given, right);
  if (!isRight) return 'its signature is not the source’s: the app signs with another key';
  return signatureFault(headers, now);
}
