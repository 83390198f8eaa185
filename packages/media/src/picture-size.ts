/**
 * Reads how many pixels a picture declares, from its header as the bytes go by: a picture of 30,000 × 30,000 is known
 * for one without decoding it, and without holding it. Libraries want the file or a buffer of it, and a telephone's JPEG
 * may carry megabytes of metadata before its frame header; so JPEG's segments are walked here (ITU-T T.81, annex B),
 * PNG's IHDR and GIF's screen descriptor lie in the first bytes. `picture-size.test.ts` compares with sharp.
 */
import type { MediaType } from './media-type.ts';

export interface PictureSize {
  /** Pixels, as coded: a camera's orientation flag is not applied. */
  readonly width: number;
  readonly height: number;
}

/** Is fed a file from its first byte on. Holds at most the last chunk. */
export interface PictureMeter {
  feed(chunk: Uint8Array): void;
  /** Null until the header has gone by; for ever null when the file declares no size. */
  readonly size: PictureSize | null;
}

/** A meter for that kind of file; null for a video, whose size is not read. */
export function createPictureMeter(type: MediaType): PictureMeter | null {
  if (type === 'image/jpeg') return createMeter(readJpeg);
  if (type === 'image/png') return createMeter((bytes) => readAt(bytes, 24, pngSize));
  if (type === 'image/gif') return createMeter((bytes) => readAt(bytes, 10, gifSize));
  return null;
}

/** What a reader makes of the bytes held: the size, the end of its hope, or how many of them it is done with. */
type Reading = { size: PictureSize | null } | { consumed: number };

function createMeter(read: (bytes: Buffer) => Reading): PictureMeter {
  let held = Buffer.alloc(0);
  let skip = 0;
  let size: PictureSize | null = null;
  let done = false;
  return {
    feed(chunk) {
      if (done) return;
      const from = Math.min(skip, chunk.length);
      skip -= from;
      if (from === chunk.length) return;
      held = Buffer.concat([held, chunk.subarray(from)]);
      const reading = read(held);
      if ('size' in reading) {
        done = true;
        size = reading.size;
        held = Buffer.alloc(0);
      } else {
        skip = Math.max(0, reading.consumed - held.length);
        held = held.subarray(reading.consumed);
      }
    },
    get size() {
      return size;
    },
  };
}

function readAt(bytes: Buffer, needed: number, sizeOf: (bytes: Buffer) => PictureSize): Reading {
  return bytes.length < needed ? { consumed: 0 } : { size: some(sizeOf(bytes)) };
}

const pngSize = (bytes: Buffer) => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) });
const gifSize = (bytes: Buffer) => ({ width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) });

/** A side of nothing is no size. */
function some(size: PictureSize): PictureSize | null {
  return size.width > 0 && size.height > 0 ? size : null;
}

/** Markers after which no frame header can come: start of scan, end of image. */
const TOO_LATE = new Set([0xda, 0xd9]);

/** Markers that stand alone, without a length: TEM, the restarts, start of image. */
const alone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/** SOF0 to SOF15; C4, C8 and CC among them mean something else. */
const startsFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** From marker to marker; `bytes` begins with one, or with garbage before it, which decoders pass over too. */
function readJpeg(bytes: Buffer): Reading {
  let at = 0;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    if (at === -1) return { consumed: bytes.length };
    const marker = bytes[at + 1];
    if (marker === undefined) return { consumed: at };
    if (marker === 0xff) at += 1;
    else if (marker === 0x00 || alone(marker)) at += 2;
    else if (TOO_LATE.has(marker)) return { size: null };
    else if (startsFrame(marker)) {
      if (bytes.length < at + 9) return { consumed: at };
      return { size: some({ height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }) };
    } else {
      if (bytes.length < at + 4) return { consumed: at };
      const next = at + 2 + bytes.readUInt16BE(at + 2);
      if (next > bytes.length) return { consumed: next };
      at = next;
    }
  }
}
