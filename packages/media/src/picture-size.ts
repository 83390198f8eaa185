/**
 * Reads a picture's dimensions from its header as the bytes stream by, so that a 30,000 × 30,000 picture is refused without
 * buffering or decoding it. Libraries need the whole file, and a phone's JPEG may have megabytes of metadata before its frame
 * header. So this walks the segments of a JPEG (ITU-T T.81, annex B); PNG's IHDR and GIF's screen descriptor are in the first
 * bytes. `picture-size.test.ts` compares it with sharp.
 */
import type { MediaType } from './media-type.ts';

export interface PictureSize {
  /** Pixels as coded: the orientation flag is not applied. */
  readonly width: number;
  readonly height: number;
}

/** Takes a file from its first byte. Buffers at most the last chunk. */
export interface PictureMeter {
  feed(chunk: Uint8Array): void;
  /** Null until the header is complete; stays null if the file has no size. */
  readonly size: PictureSize | null;
}

/** A meter for that type; null for a video, whose size is not read. */
export function createPictureMeter(type: MediaType): PictureMeter | null {
  if (type === 'image/jpeg') return createMeter(readJpeg);
  if (type === 'image/png') return createMeter((bytes) => readAt(bytes, 24, pngSize));
  if (type === 'image/gif') return createMeter((bytes) => readAt(bytes, 10, gifSize));
  return null;
}

/** The result of parsing the buffer: the size (null if there is none), or how many bytes are consumed. */
type Reading = { size: PictureSize | null } | { consumed: number };

function createMeter(read: (bytes: Buffer) => Reading): PictureMeter {
  let buffered = Buffer.alloc(0);
  let skip = 0;
  let size: PictureSize | null = null;
  let done = false;
  return {
    feed(chunk) {
      if (done) return;
      const from = Math.min(skip, chunk.length);
      skip -= from;
      if (from === chunk.length) return;
      buffered = Buffer.concat([buffered, chunk.subarray(from)]);
      const reading = read(buffered);
      if ('size' in reading) {
        done = true;
        size = reading.size;
        buffered = Buffer.alloc(0);
      } else {
        skip = Math.max(0, reading.consumed - buffered.length);
        buffered = buffered.subarray(reading.consumed);
      }
    },
    get size() {
      return size;
    },
  };
}

function readAt(bytes: Buffer, needed: number, sizeOf: (bytes: Buffer) => PictureSize): Reading {
  return bytes.length < needed ? { consumed: 0 } : { size: validSize(sizeOf(bytes)) };
}

const pngSize = (bytes: Buffer) => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) });
const gifSize = (bytes: Buffer) => ({ width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) });

/** Null if a side is zero. */
function validSize(size: PictureSize): PictureSize | null {
  return size.width > 0 && size.height > 0 ? size : null;
}

/** Markers after which there is no frame header: start of scan, end of image. */
const ENDS_SEARCH = new Set([0xda, 0xd9]);

/** Markers without a length: TEM, the restarts, start of image. */
const hasNoLength = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/** SOF0 to SOF15, except C4, C8 and CC, which are other markers. */
const startsFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Walks from marker to marker; skips garbage before a marker, as decoders do. */
function readJpeg(bytes: Buffer): Reading {
  let at = 0;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    if (at === -1) return { consumed: bytes.length };
    const marker = bytes[at + 1];
    if (marker === undefined) return { consumed: at };
    if (marker === 0xff) at += 1;
    else if (marker === 0x00 || hasNoLength(marker)) at += 2;
    else if (ENDS_SEARCH.has(marker)) return { size: null };
    else if (startsFrame(marker)) {
      if (bytes.length < at + 9) return { consumed: at };
      return { size: validSize({ height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }) };
    } else {
      if (bytes.length < at + 4) return { consumed: at };
      const next = at + 2 + bytes.readUInt16BE(at + 2);
      if (next > bytes.length) return { consumed: next };
      at = next;
    }
  }
}
