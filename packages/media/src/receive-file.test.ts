import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { MEDIA_SIZE_LIMIT } from '@textprobe/domain/media-limits';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MediaStorage } from './media-storage.ts';
import { SNIFF_BYTES } from './media-type.ts';
import { receiveFile } from './receive-file.ts';
import { failingAfter, inChunks, readAll } from './testing/chunks.ts';
import { refusal } from './testing/refusal.ts';
import {
  declaredGif,
  declaredJpeg,
  declaredPng,
  foreignFiles,
  isoVideo,
  sampleFiles,
} from './testing/sample-files.ts';
import { scratchDisk } from './testing/scratch-disk.ts';

const SAMPLES = await sampleFiles();
const FOREIGN = await foreignFiles();

let disk: Awaited<ReturnType<typeof scratchDisk>>;
beforeEach(async () => {
  disk = await scratchDisk();
});
afterEach(() => disk.dispose());

const receive = (content: AsyncIterable<Uint8Array>, name = 'picture.jpg') =>
  receiveFile({ storage: disk.storage }, { content, name });

/** A video of exactly this many bytes, 28 of them for its two boxes. */
const video = (bytes: number) => isoVideo('mp42', bytes - 28);

describe('an accepted file', () => {
  test.each(SAMPLES)('CREATE-8, UPDATE-5 %s is stored and reported as %s', async (_, type, bytes) => {
    const stored = await receive(inChunks(bytes), '../evil\u202E.jpg');
    const sides = type.startsWith('image/') ? { width: 12, height: 8 } : { width: null, height: null };
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(stored).toEqual({ key: stored.key, name: 'evil.jpg', type, size: bytes.length, sha256, ...sides });
    expect(await readAll(await disk.storage.open(stored.key))).toEqual(bytes);
    expect(await disk.files()).toEqual([stored.key]);
  });

  test('may arrive byte by byte', async () => {
    const bytes = isoVideo('mp42', 6000);
    const { key } = await receive(inChunks(bytes, 1));
    expect((await readAll(await disk.storage.open(key))).equals(bytes)).toBe(true);
  });

  test('is stored under the caller’s key', async () => {
    const key = 'ab'.repeat(16);
    const content = inChunks(isoVideo('mp42'));
    const stored = await receiveFile({ storage: disk.storage }, { content, name: 'a.mp4', key });
    expect(stored.key).toBe(key);
    expect(await disk.files()).toEqual([key]);
  });

  test('CREATE-8 may have 10,485,760 bytes, but not one more', async () => {
    const full = video(MEDIA_SIZE_LIMIT);
    expect(full.length).toBe(10_485_760);
    expect(await receive(inChunks(full))).toMatchObject({ size: 10_485_760, type: 'video/mp4' });

    const message = await refusal(
      'media.too-large',
      receive(inChunks(video(MEDIA_SIZE_LIMIT + 1)), 'video.mp4'),
    );
    expect(message).toContain("'video.mp4' is larger than 10,485,760 bytes (10.00 MB)");
    expect(await disk.files()).toHaveLength(1);
  });

  test('may have 50 million pixels, but not one row more', async () => {
    expect(await receive(inChunks(declaredPng(10_000, 5_000)))).toMatchObject({
      width: 10_000,
      height: 5_000,
    });
    const message = await refusal('media.dimensions', receive(inChunks(declaredPng(10_000, 5_001))));
    expect(message).toContain('10,000 × 5,001 pixels; the limit is 50 million');
  });
});

describe('a refused file leaves nothing, and its source is closed:', () => {
  test.each(FOREIGN)('CREATE-8 %s with the name of a picture', async (_, bytes) => {
    const { content, isClosed } = observedSource(bytes);
    expect(await refusal('media.type', receive(content, 'innocent.jpg'))).toContain("'innocent.jpg'");
    expect(isClosed()).toBe(true);
    expect(await disk.files()).toEqual([]);
  });

  test('an unsupported type never reaches the storage', async () => {
    const storage = { put: () => Promise.reject(new Error('put was called')) } as unknown as MediaStorage;
    const work = receiveFile({ storage }, { content: inChunks(Buffer.from('<svg/>')), name: 'a.png' });
    await refusal('media.type', work);
  });

  test.each([[[]], [[Buffer.alloc(0), Buffer.alloc(0)]]])('an empty one', async (chunks) => {
    expect(await refusal('media.empty', receive(Readable.from(chunks), 'a.jpg'))).toContain(
      "'a.jpg' is empty",
    );
    expect(await disk.files()).toEqual([]);
  });

  test.each([
    ['PNG', declaredPng(30_000, 30_000)],
    ['JPEG', declaredJpeg(30_000, 30_000)],
    ['JPEG with its size after long metadata', declaredJpeg(30_000, 30_000, 3_000_000)],
    ['GIF', declaredGif(30_000, 30_000)],
  ])('a 30,000 × 30,000 %s, right after its header', async (_, header) => {
    const { content, isClosed, sent } = observedSource(header, 100_000_000);
    const message = await refusal('media.dimensions', receive(content, 'huge.png'));
    expect(message).toContain("'huge.png' has 30,000 × 30,000 pixels");
    expect(sent()).toBeLessThanOrEqual(header.length + SNIFF_BYTES + CHUNK_BYTES);
    expect(isClosed()).toBe(true);
    expect(await disk.files()).toEqual([]);
  });

  test('a JPEG without a size', async () => {
    const bytes = Buffer.from('ffd8ffe000044a46ffda0002', 'hex');
    expect(await refusal('media.dimensions', receive(inChunks(bytes)))).toContain('is damaged');
    expect(await disk.files()).toEqual([]);
  });

  test('an endless one', async () => {
    const { content, isClosed } = observedSource(isoVideo('mp42'), Number.POSITIVE_INFINITY);
    await refusal('media.too-large', receive(content));
    expect(isClosed()).toBe(true);
    expect(await disk.files()).toEqual([]);
  });

  test.each([0, 100, 1_000_000])('one whose sender disconnects after %i bytes', async (bytes) => {
    const fault = new Error('disconnected');
    await expect(receive(failingAfter(isoVideo('mp42', bytes), fault))).rejects.toBe(fault);
    expect(await disk.files()).toEqual([]);
  });

  test('one whose storage fails, before reading or later', async () => {
    const fault = new Error('disk full');
    const failsAtOnce: MediaStorage['put'] = () => Promise.reject(fault);
    const failsLater: MediaStorage['put'] = async (_, content) => {
      for await (const _chunk of content) throw fault;
    };
    for (const put of [failsAtOnce, failsLater]) {
      const { content, isClosed } = observedSource(isoVideo('mp42'), 1_000_000);
      const storage = { ...disk.storage, put };
      await expect(receiveFile({ storage }, { content, name: 'a.mp4' })).rejects.toBe(fault);
      expect(isClosed()).toBe(true);
    }
  });

  test('one with an invalid key', async () => {
    const { content, sent } = observedSource(isoVideo('mp42'));
    const work = receiveFile({ storage: disk.storage }, { content, name: 'a.mp4', key: '../a' });
    await expect(work).rejects.toThrow(TypeError);
    expect(sent()).toBe(0);
  });
});

test('the storage applies backpressure: only the first bytes are buffered', async () => {
  const total = 10_000_000;
  const { content, sent } = observedSource(isoVideo('mp42'), total);
  let taken = 0;
  let mostWaiting = 0;
  const put: MediaStorage['put'] = async (_, incoming) => {
    for await (const chunk of incoming) {
      taken += chunk.length;
      // A slow storage: a source without backpressure would run ahead now.
      await new Promise(setImmediate);
      mostWaiting = Math.max(mostWaiting, sent() - taken);
    }
  };
  const { size } = await receiveFile({ storage: { ...disk.storage, put } }, { content, name: 'a.mp4' });
  expect(taken).toBe(size);
  expect(size).toBeGreaterThan(total);
  expect(mostWaiting).toBeLessThanOrEqual(CHUNK_BYTES);
});

const CHUNK_BYTES = 1000;

/** A source of the bytes followed by `more` zeros, in small chunks, that records how much was read and whether it was closed. */
function observedSource(bytes: Buffer, more = 0) {
  let sent = 0;
  let closed = false;
  async function* content(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of inChunks(bytes, CHUNK_BYTES)) {
        sent += chunk.length;
        yield chunk;
      }
      for (let left = more; left > 0; left -= CHUNK_BYTES) {
        sent += CHUNK_BYTES;
        yield Buffer.alloc(CHUNK_BYTES);
      }
    } finally {
      closed = true;
    }
  }
  return { content: content(), sent: () => sent, isClosed: () => closed };
}
