/**
 * Repeatable randomness. A generator is identified by a path of labels below a seed, and a fork depends only on that path,
 * not on how many numbers were drawn before: so a message has the same fate in any order of arrival.
 */

export interface Random {
  /** The next number, uniform over [0, 1). */
  next(): number;
  /** An independent generator for `label`; the same label always gives the same one. */
  fork(label: string): Random;
}

/** A generator for `seed`; equal seeds give equal numbers on every machine. */
export function createRandom(seed: string | number): Random {
  return fromKey(mixLabel(0x2545f491, 0x9e3779b9, String(seed)));
}

/** A 64-bit hash of a path of labels, in two halves because JavaScript multiplies exactly only up to 32 bits. */
type Key = readonly [high: number, low: number];

function fromKey(key: Key): Random {
  const next = smallFastCounting(key);
  return { next, fork: (label) => fromKey(mixLabel(key[0], key[1], label)) };
}

/** FNV-1a over UTF-16 units in two lanes of different primes, each finished by an avalanche. */
function mixLabel(high: number, low: number, label: string): Key {
  let a = high;
  let b = low ^ label.length;
  for (let index = 0; index < label.length; index += 1) {
    const unit = label.charCodeAt(index);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x85ebca6b);
    b = (b << 13) | (b >>> 19);
  }
  return [avalanche(a ^ Math.imul(b, 0xc2b2ae35)), avalanche(b + Math.imul(a, 0x27d4eb2f))];
}

/** MurmurHash3's 32-bit finalizer (Appleby, public domain): every bit of `value` flips half of the output bits. */
function avalanche(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** sfc32 (Doty-Humphrey, PractRand, public domain); twelve rounds are discarded so that similar keys diverge. */
function smallFastCounting([high, low]: Key): () => number {
  let a = high;
  let b = low;
  let c = 0x6a09e667;
  let counter = 1;
  const next = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 0x1_0000_0000;
  };
  for (let round = 0; round < 12; round += 1) next();
  return next;
}
