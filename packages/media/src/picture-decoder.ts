/**
 * Decodes pictures, and is the only module that does. Decoding untrusted input is risky, so only three decoders are enabled,
 * one picture is decoded at a time, and its pixels are limited.
 */
import PQueue from 'p-queue';
import sharp, { type Sharp } from 'sharp';
import { MAX_PICTURE_PIXELS } from './receive-file.ts';

/** The timeout for decoding one picture, in seconds. 50 megapixels take about 1 s. */
export const DECODE_SECONDS = 10;

sharp.cache(false);
// One thread per picture: more would take CPU from the requests.
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif'] });

const queue = new PQueue({ concurrency: 1 });

/** Queues a decoding job; one runs at a time. */
export const decodeInTurn = <T>(work: () => Promise<T>): Promise<T> => queue.add(work);

/** Opens the picture upright, with the first frame of an animated GIF; decoding fails if the file is damaged. */
export function openPicture(file: Buffer): Sharp {
  return sharp(file, { limitInputPixels: MAX_PICTURE_PIXELS, pages: 1, failOn: 'error' }).autoOrient();
}
