/** Where files are kept, put together from its settings: what one of them asks of another is checked here. */
import path from 'node:path';
import type { S3Options } from '@textprobe/media/s3-storage';
import type { SettingValues } from './setting-table.ts';

export type MediaSettings =
  | { readonly kind: 'disk'; readonly folder: string }
  | ({ readonly kind: 's3' } & S3Options);

/**
 * @param places what relative paths start from, and where the program's own files are
 * @param fault told each fault, a sentence
 */
export function combineMediaSettings(
  values: SettingValues,
  places: { readonly folder: string; readonly dataDir: string },
  fault: (sentence: string) => void,
): MediaSettings {
  const { MEDIA_DIR: dir, S3_BUCKET: bucket, S3_ENDPOINT: endpoint } = values;
  if (values.MEDIA_STORAGE !== 's3') {
    const folder = dir === null ? path.join(places.dataDir, 'media') : path.resolve(places.folder, dir);
    return { kind: 'disk', folder };
  }
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (bucket === null) fault('MEDIA_STORAGE is "s3", but S3_BUCKET is not set: write the name of a bucket.');
  if ((accessKeyId === null) !== (secretAccessKey === null)) {
    fault('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: set both, or neither.');
  }
  return {
    kind: 's3',
    bucket: bucket ?? '',
    endpoint,
    region: values.S3_REGION,
    prefix: values.S3_PREFIX ?? '',
    // Amazon wants the bucket in the host name, most others in the path.
    pathStyle: values.S3_PATH_STYLE ?? endpoint !== null,
    credentials: accessKeyId === null || secretAccessKey === null ? null : { accessKeyId, secretAccessKey },
  };
}
