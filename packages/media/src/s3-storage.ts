/**
 * Files in a bucket that speaks S3: Amazon's, or MinIO, Ceph, Garage, R2 and the like. Content streams both ways in parts
 * of five megabytes, S3's smallest, two of them in memory for an upload.
 */
import { PassThrough, pipeline, Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { assertStorageKey, MediaMissing, type MediaStorage } from './media-storage.ts';

/** Parts under way at once, for one upload. One more is being filled meanwhile. */
const PARTS_AT_ONCE = 1;

/** How long a connection and an answer may take, in milliseconds, before a call is tried again and then fails. */
const CONNECT_MS = 5_000;
const ANSWER_MS = 60_000;

export interface S3Options {
  readonly bucket: string;
  readonly region: string;
  /** Where the service is; null for Amazon's of that region. */
  readonly endpoint: string | null;
  /** What every object's name begins with, such as `textprobe/`; may be empty. */
  readonly prefix: string;
  /** Whether the bucket is named in the path rather than in the host name, as most services other than Amazon's want it. */
  readonly pathStyle: boolean;
  /** Null: found where Amazon's tools look for them (a role of the machine, for one). */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
}

/** The storage, and how to let go of its connections. */
export interface S3Storage extends MediaStorage {
  close(): void;
}

/** Reaches nothing by itself: a wrong bucket or key shows at the first call. */
export function createS3Storage(options: S3Options): S3Storage {
  const client = createClient(options);
  const place = (key: string) => {
    assertStorageKey(key);
    return { Bucket: options.bucket, Key: options.prefix + key };
  };
  return {
    async put(key, content) {
      const body = Readable.from(content, { objectMode: false });
      let fault: unknown;
      body.once('error', (error) => {
        fault = error;
      });
      try {
        const params = { ...place(key), Body: body };
        await new Upload({ client, params, queueSize: PARTS_AT_ONCE }).done();
      } catch (error) {
        // A failing content is what the caller is told of, even where taking the parts back failed as well.
        throw fault ?? error;
      } finally {
        body.destroy();
      }
    },
    async open(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`;
      try {
        const { Body } = await client.send(new GetObjectCommand({ ...place(key), ...(Range && { Range }) }));
        if (Body instanceof Readable) return endingWithItsReader(Body);
      } catch (error) {
        if (error instanceof NoSuchKey) throw new MediaMissing(key);
        throw error;
      }
      throw new Error(`S3 answered for ${key} without a body.`);
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(place(key)));
    },
    close: () => client.destroy(),
  };
}

/** An HTTP answer is not destroyed by a reader who leaves in the middle, and would keep its connection. */
function endingWithItsReader(body: Readable): Readable {
  return pipeline(body, new PassThrough(), () => {});
}

function createClient({ region, endpoint, pathStyle, credentials }: S3Options): S3Client {
  return new S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint !== null && { endpoint }),
    ...(credentials !== null && { credentials }),
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS, throwOnRequestTimeout: true },
    // Amazon's newer checksums travel as trailers that not every other service understands.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}
