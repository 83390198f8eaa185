/**
 * Measures how different two pictures look, whatever their size and format: a carrier's recompression scores near 0, another
 * photo scores high.
 */
import { DECODE_SECONDS, decodeInTurn, openPicture } from './picture-decoder.ts';

/** The grid: this many squares per side. */
const SQUARES = 16;
/** Brightness steps (of 255) that differ by no more than this are taken for compression noise. */
const NOISE_LIMIT = 12;

/**
 * The larger of two measures, from 0 (alike) to 1, rounded to thousandths: the mean color difference, and the share of
 * neighboring squares whose brightness steps differ in direction (a difference hash, ignoring noise).
 * @param a from `squaresOf`, like `b`
 */
export function differenceOf(a: Uint8Array, b: Uint8Array): number {
  return Math.round(Math.max(colorDifference(a, b), structureDifference(a, b)) * 1_000) / 1_000;
}

/** The compared values: red, green and blue of each square, row by row; null if the picture cannot be decoded. */
export function squaresOf(file: Buffer): Promise<Uint8Array | null> {
  return decodeInTurn(async () => {
    try {
      return await openPicture(file)
        .flatten({ background: '#ffffff' })
        .toColorspace('srgb')
        .resize({ width: SQUARES, height: SQUARES, fit: 'fill' })
        .timeout({ seconds: DECODE_SECONDS })
        .removeAlpha()
        .raw()
        .toBuffer();
    } catch {
      return null;
    }
  });
}

function colorDifference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += Math.abs((a[index] ?? 0) - (b[index] ?? 0));
  return sum / (a.length * 255);
}

function structureDifference(a: Uint8Array, b: Uint8Array): number {
  let steps = 0;
  let differing = 0;
  for (let square = 0; square < SQUARES * SQUARES; square += 1) {
    if (square % SQUARES === SQUARES - 1) continue;
    const [ofA, ofB] = [stepAt(a, square), stepAt(b, square)];
    steps += 1;
    if (Math.abs(ofA - ofB) > NOISE_LIMIT && Math.sign(ofA) !== Math.sign(ofB)) differing += 1;
  }
  return differing / steps;
}

/** How much brighter the next square to the right is. */
function stepAt(squares: Uint8Array, square: number): number {
  return brightness(squares, square + 1) - brightness(squares, square);
}

function brightness(squares: Uint8Array, square: number): number {
  const at = (channel: number) => squares[square * 3 + channel] ?? 0;
  return 0.299 * at(0) + 0.587 * at(1) + 0.114 * at(2);
}
