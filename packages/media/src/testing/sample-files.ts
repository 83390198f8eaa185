/**
 * Small sample files. Pictures are made by sharp; videos have only the boxes that identify them, since nothing here decodes
 * videos.
 */
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import type { MediaType } from '../media-type.ts';

// As in the program, where each picture is decoded by one thread.
sharp.concurrency(1);

/** A picture of that size in one color. */
export function picture(format: 'jpeg' | 'png' | 'gif' | 'webp', width = 12, height = 8): Promise<Buffer> {
  const create = { width, height, channels: 3 as const, background: { r: 200, g: 30, b: 90 } };
  return inTime(sharp({ create, limitInputPixels: false }).toFormat(format).toBuffer());
}

/** A sample takes milliseconds; a busy machine takes seconds. */
const SHARP_MS = 30_000;

/**
 * Bounds work of sharp, which waits for a thread that it shares with files and name lookups of the whole process.
 * @throws Error that says whether it waited for a thread or was being processed, and what else was open
 */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const error = new Error(`sharp did not answer within ${SHARP_MS} ms`);
  const timer = setTimeout(() => {
    error.message += `: ${JSON.stringify(sharp.counters())}, open: ${process.getActiveResourcesInfo().join(', ')}`;
    late.reject(error);
  }, SHARP_MS);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** An ISO base media file of that brand (ISO/IEC 14496-12, 4.3) with `bytes` of media data. */
export function isoVideo(brand: string, bytes = 64): Buffer {
  return Buffer.concat([
    box('ftyp', Buffer.from(`${brand}\0\0\0\0${brand}`, 'latin1')),
    box('mdat', Buffer.alloc(bytes, 7)),
  ]);
}

/** Length, name, content; the length includes itself. */
export function box(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, content]);
}

/** The RIFF header of an AVI file. */
export function avi(): Buffer {
  return Buffer.concat([
    Buffer.from('RIFF'),
    Buffer.from([0x40, 0, 0, 0]),
    Buffer.from('AVI LIST'),
    Buffer.alloc(64),
  ]);
}

/** One file of each accepted type, some of them in the variants that phones write. */
export async function sampleFiles(): Promise<readonly (readonly [string, MediaType, Buffer])[]> {
  return [
    ['a JPEG', 'image/jpeg', await picture('jpeg')],
    ['a PNG', 'image/png', await picture('png')],
    ['a GIF', 'image/gif', await picture('gif')],
    ['an MP4', 'video/mp4', isoVideo('isom')],
    ['an MP4 of another brand', 'video/mp4', isoVideo('mp42')],
    ["Apple's M4V", 'video/mp4', isoVideo('M4V ')],
    ['a QuickTime video', 'video/mov', isoVideo('qt  ')],
    ['an old QuickTime video without a brand', 'video/mov', box('moov', Buffer.alloc(64))],
    ['an AVI', 'video/avi', avi()],
    ['a 3GP of a GSM phone', 'video/3gpp', isoVideo('3gp5')],
    ['a 3G2 of a CDMA phone', 'video/3gpp2', isoVideo('3g2a')],
  ];
}

/** Unsupported files that pose as pictures. */
export async function foreignFiles(): Promise<readonly (readonly [string, Buffer])[]> {
  const text = (content: string) => Buffer.from(content);
  const script = '<script>alert(1)</script>';
  return [
    ['SVG', text(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`)],
    ['SVG with an XML declaration', text(`<?xml version="1.0"?><svg>${script}</svg>`)],
    ['HTML', text(`<!doctype html><html>${script}</html>`)],
    ['HTML that spells a QuickTime box', text(`<b> free${script}`)],
    ['HTML that spells a brand', text(`<b> ftypmp42${script}`)],
    ['HTML after a byte order mark', text(`\uFEFF<html>${script}</html>`)],
    ['XML', text('<?xml version="1.0"?><a/>')],
    ['PDF', text('%PDF-1.7\n1 0 obj\n')],
    ['plain text', text('just text')],
    ['a program', Buffer.concat([text('MZ'), Buffer.alloc(200)])],
    ['a ZIP', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(200)])],
    ['WebP', await picture('webp')],
    ['HEIC', isoVideo('heic')],
    ['AVIF', isoVideo('avif')],
    ['audio in MP4', isoVideo('M4A ')],
    ['BMP', Buffer.concat([text('BM'), Buffer.alloc(200)])],
    ['one byte', Buffer.from([0xff])],
    ['random bytes', Buffer.from('8f3a91c4d27be6510f', 'hex')],
  ];
}

/** A PNG chunk (PNG 5.3): length, name, content, CRC. */
export function pngChunk(name: string, content: Buffer): Buffer {
  const chunk = Buffer.concat([box(name, content), Buffer.alloc(4)]);
  chunk.writeUInt32BE(content.length);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}

/** The head of a PNG with that size in its header, without pixels. */
export function declaredPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, pngChunk('IHDR', header), pngChunk('IDAT', Buffer.alloc(40))]);
}

/** The head of a JPEG of that size, after `metadata` bytes of comments as cameras write them. */
export function declaredJpeg(width: number, height: number, metadata = 0): Buffer {
  const comments: Buffer[] = [];
  for (let left = metadata; left > 0; left -= 60_000)
    comments.push(jpegSegment(0xfe, Math.min(left, 60_000)));
  const frame = jpegSegment(0xc0, 15);
  frame.set([8, height >> 8, height & 255, width >> 8, width & 255, 3], 4);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...comments, frame, Buffer.alloc(40)]);
}

function jpegSegment(marker: number, length: number): Buffer {
  // Filled with what looks like a frame header of 65535 × 65535 to a parser that does not skip segments.
  const segment = Buffer.alloc(4 + length, Buffer.from('ffc0001108ffffffff', 'hex'));
  segment.set([0xff, marker]);
  segment.writeUInt16BE(2 + length, 2);
  return segment;
}

/** The head of a GIF of that size. */
export function declaredGif(width: number, height: number): Buffer {
  const gif = Buffer.alloc(64);
  gif.write('GIF89a', 'latin1');
  gif.writeUInt16LE(width, 6);
  gif.writeUInt16LE(height, 8);
  return gif;
}
