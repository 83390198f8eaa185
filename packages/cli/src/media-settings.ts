/** Where files are kept, put together from its settings: what one of them asks of another is checked here. */
import path from 'node:path';
import type { S3Options } from '@textprobe/media/s3-storage';

export type MediaSettings =
  | { readonly kind: 'disk'; readonly folder: string }
  | ({ readonly kind: 's3' } & S3Options);

/** The settings one by one, null where they are off. */
export interface MediaSettingValues {
  readonly storage: 'disk' | 's3';
  /** As it was written. */
  readonly dir: string | null;
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string | null;
  readonly prefix: string | null;
  readonly pathStyle: boolean | null;
  readonly accessKeyId: string | null;
  readonly secretAccessKey: string | null;
}

/**
 * @param places what relative paths start from, and where the program's own files are
 * @param fault told each fault, a sentence
 */
export function combineMediaSettings(
  values: MediaSettingValues,
  places: { readonly folder: string; readonly dataDir: string },
  fault: (sentence: string) => void,
): MediaSettings {
  if (values.storage !== 's3') {
    const folder =
      values.dir === null ? path.join(places.dataDir, 'media') : path.resolve(places.folder, values.dir);
    return { kind: 'disk', folder };
  }
  const { bucket, endpoint, region, accessKeyId, secretAccessKey } = values;
  if (bucket === null) fault('MEDIA_STORAGE is "s3", but S3_BUCKET is not set: write the name of a bucket.');
  if ((accessKeyId === null) !== (secretAccessKey === null)) {
    fault('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: set both, or neither.');
  }
  return {
    kind: 's3',
    bucket: bucket ?? '',
    endpoint,
    region,
    prefix: values.prefix ?? '',
    // Amazon wants the bucket in the host name, most others in the path.
    pathStyle: values.pathStyle ?? endpoint !== null,
    credentials: accessKeyId === null || secretAccessKey === null ? null : { accessKeyId, secretAccessKey },
  };
}
