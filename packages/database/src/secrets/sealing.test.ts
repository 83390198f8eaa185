import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSealer, SealingError } from './sealing.ts';

const key = randomBytes(32);
const sealer = createSealer(key);

test('a sealed value opens with the same context, and reveals nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (plain, about) => {
      const text = plain.toWellFormed();
      const sealed = sealer.seal(text, about);
      expect(sealer.open(sealed, about)).toBe(text);
      if (text.length > 5) expect(sealed.includes(Buffer.from(text))).toBe(false);
    }),
  );
});

test('sealing the same text twice gives different values', () => {
  expect(sealer.seal('hush', 'gateway 1').equals(sealer.seal('hush', 'gateway 1'))).toBe(false);
});

test('a value that was moved, or changed in any byte, does not open', () => {
  const sealed = sealer.seal('hush', 'gateway 1');
  expect(() => sealer.open(sealed, 'gateway 2')).toThrow(/gateway 2 was changed, or moved/);
  for (const index of sealed.keys()) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8((sealed[index] ?? 0) ^ 1, index);
    expect(() => sealer.open(changed, 'gateway 1')).toThrow(SealingError);
    expect(() => sealer.open(sealed.subarray(0, index), 'gateway 1')).toThrow(SealingError);
  }
});

test('without the right key, the error names the setting to check and nothing else', () => {
  const sealed = sealer.seal('hush', 'gateway 1');
  const other = createSealer(randomBytes(32));
  expect(() => other.open(sealed, 'gateway 1')).toThrow(
    /^The secret of gateway 1 was encrypted with .*SECRETS_KEY/,
  );
  expect(() => other.open(sealed, 'gateway 1')).not.toThrow(/hush/);
});

test('after a key change, old values can be opened until they are resealed', () => {
  const sealed = sealer.seal('hush', 'gateway 1');
  const changed = createSealer(randomBytes(32), [randomBytes(32), key]);
  expect(changed.open(sealed, 'gateway 1')).toBe('hush');
  expect([sealer.isCurrent(sealed), changed.isCurrent(sealed)]).toEqual([true, false]);
  expect(changed.isCurrent(changed.seal('hush', 'gateway 1'))).toBe(true);
});

test('a key of another length is refused', () => {
  expect(() => createSealer(Buffer.alloc(16))).toThrow(RangeError);
});
