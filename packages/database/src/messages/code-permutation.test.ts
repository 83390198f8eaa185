import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSingleCallFeistel } from '../testing/single-call-feistel.ts';
import { createPermutation, type Permutation } from './code-permutation.ts';

const KEY = Buffer.from(Array.from({ length: 32 }, (_, index) => index));
const OTHER_KEY = Buffer.from(KEY).fill(1, 31);
const NOVEMBER_2026 = 682;
const DOMAIN = 2 ** 50;

const numbers = fc
  .nat({ max: 2 ** 25 - 1 })
  .chain((high) => fc.nat({ max: 2 ** 25 - 1 }).map((low) => high * 2 ** 25 + low));
const tweaks = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const keys = fc.uint8Array({ minLength: 32, maxLength: 32 });

function encodeAll(permutation: Permutation, values: readonly number[], tweak: number): number[] {
  return permutation.encode(
    values,
    values.map(() => tweak),
  );
}

describe('a permutation of 50 bits', () => {
  it('is inverted by its decoder, under every key and tweak', () => {
    fc.assert(
      fc.property(keys, fc.array(fc.tuple(numbers, tweaks), { maxLength: 40 }), (key, pairs) => {
        const permutation = createPermutation(key);
        const [values, under] = [pairs.map(([value]) => value), pairs.map(([, tweak]) => tweak)];
        const encoded = permutation.encode(values, under);
        expect(encoded.every((number) => Number.isInteger(number) && number >= 0 && number < DOMAIN)).toBe(
          true,
        );
        expect(permutation.decode(encoded, under)).toEqual(values);
        expect(permutation.encode(permutation.decode(values, under), under)).toEqual(values);
      }),
    );
  });

  it('is inverted at the edges of the domain and of the halves', () => {
    const permutation = createPermutation(KEY);
    const edges = [
      0,
      1,
      2 ** 25 - 1,
      2 ** 25,
      2 ** 25 + 1,
      2 ** 49,
      DOMAIN - 2 ** 25,
      DOMAIN - 2,
      DOMAIN - 1,
    ];
    for (const tweak of [0, NOVEMBER_2026, -1, 2 ** 31 - 1, -(2 ** 31)]) {
      const under = edges.map(() => tweak);
      expect(permutation.decode(permutation.encode(edges, under), under)).toEqual(edges);
    }
  });

  it('gives a number the same result alone and in any batch', () => {
    const permutation = createPermutation(KEY);
    const values = Array.from({ length: 700 }, (_, index) => index * 1_000_003);
    const under = values.map((_, index) => index % 5);
    const together = permutation.encode(values, under);
    const alone = values.map((value, index) => permutation.encode([value], [index % 5])[0]);
    expect(together).toEqual(alone);
    expect(permutation.encode([], [])).toEqual([]);
  });

  it('has no collision among a million consecutive ids', () => {
    const ids = Array.from({ length: 1_000_000 }, (_, index) => 7_000_000_000 + index);
    const places = Float64Array.from(encodeAll(createPermutation(KEY), ids, NOVEMBER_2026)).sort();
    expect(places.findIndex((place, index) => place === places[index + 1])).toBe(-1);
  });

  it('refuses values outside its domain, tweaks of more than 32 bits and keys of another length', () => {
    const permutation = createPermutation(KEY);
    for (const value of [-1, DOMAIN, 0.5, Number.NaN, 2 ** 53]) {
      expect(() => permutation.encode([value], [0])).toThrow(RangeError);
      expect(() => permutation.decode([value], [0])).toThrow(RangeError);
    }
    for (const tweak of [2 ** 31, 0.5, Number.NaN])
      expect(() => permutation.encode([1], [tweak])).toThrow(RangeError);
    expect(() => permutation.encode([1, 2], [0])).toThrow(RangeError);
    expect(() => createPermutation(KEY.subarray(1))).toThrow(RangeError);
  });
});

describe('the same network over a domain small enough to enumerate', () => {
  it.each([1, 2, 5, 8])('maps every value of 2 × %i bits to a different one, and back', (halfBits) => {
    const permutation = createPermutation(KEY, halfBits);
    const all = Array.from({ length: 4 ** halfBits }, (_, value) => value);
    for (const tweak of [0, 1, NOVEMBER_2026]) {
      const places = encodeAll(permutation, all, tweak);
      expect([...places].sort((a, b) => a - b)).toEqual(all);
      expect(
        permutation.decode(
          places,
          places.map(() => tweak),
        ),
      ).toEqual(all);
    }
  });

  it('differs with another tweak, key or width', () => {
    const all = Array.from({ length: 1_024 }, (_, value) => value);
    const one = encodeAll(createPermutation(KEY, 5), all, 1);
    const others = [
      encodeAll(createPermutation(KEY, 5), all, 2),
      encodeAll(createPermutation(OTHER_KEY, 5), all, 1),
      encodeAll(createPermutation(KEY), all, 1).map((place) => place % 1_024),
    ];
    // Two unrelated permutations agree in one place on average, and hardly ever in more than six.
    for (const other of others) {
      expect(other.filter((place, index) => place === one[index]).length).toBeLessThan(7);
    }
  });
});

describe('known answers', () => {
  it('equals ten rounds written out with single AES calls', () => {
    const key = randomBytes(32);
    const permutation = createPermutation(key);
    const bySingleCalls = createSingleCallFeistel(key);
    const values = [0, 1, 2, 33_554_431, 33_554_432, 7_000_000_000, DOMAIN - 1];
    for (const tweak of [0, NOVEMBER_2026, -3]) {
      expect(encodeAll(permutation, values, tweak)).toEqual(
        values.map((value) => bySingleCalls(value, tweak)),
      );
    }
    const bySingleCallsOfThree = createSingleCallFeistel(key, { halfBits: 3 });
    const small = Array.from({ length: 64 }, (_, value) => value);
    expect(encodeAll(createPermutation(key, 3), small, 9)).toEqual(
      small.map((value) => bySingleCallsOfThree(value, 9)),
    );
  });

  it('never changes, because codes already sent could no longer be read', () => {
    // Computed with `openssl enc -aes-256-ecb -nopad` and Python.
    expect(encodeAll(createPermutation(KEY), [0, 1, 2, 7_000_000_000, DOMAIN - 1], NOVEMBER_2026)).toEqual([
      617_240_597_642_961, 736_854_143_497_765, 187_059_955_816_481, 100_299_240_928_188, 26_431_396_859_043,
    ]);
    expect(encodeAll(createPermutation(KEY), [1], NOVEMBER_2026 + 1)).toEqual([304_064_716_902_073]);
  });
});
