/**
 * Stores files in an S3 bucket: Amazon's, or MinIO, Ceph, Garage, R2 and others. Content is streamed; an upload keeps two
 * parts of five megabytes, S3's minimum, in memory.
 */
import { PassThrough, pipeline, Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { assertStorageKey, MediaMissing, type MediaStorage } from './media-storage.ts';

/** Concurrent part uploads per file. One more part is being filled at the same time. */
const CONCURRENT_PARTS = 1;

/** Timeouts for connecting and for a response, in milliseconds; after them a call is retried and then fails. */
const CONNECT_MS = 5_000;
const RESPONSE_MS = 60_000;

export interface S3Options {
  readonly bucket: string;
  readonly region: string;
  /** The URL of the service; null for Amazon's in that region. */
  readonly endpoint: string | null;
  /** The prefix of every object's name, such as `textprobe/`; may be empty. */
  readonly prefix: string;
  /** Whether the bucket goes in the path instead of the host name, as most services other than Amazon require. */
  readonly pathStyle: boolean;
  /** Null for the AWS default credential chain (a machine's role, for example). */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
}

/** The storage, and a way to close its connections. */
export interface S3Storage extends MediaStorage {
  close(): void;
}

/** Connects lazily: a wrong bucket or key shows at the first call. */
export function createS3Storage(options: S3Options): S3Storage {
  const client = createClient(options);
  const objectOf = (key: string) => {
    assertStorageKey(key);
    return { Bucket: options.bucket, Key: options.prefix + key };
  };
  return {
    async put(key, content) {
      const body = Readable.from(content, { objectMode: false });
      let contentError: unknown;
      body.once('error', (error) => {
        contentError = error;
      });
      try {
        const params = { ...objectOf(key), Body: body };
        await new Upload({ client, params, queueSize: CONCURRENT_PARTS }).done();
      } catch (error) {
        // Report the error of the content, even if aborting the upload failed as well.
        throw contentError ?? error;
      } finally {
        body.destroy();
      }
    },
    async open(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`;
      try {
        const { Body } = await client.send(
          new GetObjectCommand({ ...objectOf(key), ...(Range && { Range }) }),
        );
        if (Body instanceof Readable) return destroyWithReader(Body);
      } catch (error) {
        if (error instanceof NoSuchKey) throw new MediaMissing(key);
        throw error;
      }
      throw new Error(`S3 answered for ${key} without a body.`);
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(objectOf(key)));
    },
    close: () => client.destroy(),
  };
}

/** Destroys the HTTP response when its reader stops early; otherwise its connection would stay open. */
function destroyWithReader(body: Readable): Readable {
  return pipeline(body, new PassThrough(), () => {});
}

function createClient({ region, endpoint, pathStyle, credentials }: S3Options): S3Client {
  return new S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint !== null && { endpoint }),
    ...(credentials !== null && { credentials }),
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: RESPONSE_MS,
      throwOnRequestTimeout: true,
    },
    // Amazon's newer checksums travel as trailers that not every other service understands.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}
