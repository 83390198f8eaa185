/**
 * The one place where pictures are decoded. Decoding what strangers sent is the riskiest thing done here, so only three
 * decoders are open, one picture is decoded at a time, and pixels are bounded.
 */
import PQueue from 'p-queue';
import sharp, { type Sharp } from 'sharp';
import { MAX_PICTURE_PIXELS } from './receive-file.ts';

/** A picture that takes longer than this to decode, in seconds, is given up. One of 50 megapixels takes some 1 s. */
export const DECODE_SECONDS = 10;

sharp.cache(false);
// One thread a picture: several would take the cores that answer requests.
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif'] });

const queue = new PQueue({ concurrency: 1 });

/** Runs one piece of decoding after the other. */
export const decodeInTurn = <T>(work: () => Promise<T>): Promise<T> => queue.add(work);

/** The picture turned upright, of a moving GIF its first frame; it fails where the file is damaged. */
export function openPicture(file: Buffer): Sharp {
  return sharp(file, { limitInputPixels: MAX_PICTURE_PIXELS, pages: 1, failOn: 'error' }).autoOrient();
}
