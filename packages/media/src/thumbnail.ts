/** Thumbnails of pictures, for lists and for the PDF report. */
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DECODE_SECONDS, decodeInTurn, openPicture } from './picture-decoder.ts';

/**
 * A WebP thumbnail, upright, of the first frame of an animated GIF, without metadata such as the location.
 * @param content the picture, of at most MEDIA_SIZE_LIMIT; it is read to its end when its turn in the queue comes
 * @param width the longer side in pixels; a smaller picture is not enlarged
 * @returns null if it cannot be decoded: corrupt, truncated, too large, or not a JPEG, PNG or GIF
 * @throws the error of `content`
 */
export function makeThumbnail(content: Readable, width: number): Promise<Buffer | null> {
  // It may fail while queued; reading it below then rejects.
  content.on('error', () => {});
  return decodeInTurn(async () => decode(await buffer(content), width));
}

/** Takes a buffer, since sharp would also buffer a stream before decoding it. */
async function decode(file: Buffer, width: number): Promise<Buffer | null> {
  try {
    return await openPicture(file)
      .resize({ width, height: width, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: DECODE_SECONDS })
      .webp()
      .toBuffer();
  } catch {
    return null;
  }
}
