/**
 * The form of a program's token (TOKEN-1): `tpa_`, 32 random bytes in base62, and their CRC-32 in base62, so that a mistyped
 * one is refused without a query. Only its hash is stored.
 */
import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { FastifyRequest } from 'fastify';

const PREFIX = 'tpa_';
const BYTES = 32;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** As many digits as the largest value needs. */
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);
/** The start of a token by which its owner recognizes it, in characters. */
const SHOWN_LENGTH = 8;

/** A new token. It is shown once. */
export function createApiToken(): { readonly token: string; readonly hash: Buffer; readonly prefix: string } {
  const secret = inBase62(BigInt(`0x${randomBytes(BYTES).toString('hex')}`), SECRET_LENGTH);
  const token = PREFIX + secret + checksumOf(secret);
  return { token, hash: hash('sha256', token, 'buffer'), prefix: token.slice(0, SHOWN_LENGTH) };
}

function inBase62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = (DIGITS[Number(rest % 62n)] ?? '') + text;
  return text.padStart(length, '0');
}

function checksumOf(secret: string): string {
  return inBase62(BigInt(crc32(PREFIX + secret)), CHECKSUM_LENGTH);
}

/** Whether it has the form of a token, and its checksum is right. */
export function isWellFormed(token: string): boolean {
  return FORM.test(token) && token.endsWith(checksumOf(token.slice(PREFIX.length, -CHECKSUM_LENGTH)));
}

/** Other values of the header come from proxies, or are keys of handsets: they are not ours to judge. */
export function carriesApiToken({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return tokenIn(headers.authorization) !== null;
}

/** @param header `Authorization` @returns null if it has no token of this kind, well-formed or not */
export function tokenIn(header: string | undefined): string | null {
  return /^Bearer +(tpa_\S*) *$/i.exec(header ?? '')?.[1] ?? null;
}
