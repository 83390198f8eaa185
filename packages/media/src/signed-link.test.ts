import { createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { signMediaPath, verifyMediaSignature } from './signed-link.ts';

const SECRET = randomBytes(32);
const ID = '0123456789abcdef0123456789abcdef';
const EXPIRES_AT = Date.UTC(2026, 10, 22);

function parts(path: string) {
  const url = new URL(path, 'https://textprobe.example');
  return {
    path: url.pathname,
    expires: url.searchParams.get('expires') ?? '',
    signature: url.searchParams.get('signature') ?? '',
  };
}

const made = parts(signMediaPath(SECRET, { mediaId: ID, expiresAt: EXPIRES_AT }));
const verify = (
  over: Partial<{ secret: Buffer; id: string; expires: string; signature: string; now: number }>,
) =>
  verifyMediaSignature(
    over.secret ?? SECRET,
    over.id ?? ID,
    over.expires ?? made.expires,
    over.signature ?? made.signature,
    over.now ?? EXPIRES_AT - 1,
  );

test('a signed link names its file, and is valid until it expires', () => {
  expect(made.path).toBe(`/api/media/${ID}`);
  expect(made.expires).toBe(String(EXPIRES_AT));
  expect(made.signature).toMatch(/^[\w-]{43}$/u);
  expect(verify({})).toBe(true);
  expect(verify({ now: EXPIRES_AT })).toBe(false);
});

test.each(['', 'x', '=', made.signature.slice(1), `${made.signature}A`, made.signature.toUpperCase()])(
  'the signature %j is invalid',
  (signature) => {
    expect(verify({ signature })).toBe(false);
  },
);

test.each(['', '-1', '1e99', 'Infinity', 'NaN', ' 1', '9'.repeat(16), '0x7fffffffffff'])(
  'the expiry %j is invalid, even with a valid signature',
  (expires) => {
    expect(verify({ expires, signature: signByHand(expires), now: -2 })).toBe(false);
  },
);

test('the test signs like the product', () => {
  expect(signByHand(made.expires)).toBe(made.signature);
});

/** Signs the literal text: parsed as numbers, five of these would be signed as another value. */
function signByHand(expires: string): string {
  const text = JSON.stringify(['media-link', ID, expires]);
  return createHmac('sha256', SECRET).update(text).digest('base64url');
}

test('a fractional expiry is truncated to milliseconds', () => {
  const { expires, signature } = parts(signMediaPath(SECRET, { mediaId: ID, expiresAt: EXPIRES_AT + 0.7 }));
  expect(verify({ expires, signature })).toBe(true);
});
