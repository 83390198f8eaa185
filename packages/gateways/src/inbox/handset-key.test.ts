import { expect, test } from 'vitest';
import { createHandsetKey, hashHandsetKey } from './handset-key.ts';

test('a handset key has 256 random bits behind a readable prefix', () => {
  const keys = Array.from({ length: 100 }, () => createHandsetKey().key);
  for (const key of keys) {
    expect(key).toMatch(/^tph_[\w-]{43}$/);
    expect(Buffer.from(key.slice(4), 'base64url')).toHaveLength(32);
  }
  expect(new Set(keys).size).toBe(100);
});

test('hashing a key gives the stored hash, which does not contain the key', () => {
  const { key, hash } = createHandsetKey();
  expect(hashHandsetKey(key)).toEqual(hash);
  expect(hash).toHaveLength(32);
  expect(hashHandsetKey(`${key} `)).not.toEqual(hash);
  expect(hashHandsetKey('abc').toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', // FIPS 180-2 appendix B.1
  );
});
