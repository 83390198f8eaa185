/**
 * An S3 service that the environment names (S3_TEST_ENDPOINT and the like, see docs/media.md), for running the storage's
 * suite against a real one. Each rig writes below a prefix of its own, and cleans it when it is done.
 */
import { randomUUID } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { createS3Storage } from '../s3-storage.ts';

const env = process.env;

/** Whether the environment names one. */
export const outsideS3 = env.S3_TEST_ENDPOINT !== undefined;

/** A storage there, and a look at what lies there: parts of unfinished uploads count too. */
export function reachOutsideS3(holdsAtMost: number) {
  const bucket = env.S3_TEST_BUCKET ?? 'textprobe-test';
  const credentials = {
    accessKeyId: env.S3_TEST_ACCESS_KEY ?? '',
    secretAccessKey: env.S3_TEST_SECRET_KEY ?? '',
  };
  const reach = {
    endpoint: env.S3_TEST_ENDPOINT ?? null,
    region: env.S3_TEST_REGION ?? 'us-east-1',
    credentials,
  };
  const prefix = `textprobe-test-${randomUUID()}/`;
  const storage = createS3Storage({ ...reach, bucket, prefix, pathStyle: true });
  const client = new S3Client({ ...reach, endpoint: reach.endpoint ?? '', forcePathStyle: true });
  const here = { Bucket: bucket, Prefix: prefix };

  const objects = async () => (await client.send(new ListObjectsV2Command(here))).Contents ?? [];
  const uploads = async () => (await client.send(new ListMultipartUploadsCommand(here))).Uploads ?? [];

  return {
    storage,
    async bytesAtRest() {
      const sizes = (await objects()).map(({ Size = 0 }) => Size);
      for (const { Key, UploadId } of await uploads()) {
        const { Parts = [] } = await client.send(new ListPartsCommand({ Bucket: bucket, Key, UploadId }));
        sizes.push(...Parts.map(({ Size = 0 }) => Size));
      }
      return sizes.reduce((sum, size) => sum + size, 0);
    },
    async files() {
      const names = (await objects()).map(({ Key = '' }) => Key);
      return [...names, ...(await uploads()).map(({ Key = '' }) => `${Key} (unfinished)`)];
    },
    holdsAtMost,
    async dispose() {
      for (const { Key } of await objects())
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
      for (const { Key, UploadId } of await uploads()) {
        await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
      }
      storage.close();
      client.destroy();
    },
  };
}
