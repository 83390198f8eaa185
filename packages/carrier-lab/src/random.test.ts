/** The generator is repeatable, its forks are independent of use, and its numbers are uniform. */
import { describe, expect, it } from 'vitest';
import { createRandom, type Random } from './random.ts';

const draw = (random: Random, count: number) => Array.from({ length: count }, () => random.next());

describe('random', () => {
  it('gives the same numbers for the same seed, and different ones for another', () => {
    expect(draw(createRandom('a'), 5)).toEqual(draw(createRandom('a'), 5));
    expect(draw(createRandom('a'), 5)).not.toEqual(draw(createRandom('b'), 5));
    expect(draw(createRandom(7), 5)).toEqual(draw(createRandom('7'), 5));
  });

  it('forks by label, independently of earlier draws', () => {
    const fresh = createRandom(1);
    const used = createRandom(1);
    draw(used, 100);
    used.fork('other').next();
    expect(draw(used.fork('x'), 5)).toEqual(draw(fresh.fork('x'), 5));
    expect(draw(fresh.fork('x'), 5)).not.toEqual(draw(fresh.fork('y'), 5));
  });

  it('distributes the first numbers of similar labels uniformly', () => {
    const root = createRandom(42);
    const buckets = Array.from({ length: 10 }, () => 0);
    for (let index = 0; index < 20_000; index += 1) {
      const bucket = Math.floor(root.fork(`+1555010000${index}`).next() * 10);
      buckets[bucket] = (buckets[bucket] ?? 0) + 1;
    }
    // 2,000 expected in each; five standard deviations are 212.
    for (const count of buckets) expect(Math.abs(count - 2_000)).toBeLessThan(212);
  });
});
