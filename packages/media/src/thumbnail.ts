/**
 * Small pictures of pictures, for lists and for the PDF report.
 */
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DECODE_SECONDS, decodeInTurn, openPicture } from './picture-decoder.ts';

/**
 * A WebP, turned upright, of a moving GIF's first frame, without the picture's metadata (a camera's place among it).
 * @param content the picture, of at most MEDIA_SIZE_LIMIT; it is read to its end when its turn comes
 * @param width pixels of the longer side at most; a smaller picture is not made larger
 * @returns null when it cannot be decoded: corrupt, cut short, too large, or no JPEG, PNG or GIF
 * @throws what `content` itself fails with
 */
export function makeThumbnail(content: Readable, width: number): Promise<Buffer | null> {
  // It may fail while it waits its turn: then it is read in vain below.
  content.on('error', () => {});
  return decodeInTurn(async () => decode(await buffer(content), width));
}

/** sharp gathers a stream into memory as well before it decodes. */
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
