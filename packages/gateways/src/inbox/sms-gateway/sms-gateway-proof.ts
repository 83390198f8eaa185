/**
 * How SMS Gateway for Android signs: X-Signature is the HMAC-SHA256, in hexadecimal, over the raw body and the text of
 * X-Timestamp, which is in epoch seconds (https://docs.sms-gate.app/features/webhooks/, "Payload Signing").
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { ageFault } from '../signature-age.ts';

/** In lower-case hexadecimal. */
export function signEnvelope(secret: string, body: Uint8Array, timestamp: string): string {
  return createHmac('sha256', secret).update(body).update(timestamp, 'utf8').digest('hex');
}

/**
 * Null if the headers contain a fresh, well-formed signature, else the fault for the log.
 * @param now epoch milliseconds
 */
export function signatureFault(
  headers: Readonly<Record<string, string | undefined>>,
  now: number,
): string | null {
  const timestamp = headers['x-timestamp'] ?? '';
  const signature = headers['x-signature'] ?? '';
  if (signature === '' || timestamp === '') return 'X-Signature or X-Timestamp is missing';
  if (!/^[0-9a-f]{64}$/.test(signature)) return 'its X-Signature is not an HMAC-SHA256 in hexadecimal';
  if (!/^\d{1,12}$/.test(timestamp)) return 'its X-Timestamp is not a number of seconds';
  return ageFault(Number(timestamp), now / 1_000);
}

/** Null if the signature is valid, else the fault for the log. */
export function envelopeFault(
  secret: string,
  { body, headers }: { body: Uint8Array; headers: Readonly<Record<string, string | undefined>> },
  now: number,
): string | null {
  const timestamp = headers['x-timestamp'] ?? '';
  const given = Buffer.from(headers['x-signature'] ?? '', 'utf8');
  const expected = Buffer.from(signEnvelope(secret, body, timestamp), 'utf8');
  const isValid = given.length === expected.length && timingSafeEqual(given, expected);
  if (!isValid) return 'its signature does not match: the app uses another signing key';
  return signatureFault(headers, now);
}
