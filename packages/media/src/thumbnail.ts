/**
 * Small pictures of pictures, for lists and for the PDF report. Decoding what strangers sent is the riskiest thing done
 * here, so only three decoders are open, one picture is decoded at a time, and pixels and time are bounded.
 */
import type { Readable } from 'node:stream';
import sharp from 'sharp';
import { oneAtATime } from './one-at-a-time.ts';
import { MAX_PICTURE_PIXELS } from './receive-file.ts';

/** A picture that takes longer than this to decode, in seconds, gets no thumbnail. One of 50 megapixels takes some 1 s. */
const DECODE_SECONDS = 10;

sharp.cache(false);
// One thread a picture: several would take the cores that answer requests.
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif'] });

const inTurn = oneAtATime();

export interface ThumbnailOptions {
  /** Pixels of the longer side at most; a smaller picture is not made larger. */
  readonly width: number;
  /** WebP for browsers (the default), PNG for the PDF report. */
  readonly format?: 'webp' | 'png';
}

/**
 * A thumbnail, turned upright, of a moving GIF's first frame, without the picture's metadata (a camera's place among it).
 * @param content the picture, to its end; destroyed when it is not wanted further
 * @returns null when it cannot be decoded: corrupt, cut short, too large, or no JPEG, PNG or GIF
 * @throws what `content` itself fails with
 */
export async function makeThumbnail(content: Readable, options: ThumbnailOptions): Promise<Buffer | null> {
  let fault: unknown = null;
  content.once('error', (error) => {
    fault = error;
  });
  try {
    return await inTurn(() => decode(content, options));
  } catch (error) {
    if (fault !== null) throw fault;
    if (error instanceof Error) return null;
    throw error;
  } finally {
    content.destroy();
  }
}

async function decode(content: Readable, { width, format = 'webp' }: ThumbnailOptions): Promise<Buffer> {
  const picture = sharp({ limitInputPixels: MAX_PICTURE_PIXELS, pages: 1, failOn: 'error' })
    .autoOrient()
    .resize({ width, height: width, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: DECODE_SECONDS });
  content.once('error', (error) => picture.destroy(error));
  content.pipe(picture);
  return await picture.toFormat(format).toBuffer();
}
