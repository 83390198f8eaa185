/** Opens the media storage, a folder or a bucket, and checks it once, so that a wrong setting fails the start. */
import type { Clock } from '@textprobe/domain/clock';
import { openDiskStorage } from '@textprobe/media/disk-storage';
import { MediaMissing, type MediaStorage, newStorageKey } from '@textprobe/media/media-storage';
import type { Stops } from '../process/shutdown.ts';
import { explainMachineFault, UserError } from '../process/user-error.ts';
import type { MediaSettings } from '../settings/settings.ts';

/** @throws UserError that says what to fix when the storage cannot be used */
export async function openMedia(
  settings: MediaSettings,
  { clock, stops }: { clock: Clock; stops: Stops },
): Promise<MediaStorage> {
  if (settings.kind === 'disk') {
    return openDiskStorage(settings.folder, { clock }).catch((error: unknown) => {
      const reason = explainMachineFault(error) ?? (error as Error).message;
      throw new UserError(`Files cannot be stored in ${settings.folder}: ${reason}`, error);
    });
  }
  // Loaded only when used: it takes 0.2 s to load.
  const { createS3Storage } = await import('@textprobe/media/s3-storage');
  const storage = createS3Storage(settings);
  stops.add('the media bucket', async () => storage.close());
  await tryBucket(storage, settings);
  return storage;
}

/** Requests an object that cannot exist: the answer shows whether bucket, keys and endpoint are right. */
async function tryBucket(storage: MediaStorage, settings: MediaSettings & { kind: 's3' }): Promise<void> {
  try {
    (await storage.open(newStorageKey())).destroy();
  } catch (error) {
    if (error instanceof MediaMissing) return;
    const { name, message } = error as Error;
    const where = settings.endpoint ?? `Amazon S3, region ${settings.region}`;
    throw new UserError(
      `The bucket "${settings.bucket}" at ${where} cannot be used (${name}: ${message}). ` +
        'Check S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.',
      error,
    );
  }
}
