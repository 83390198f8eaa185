/**
 * An external S3 service from the environment (S3_TEST_ENDPOINT etc., see docs/media.md), to run the storage's suite against a
 * real one. Each rig writes below a prefix of its own, and removes it when done.
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

/** Whether the environment names a service. */
export const hasExternalS3 = env.S3_TEST_ENDPOINT !== undefined;

/** A storage on that service, and direct access to its objects, including the parts of unfinished uploads. */
export function connectExternalS3(maxBufferedBytes: number) {
  const bucket = env.S3_TEST_BUCKET ?? 'textprobe-test';
  const credentials = {
    accessKeyId: env.S3_TEST_ACCESS_KEY ?? '',
    secretAccessKey: env.S3_TEST_SECRET_KEY ?? '',
  };
  const connection = {
    endpoint: env.S3_TEST_ENDPOINT ?? null,
    region: env.S3_TEST_REGION ?? 'us-east-1',
    credentials,
  };
  const prefix = `textprobe-test-${randomUUID()}/`;
  const storage = createS3Storage({ ...connection, bucket, prefix, pathStyle: true });
  const client = new S3Client({ ...connection, endpoint: connection.endpoint ?? '', forcePathStyle: true });
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
    maxBufferedBytes,
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
