/**
 * Statistics that distinguish a bad permutation of 50 bits from a random one. Each figure is in standard deviations, so
 * that one bound fits different permutations.
 */

/** Maps 50-bit numbers to 50-bit numbers, in order. */
export type Encode = (values: readonly number[]) => number[];

const BITS = 50;
const HALF = 2 ** 25;

/**
 * Avalanche: each output bit should change in half of all cases. `overall` is the mean over all bits, `worst` the output
 * bit of one change that is furthest off.
 * @param before outputs
 * @param changed the outputs of the same inputs for each change: a flipped bit of input, key or tweak
 */
export function avalanche(
  before: readonly number[],
  changed: readonly (readonly number[])[],
): { overall: number; worst: number } {
  const expected = before.length / 2;
  const deviation = Math.sqrt(before.length) / 2;
  let flips = 0;
  let worst = 0;
  for (const after of changed) {
    const counts = Array.from({ length: BITS }, () => 0);
    before.forEach((output, index) => {
      for (const bit of differingBits(output, after[index] as number))
        counts[bit] = (counts[bit] as number) + 1;
    });
    for (const count of counts) {
      flips += count;
      worst = Math.max(worst, Math.abs(count - expected) / deviation);
    }
  }
  const cells = changed.length * BITS;
  return { overall: Math.abs(flips - cells * expected) / (Math.sqrt(cells) * deviation), worst };
}

/** The value with one of its 50 bits flipped. */
export function flipBit(value: number, bit: number): number {
  return Math.floor(value / 2 ** bit) % 2 === 0 ? value + 2 ** bit : value - 2 ** bit;
}

function differingBits(one: number, other: number): number[] {
  const halves = [(one % HALF) ^ (other % HALF), Math.floor(one / HALF) ^ Math.floor(other / HALF)];
  return halves.flatMap((difference, half) =>
    Array.from({ length: 25 }, (_, bit) => bit).flatMap((bit) =>
      (difference >>> bit) & 1 ? [half * 25 + bit] : [],
    ),
  );
}

/** How often each of the 32 characters occurs at each of the ten positions of a code. */
function countCharacters(outputs: readonly number[]): number[][] {
  const counts = Array.from({ length: 10 }, () => Array.from({ length: 32 }, () => 0));
  for (const output of outputs) {
    let rest = output;
    for (const place of counts) {
      place[rest % 32] = (place[rest % 32] as number) + 1;
      rest = Math.floor(rest / 32);
    }
  }
  return counts;
}

/** Chi-square with 31 degrees of freedom, as standard deviations from its mean. */
const fromMean = (chiSquare: number) => (chiSquare - 31) / Math.sqrt(62);

/** How unevenly characters are distributed at the worst position of a code. */
export function unevenCharacters(outputs: readonly number[]): number {
  const expected = outputs.length / 32;
  return Math.max(
    ...countCharacters(outputs).map((counts) =>
      fromMean(counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)),
    ),
  );
}

/** How far the characters of two samples of the same size differ at the worst position. */
export function differentCharacters(one: readonly number[], other: readonly number[]): number {
  const others = countCharacters(other);
  return Math.max(
    ...countCharacters(one).map((counts, place) =>
      fromMean(
        counts.reduce((sum, count, character) => {
          const otherCount = others[place]?.[character] ?? 0;
          return sum + (count - otherCount) ** 2 / (count + otherCount);
        }, 0),
      ),
    ),
  );
}

/** How much an output reveals about the one `lag` ids later. */
export function serialCorrelation(outputs: readonly number[], lag: number): number {
  // In units in which uniform outputs have mean 0 and variance 1.
  const scaled = outputs.map((output) => (output / 2 ** BITS - 0.5) * Math.sqrt(12));
  const products = scaled.slice(lag).map((value, index) => value * (scaled[index] as number));
  return Math.abs(products.reduce((sum, product) => sum + product, 0)) / Math.sqrt(products.length);
}

/**
 * Detects a Feistel network of three or four rounds (J. Patarin, Generic Attacks on Feistel Schemes, 2001): over inputs
 * with the same right half, the left half of the input XOR a half of the output repeats twice as often as by chance.
 */
export function feistelCollisions(encode: Encode, inputs: number): number {
  const left = Array.from({ length: inputs }, (_, index) => index * 331);
  const outputs = encode(left.map((half) => half * HALF + 12_345));
  const expected = (inputs * (inputs - 1)) / 2 / HALF;
  const halves = [(output: number) => Math.floor(output / HALF), (output: number) => output % HALF];
  return Math.max(
    ...halves.map((half) => {
      const mixed = Int32Array.from(left, (from, index) => from ^ half(outputs[index] as number));
      return (countEqualPairs(mixed) - expected) / Math.sqrt(expected);
    }),
  );
}

function countEqualPairs(numbers: Int32Array): number {
  numbers.sort();
  let pairs = 0;
  for (let index = 1, equal = 0; index < numbers.length; index += 1) {
    equal = numbers[index] === numbers[index - 1] ? equal + 1 : 0;
    pairs += equal;
  }
  return pairs;
}
