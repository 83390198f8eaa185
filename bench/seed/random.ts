/** A seeded random generator: the same numbers for the same seed on every machine (sfc32, 128 bits of state). */

export interface Random {
  /** From 0 (inclusive) to 1 (exclusive). */
  number(): number;
  /** An integer from 0 (inclusive) to `below` (exclusive). */
  below(below: number): number;
  /** One of the values, with a probability proportional to its weight. */
  weighted<T>(choices: readonly (readonly [T, number])[]): T;
}

export function createRandom(seed: number): Random {
  let a = 0x9e3779b9;
  let b = 0x243f6a88;
  let c = seed | 0;
  let counter = 1;

  function next(): number {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return sum >>> 0;
  }
  // Skip the first numbers, which still correlate with the seed.
  for (let i = 0; i < 15; i += 1) next();

  const number = () => next() / 4_294_967_296;
  return {
    number,
    below: (below) => Math.floor(number() * below),
    weighted(choices) {
      let rest = number() * choices.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of choices) {
        rest -= weight;
        if (rest < 0) return value;
      }
      const [last] = choices.at(-1) ?? [];
      if (last === undefined) throw new RangeError('No values to choose from');
      return last;
    },
  };
}
