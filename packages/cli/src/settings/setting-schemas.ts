/** How the texts of settings are checked and read: ports, durations, addresses, keys and the like. */
import { isIP } from 'node:net';
import { SEALING_KEY_BYTES } from '@textprobe/database/secrets/sealing';
import { z } from 'zod';

export const port = z
  .string()
  .regex(/^\d{1,5}$/u)
  .transform(Number)
  .refine((value) => value <= 65_535);

export const flag = z
  .string()
  .regex(/^(?:1|true|yes|on|0|false|no|off)$/iu)
  .transform((text) => /^(?:1|true|yes|on)$/iu.test(text));

/** A duration from the one to the other, both in milliseconds. */
export const durationMs = (leastMs: number, mostMs: number) =>
  z
    .string()
    .transform((text) => parseDuration(text) ?? Number.NaN)
    .refine((ms) => ms >= leastMs && ms <= mostMs);

/** A host name or an IP address, without a scheme, a port or brackets. */
export const host = z.string().regex(/^[A-Za-z0-9._:%-]{1,255}$/u);

export const postgresUrl = z
  .string()
  .refine((text) => /^postgres(?:ql)?:$/u.test(URL.parse(text)?.protocol ?? ''));

/** Nothing but scheme, host and port: the console lives at the root of its address. */
export const origin = z.string().transform((text, context) => {
  const url = URL.parse(text);
  const isPlain = url !== null && /^https?:$/u.test(url.protocol) && `${url.origin}/` === url.href;
  if (isPlain) return url.origin;
  context.addIssue('not an origin');
  return z.NEVER;
});

export const httpUrl = z.string().refine((text) => /^https?:$/u.test(URL.parse(text)?.protocol ?? ''));

/** A text of any kind, but none with control characters: those come of a slip and break terminals and paths. */
export const text = z.string().regex(/^[^\p{Cc}]+$/u);

/** 32 random bytes as base64, in either of its alphabets. */
export const sealingKey = z
  .string()
  .regex(/^[A-Za-z0-9+/_-]{43}=?$/u)
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length === SEALING_KEY_BYTES);

export const sealingKeys = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .pipe(z.array(sealingKey));

const NOBODY = 'none';
/** 127.0.0.0/8 and ::1. */
const LOOPBACK = 'loopback';

/** The proxies that are believed about the caller's address. */
export const proxies = z
  .string()
  .transform((text) => (text.trim() === NOBODY ? [] : text.split(',').map((one) => one.trim())))
  .refine((list) => list.every((one) => one === LOOPBACK || isNetwork(one)));

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (bits === 0 || more.length > 0) return false;
  // Of /0 everybody would be believed, and each could pick his own address.
  return prefix === undefined || (/^[1-9]\d{0,2}$/u.test(prefix) && Number(prefix) <= bits);
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** The duration in milliseconds, or null when the text is none: a number and one of ms, s, m, h. */
export function parseDuration(text: string): number | null {
  const match = /^(\d{1,9}(?:\.\d{1,3})?)\s*(ms|s|m|h)$/u.exec(text.trim());
  const unit = UNIT_MS[match?.[2] ?? ''];
  return unit === undefined ? null : Math.round(Number(match?.[1]) * unit);
}
