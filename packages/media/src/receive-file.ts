/**
 * Receives one file: an upload, a handset's picture or a fetched link. It is checked, counted, hashed and measured while it
 * streams into the storage; a refused file leaves nothing there.
 */
import { createHash } from 'node:crypto';
import { MEDIA_SIZE_LIMIT } from '@textprobe/domain/media-limits';
import { displayName } from './display-name.ts';
import { holdHead } from './held-head.ts';
import { MediaRefused } from './media-refused.ts';
import { assertStorageKey, type MediaStorage, newStorageKey } from './media-storage.ts';
import { type MediaType, SNIFF_BYTES, sniffMediaType } from './media-type.ts';
import { createPictureMeter, type PictureSize } from './picture-size.ts';

/**
 * The limit on a picture's pixels: the resolution of the largest common phone cameras (8,160 × 6,120), and about 200 MB
 * when decoded with four channels.
 */
export const MAX_PICTURE_PIXELS = 50_000_000;

export interface IncomingFile {
  readonly content: AsyncIterable<Uint8Array>;
  /** The sender's name for it; not trusted, and cleaned for display. */
  readonly name: string;
  /** The key to store it under, if the caller recorded one before (`newStorageKey`); default: a new one. */
  readonly key?: string;
}

export interface StoredFile {
  readonly key: string;
  /** Cleaned for display, see `displayName`. */
  readonly name: string;
  readonly type: MediaType;
  /** Bytes. */
  readonly size: number;
  /** The hash of the content, as 64 hexadecimal characters. */
  readonly sha256: string;
  /** Pixels of a picture as coded; null for a video. */
  readonly width: number | null;
  readonly height: number | null;
}

/**
 * Checks and stores a file, with backpressure from the storage. On any failure `content` is closed (a stream is destroyed) and
 * the storage keeps nothing.
 * @throws {MediaRefused} empty, too large, of an unsupported type, or with too many pixels
 */
export async function receiveFile(
  deps: { readonly storage: MediaStorage },
  file: IncomingFile,
): Promise<StoredFile> {
  const key = file.key ?? newStorageKey();
  assertStorageKey(key);
  const name = displayName(file.name);
  const { head, whole, release } = await holdHead(file.content, SNIFF_BYTES);
  try {
    if (head.length === 0) throw refusedEmpty(name);
    const type = await sniffMediaType(head);
    if (type === null) throw refusedType(name);
    const inspection = inspect(whole, name, type);
    await deps.storage.put(key, inspection.content);
    return { key, name, type, ...inspection.findings() };
  } finally {
    await release();
  }
}

/** Passes the content through and may refuse it in mid-stream; `findings` are complete once it has ended. */
function inspect(whole: AsyncIterable<Uint8Array>, name: string, type: MediaType) {
  const hash = createHash('sha256');
  const meter = createPictureMeter(type);
  let size = 0;

  async function* content(): AsyncGenerator<Uint8Array> {
    for await (const chunk of whole) {
      size += chunk.length;
      if (size > MEDIA_SIZE_LIMIT) throw refusedSize(name);
      hash.update(chunk);
      meter?.feed(chunk);
      if (meter?.size) assertPixels(name, meter.size);
      yield chunk;
    }
    if (meter && !meter.size) throw refusedUnmeasured(name);
  }
  return {
    content: content(),
    findings: () => ({
      size,
      sha256: hash.digest('hex'),
      width: meter?.size?.width ?? null,
      height: meter?.size?.height ?? null,
    }),
  };
}

function assertPixels(name: string, { width, height }: PictureSize): void {
  if (width * height <= MAX_PICTURE_PIXELS) return;
  const size = `${width.toLocaleString('en-US')} × ${height.toLocaleString('en-US')}`;
  const limit = MAX_PICTURE_PIXELS / 1_000_000;
  throw new MediaRefused(
    'media.dimensions',
    `'${name}' has ${size} pixels; the limit is ${limit} million. Scale it down and add it again.`,
  );
}

const refusedEmpty = (name: string) =>
  new MediaRefused('media.empty', `'${name}' is empty. Choose a file with a picture or a video.`);

const refusedType = (name: string) =>
  new MediaRefused(
    'media.type',
    `'${name}' isn't a supported image or video. Choose a JPEG, PNG, GIF, MP4, MOV, AVI or 3GP file.`,
  );

const refusedSize = (name: string) =>
  new MediaRefused(
    'media.too-large',
    `'${name}' is larger than ${MEDIA_SIZE_LIMIT.toLocaleString('en-US')} bytes (${(MEDIA_SIZE_LIMIT / 1_048_576).toFixed(2)} MB). Choose a smaller file.`,
  );

const refusedUnmeasured = (name: string) =>
  new MediaRefused(
    'media.dimensions',
    `'${name}' is damaged: it has no dimensions. Save it again and add it again.`,
  );
