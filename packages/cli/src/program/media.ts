/** The media storage of this process: a folder, or a bucket; tried once, so that a wrong setting stops the start. */
import type { Clock } from '@textprobe/domain/clock';
import { openDiskStorage } from '@textprobe/media/disk-storage';
import { MediaMissing, type MediaStorage, newStorageKey } from '@textprobe/media/media-storage';
import type { Stops } from '../process/shutdown.ts';
import { explainMachineFault, UserError } from '../process/user-error.ts';
import type { MediaSettings } from '../settings/settings.ts';

/** @throws UserError with a sentence on what to set or mend, where files cannot be kept there */
export async function openMedia(
  settings: MediaSettings,
  { clock, stops }: { clock: Clock; stops: Stops },
): Promise<MediaStorage> {
  if (settings.kind === 'disk') {
    return openDiskStorage(settings.folder, { clock }).catch((error: unknown) => {
      const reason = explainMachineFault(error) ?? (error as Error).message;
      throw new UserError(`Files cannot be kept in ${settings.folder}: ${reason}`, error);
    });
  }
  // Only where it is used: loading it takes 0.2 s of a start.
  const { createS3Storage } = await import('@textprobe/media/s3-storage');
  const storage = createS3Storage(settings);
  stops.add('the media bucket', async () => storage.close());
  await tryBucket(storage, settings);
  return storage;
}

/** Asks for an object that cannot be there: the answer tells whether the bucket, the keys and the address are right. */
async function tryBucket(storage: MediaStorage, settings: MediaSettings & { kind: 's3' }): Promise<void> {
  try {
    (await storage.open(newStorageKey())).destroy();
  } catch (error) {
    if (error instanceof MediaMissing) return;
    const { name, message } = error as Error;
    const where = settings.endpoint ?? `Amazon S3, region ${settings.region}`;
    throw new UserError(
      `The bucket "${settings.bucket}" at ${where} cannot be used (${name}: ${message}). ` +
        'Look at S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.',
      error,
    );
  }
}
