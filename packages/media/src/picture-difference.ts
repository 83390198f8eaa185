/**
 * How different two pictures look, whatever their size and format: what a carrier's recoding does to a photo is nearly
 * nothing here, another photo is a lot.
 */
import { DECODE_SECONDS, decodeInTurn, openPicture } from './picture-decoder.ts';

/** Both pictures are looked at in this many squares a side. */
const SQUARES = 16;
/** A step of brightness between neighbours below this is noise of the compression, not structure. Of 255. */
const LEAST_STEP = 12;

/**
 * The larger of two measures, 0 (alike) to 1, rounded to thousandths: the mean difference of colour, and the share of
 * neighbouring squares where one picture grows brighter and the other does not (a difference hash, noise left out).
 * @param a what `squaresOf` gave, as is `b`
 */
export function differenceOf(a: Uint8Array, b: Uint8Array): number {
  return Math.round(Math.max(colourDifference(a, b), structureDifference(a, b)) * 1_000) / 1_000;
}

/** What of a picture is compared: red, green and blue of each square, row by row; null when it cannot be decoded. */
export function squaresOf(file: Buffer): Promise<Uint8Array | null> {
  return decodeInTurn(async () => {
    try {
      return await openPicture(file)
        .flatten({ background: '#ffffff' })
        .toColourspace('srgb')
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

function colourDifference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += Math.abs((a[index] ?? 0) - (b[index] ?? 0));
  return sum / (a.length * 255);
}

function structureDifference(a: Uint8Array, b: Uint8Array): number {
  let steps = 0;
  let apart = 0;
  for (let square = 0; square < SQUARES * SQUARES; square += 1) {
    if (square % SQUARES === SQUARES - 1) continue;
    const [ofA, ofB] = [stepAt(a, square), stepAt(b, square)];
    steps += 1;
    if (Math.abs(ofA - ofB) > LEAST_STEP && Math.sign(ofA) !== Math.sign(ofB)) apart += 1;
  }
  return apart / steps;
}

/** How much brighter the next square to the right is. */
function stepAt(squares: Uint8Array, square: number): number {
  return brightness(squares, square + 1) - brightness(squares, square);
}

function brightness(squares: Uint8Array, square: number): number {
  const at = (channel: number) => squares[square * 3 + channel] ?? 0;
  return 0.299 * at(0) + 0.587 * at(1) + 0.114 * at(2);
}
