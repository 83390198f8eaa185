/**
 * A second implementation of the permutation of `code-permutation.ts`: one number at a time, in BigInt, one AES call per
 * round. Slow; tests compare the fast one with it, and remove rounds to check that their statistics notice.
 */
import { createCipheriv } from 'node:crypto';

/** @param of.rounds ten in the product */
export function createSingleCallFeistel(
  key: Buffer,
  of: { readonly halfBits?: number; readonly rounds?: number } = {},
): (value: number, tweak: number) => number {
  const { halfBits = 25, rounds = 10 } = of;
  const width = BigInt(halfBits);
  const lowBits = (1n << width) - 1n;
  const cipher = createCipheriv('aes-256-ecb', key, null);

  return (value, tweak) => {
    let [left, right] = [BigInt(value) >> width, BigInt(value) & lowBits];
    for (let round = 0; round < rounds; round += 1) {
      const block = Buffer.alloc(16);
      block.writeUInt8(1, 0);
      block.writeUInt8(round, 1);
      block.writeUInt8(halfBits, 2);
      block.writeInt32BE(tweak, 4);
      block.writeUInt32BE(Number(right), 12);
      [left, right] = [right, left ^ (BigInt(cipher.update(block).readUInt32BE(0)) & lowBits)];
    }
    return Number((left << width) | right);
  };
}
