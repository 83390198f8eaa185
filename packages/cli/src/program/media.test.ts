import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { silentLog } from '@textprobe/database/core/log';
import { newStorageKey } from '@textprobe/media/media-storage';
import { BUCKET, CREDENTIALS, startS3rver } from '@textprobe/media/testing/s3rver';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStops, type Stops } from '../process/shutdown.ts';
import { systemClock } from '../process/system-clock.ts';
import { UserError } from '../process/user-error.ts';
import { openMedia } from './media.ts';

let stops: Stops;
let folder: string;
beforeEach(async () => {
  stops = createStops(silentLog);
  folder = await mkdtemp(path.join(tmpdir(), 'textprobe-media-'));
});
afterEach(async () => {
  await stops.stopAll();
  await rm(folder, { recursive: true });
});

async function* content() {
  yield Buffer.from('bytes');
}
const deps = () => ({ clock: systemClock, stops });
const bucket = (endpoint: string, name = BUCKET) => ({
  kind: 's3' as const,
  bucket: name,
  endpoint,
  region: 'us-east-1',
  prefix: '',
  pathStyle: true,
  credentials: CREDENTIALS,
});

describe('the media storage of a process', () => {
  it('is a folder that is created if missing', async () => {
    const storage = await openMedia({ kind: 'disk', folder: path.join(folder, 'a', 'media') }, deps());
    const key = newStorageKey();
    await storage.put(key, content());
    expect((await buffer(await storage.open(key))).toString()).toBe('bytes');
  });

  it('fails the start, naming the path, when it cannot be a folder', async () => {
    const file = path.join(folder, 'file');
    await writeFile(file, '');
    const opening = openMedia({ kind: 'disk', folder: path.join(file, 'media') }, deps());
    await expect(opening).rejects.toThrow(UserError);
    await expect(opening).rejects.toThrow(`Files cannot be stored in ${file}/media`);
  });

  it('is a bucket that is checked before anything else starts', async () => {
    const s3 = await startS3rver();
    try {
      const storage = await openMedia(bucket(s3.endpoint), deps());
      const key = newStorageKey();
      await storage.put(key, content());
      expect((await buffer(await storage.open(key))).toString()).toBe('bytes');
      const missing = openMedia(bucket(s3.endpoint, 'not-there'), deps());
      await expect(missing).rejects.toThrow(UserError);
      await expect(missing).rejects.toThrow(/"not-there".*NoSuchBucket.*S3_BUCKET/s);
    } finally {
      await s3.stop();
    }
  });

  it('fails the start, naming the settings to check, when the bucket is unreachable', async () => {
    const opening = openMedia(bucket('http://127.0.0.1:9'), deps());
    await expect(opening).rejects.toThrow(/127\.0\.0\.1:9 cannot be used.*ECONNREFUSED.*S3_ENDPOINT/s);
  });
});
