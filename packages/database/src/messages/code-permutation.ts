/**
 * A keyed permutation of integers: ten rounds of a balanced Feistel network with AES-256 as the round function. It
 * turns ids into message codes (docs/decisions/0009-derive-codes-from-ids.md). Each round needs one AES call for a
 * whole batch, which makes it cheap: 0.15 µs per number in a batch of 500, 12 µs for a single one.
 */
import { createCipheriv } from 'node:crypto';

/** Default bits of each half of a number: 50 in total. */
const HALF_BITS = 25;
const ROUNDS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
const BLOCK_BYTES = 16;

/** Each tweak gives a different permutation. Values and tweaks are paired by index. */
export interface Permutation {
  /** @throws RangeError for a value outside the domain, or a tweak that is not a signed 32-bit number */
  encode(values: readonly number[], tweaks: readonly number[]): number[];
  /** Inverse of {@link encode}, with the same errors. */
  decode(values: readonly number[], tweaks: readonly number[]): number[];
}

/**
 * The permutation of the numbers from 0 to 2^(2 × `halfBits`) − 1 for a key. A round replaces the halves (left, right)
 * by (right, left XOR f), where f is the last `halfBits` bits of the first four bytes of the AES of
 *
 *     1 byte version (1) │ 1 round, from 0 │ 1 halfBits │ 1 zero │ 4 tweak │ 4 zero │ 4 right half      (big-endian)
 *
 * @param key 32 bytes
 * @param halfBits 1 to 26; small values let a test cover the whole domain
 */
export function createPermutation(key: Uint8Array, halfBits = HALF_BITS): Permutation {
  const halfSize = 2 ** halfBits;
  // A single context, because creating one costs 10 µs: in ECB mode no state carries over between blocks.
  const aes = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);

  /** Writes the parts of the blocks that are the same in every round. */
  function openBlocks(tweaks: readonly number[]): { bytes: Uint8Array; view: DataView } {
    const bytes = new Uint8Array(tweaks.length * BLOCK_BYTES);
    const view = new DataView(bytes.buffer);
    tweaks.forEach((tweak, index) => {
      if (tweak !== (tweak | 0)) throw new RangeError(`a tweak is a signed 32-bit number, not ${tweak}`);
      const at = index * BLOCK_BYTES;
      bytes[at] = 1;
      bytes[at + 2] = halfBits;
      view.setInt32(at + 4, tweak);
    });
    return { bytes, view };
  }

  /** Applies the round function of `right` to `left`, in place. */
  function mix(
    round: number,
    { bytes, view }: { bytes: Uint8Array; view: DataView },
    left: Int32Array,
    right: Int32Array,
  ) {
    for (let index = 0, at = 0; index < right.length; index += 1, at += BLOCK_BYTES) {
      bytes[at + 1] = round;
      view.setInt32(at + 12, right[index] as number);
    }
    const mixed = aes.update(bytes);
    const f = new DataView(mixed.buffer, mixed.byteOffset, mixed.length);
    for (let index = 0, at = 0; index < left.length; index += 1, at += BLOCK_BYTES) {
      left[index] = (left[index] as number) ^ (f.getInt32(at) & (halfSize - 1));
    }
  }

  function split(values: readonly number[]): [left: Int32Array, right: Int32Array] {
    const [left, right] = [new Int32Array(values.length), new Int32Array(values.length)];
    values.forEach((value, index) => {
      if (!Number.isSafeInteger(value) || value < 0 || value >= halfSize * halfSize) {
        throw new RangeError(`${value} is not an integer of ${2 * halfBits} bits`);
      }
      left[index] = Math.floor(value / halfSize);
      right[index] = value % halfSize;
    });
    return [left, right];
  }

  function join(left: Int32Array, right: Int32Array): number[] {
    return Array.from(left, (half, index) => half * halfSize + (right[index] as number));
  }

  return {
    encode(values, tweaks) {
      if (values.length !== tweaks.length) throw new RangeError('there must be as many tweaks as values');
      let [left, right] = split(values);
      const blocks = openBlocks(tweaks);
      for (const round of ROUNDS) {
        mix(round, blocks, left, right);
        [left, right] = [right, left];
      }
      return join(left, right);
    },
    decode(values, tweaks) {
      if (values.length !== tweaks.length) throw new RangeError('there must be as many tweaks as values');
      let [left, right] = split(values);
      const blocks = openBlocks(tweaks);
      for (const round of ROUNDS.toReversed()) {
        [left, right] = [right, left];
        mix(round, blocks, left, right);
      }
      return join(left, right);
    },
  };
}
