/** Chance that can be repeated: the same seed gives the same numbers on every machine (sfc32, 128 bits of state). */

export interface Random {
  /** From 0 (included) to 1 (excluded). */
  number(): number;
  /** A whole number from 0 (included) to `below` (excluded). */
  below(below: number): number;
  /** One of the values, each as likely as its weight says against the others'. */
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
  // The first numbers still resemble the seed.
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
      if (last === undefined) throw new RangeError('There is nothing to choose from');
      return last;
    },
  };
}
