/** Schemas that validate and parse the values of settings: ports, durations, addresses, keys. */
import { isIP } from 'node:net';
import { SEALING_KEY_BYTES } from '@textprobe/database/secrets/sealing';
import type { MailServer } from '@textprobe/server/mail/smtp-mailer';
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

/** A duration between two limits, all in milliseconds. */
export const durationMs = (minMs: number, maxMs: number) =>
  z
    .string()
    .transform((text) => parseDuration(text) ?? Number.NaN)
    .refine((ms) => ms >= minMs && ms <= maxMs);

/** A host name or an IP address, without scheme, port or brackets. */
export const host = z.string().regex(/^[A-Za-z0-9._:%-]{1,255}$/u);

export const postgresUrl = z
  .string()
  .refine((text) => /^postgres(?:ql)?:$/u.test(URL.parse(text)?.protocol ?? ''));

/** Scheme, host and port only: the console is at the root path. */
export const origin = z.string().transform((text, context) => {
  const url = URL.parse(text);
  const isPlain = url !== null && /^https?:$/u.test(url.protocol) && `${url.origin}/` === url.href;
  if (isPlain) return url.origin;
  context.addIssue('not an origin');
  return z.NEVER;
});

export const httpUrl = z.string().refine((text) => /^https?:$/u.test(URL.parse(text)?.protocol ?? ''));

/** An SMTP server. Its port is 587, with smtps 465, unless the URL has one. */
export const smtpUrl = z.string().transform((text, context): MailServer => {
  const url = URL.parse(text);
  const login = url === null ? undefined : loginOf(url);
  const hasRest = url !== null && !/^\/?$/u.test(url.pathname + url.search + url.hash);
  if (
    url === null ||
    !/^smtps?:$/u.test(url.protocol) ||
    url.hostname === '' ||
    hasRest ||
    login === undefined
  ) {
    context.addIssue('not an SMTP URL');
    return z.NEVER;
  }
  const tls = url.protocol === 'smtps:';
  // An IPv6 address is in brackets.
  return {
    host: url.hostname.replace(/^\[|\]$/gu, ''),
    port: Number(url.port) || (tls ? 465 : 587),
    tls,
    login,
  };
});

/** Undefined if only one of both is there, or one is encoded wrongly. */
function loginOf({ username, password }: URL): MailServer['login'] | undefined {
  if (username === '' && password === '') return null;
  if (username === '' || password === '') return undefined;
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  } catch {
    return undefined;
  }
}

/** `name@example.com`, or `Name <name@example.com>`. */
export const mailbox = z
  .string()
  .transform((text) => {
    const [, name = '', inBrackets] = /^([^<>"\p{Cc}]*)<([^<>]*)>$/u.exec(text.trim()) ?? [];
    return { name: name.trim(), address: inBrackets ?? text.trim() };
  })
  .refine(({ address }) => z.regexes.html5Email.test(address));

/** Any text without control characters, which are typing errors and break terminals and paths. */
export const text = z.string().regex(/^[^\p{Cc}]+$/u);

/** 32 random bytes as base64 or base64url. */
export const sealingKey = z
  .string()
  .regex(/^[A-Za-z0-9+/_-]{43}=?$/u)
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length === SEALING_KEY_BYTES);

export const sealingKeys = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .pipe(z.array(sealingKey));

const NONE = 'none';
/** 127.0.0.0/8 and ::1. */
const LOOPBACK = 'loopback';

/** The proxies whose X-Forwarded-For is trusted. */
export const proxies = z
  .string()
  .transform((text) => (text.trim() === NONE ? [] : text.split(',').map((one) => one.trim())))
  .refine((list) => list.every((one) => one === LOOPBACK || isNetwork(one)));

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (bits === 0 || more.length > 0) return false;
  // With /0 every caller would be trusted, and could forge its address.
  return prefix === undefined || (/^[1-9]\d{0,2}$/u.test(prefix) && Number(prefix) <= bits);
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** Parses a number with one of ms, s, m, h. @returns milliseconds, null for any other text */
export function parseDuration(text: string): number | null {
  const match = /^(\d{1,9}(?:\.\d{1,3})?)\s*(ms|s|m|h)$/u.exec(text.trim());
  const unit = UNIT_MS[match?.[2] ?? ''];
  return unit === undefined ? null : Math.round(Number(match?.[1]) * unit);
}
