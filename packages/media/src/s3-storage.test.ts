import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { newStorageKey } from './media-storage.ts';
import { createS3Storage, type S3Options } from './s3-storage.ts';
import { inChunks, readAll } from './testing/chunks.ts';
import { connectExternalS3, hasExternalS3 } from './testing/external-s3.ts';
import { BUCKET, CREDENTIALS, startS3rver } from './testing/s3rver.ts';
import { storageConformance } from './testing/storage-conformance.ts';

/** Two of S3's smallest parts and the stream's own buffers. */
const MAX_BUFFERED_BYTES = 3 * 5 * 1_048_576;

async function setUp(over: Partial<S3Options> = {}) {
  const server = await startS3rver();
  const reach = { endpoint: server.endpoint, region: 'us-east-1', credentials: CREDENTIALS };
  const options = { ...reach, bucket: BUCKET, prefix: 'textprobe/', pathStyle: true, ...over };
  const storage = createS3Storage(options);
  const client = new S3Client({ ...reach, forcePathStyle: true });
  return {
    storage,
    bytesAtRest: server.bytes,
    async files() {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: BUCKET }));
      return Contents.map(({ Key }) => Key ?? '');
    },
    maxBufferedBytes: MAX_BUFFERED_BYTES,
    async dispose() {
      storage.close();
      client.destroy();
      await server.stop();
    },
  };
}

storageConformance('the S3 storage', setUp);

if (hasExternalS3)
  storageConformance('the S3 storage at an external service', async () =>
    connectExternalS3(MAX_BUFFERED_BYTES),
  );

test('an object’s name is the prefix and the key', async () => {
  const { storage, files, dispose } = await setUp();
  const key = newStorageKey();
  await storage.put(key, inChunks(Buffer.from('picture')));
  expect(await files()).toEqual([`textprobe/${key}`]);
  await dispose();
});

test('without a prefix an object’s name is the key', async () => {
  const { storage, files, dispose } = await setUp({ prefix: '' });
  const key = newStorageKey();
  await storage.put(key, inChunks(Buffer.from('picture')));
  expect(await files()).toEqual([key]);
  expect((await readAll(await storage.open(key))).toString()).toBe('picture');
  await dispose();
});

test('an unknown account is reported as such, not as a missing file', async () => {
  const credentials = { accessKeyId: 'NOBODY', secretAccessKey: 'nothing' };
  const { storage, dispose } = await setUp({ credentials });
  const key = newStorageKey();
  const unknown = expect.objectContaining({ name: 'InvalidAccessKeyId' });
  await expect(storage.put(key, inChunks(Buffer.from('x')))).rejects.toThrow(unknown);
  await expect(storage.open(key)).rejects.toThrow(unknown);
  await expect(storage.remove(key)).rejects.toThrow(unknown);
  await dispose();
});

test('a missing bucket is reported as such, not as a missing file', async () => {
  const { storage, dispose } = await setUp({ bucket: 'nowhere' });
  await expect(storage.open(newStorageKey())).rejects.toThrow(
    expect.objectContaining({ name: 'NoSuchBucket' }),
  );
  await dispose();
});
