/**
 * Which files may be added to a test, the error for those that may not (each screen has its own words: CREATE-8, UPDATE-5), and their
 * upload progress.
 */
import { MEDIA_SIZE_LIMIT } from '@textprobe/domain/media-limits';

/** Why a file is rejected; null if it is accepted. */
export type FileRule = (file: Pick<File, 'size' | 'type'>) => string | null;

export const createFileRule: FileRule = ({ size, type }) => {
  if (!/^(?:image|video)\//.test(type)) return 'Invalid file type. Only images and videos are allowed.';
  if (size > MEDIA_SIZE_LIMIT) return 'File too large. Maximum size is 10MB.';
  return null;
};

/** The last two are the browsers' names for MOV and AVI. */
const UPDATE_TYPES: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/jpg',
  'image/png',
  'image/gif',
  'video/mp4',
  'video/avi',
  'video/mov',
  'video/quicktime',
  'video/x-msvideo',
]);

export const updateFileRule: FileRule = ({ size, type }) => {
  if (size > MEDIA_SIZE_LIMIT) return 'File size must be less than 10MB';
  return UPDATE_TYPES.has(type) ? null : 'Only images and videos are allowed';
};

/** Bytes as `1.50 MB`, of 1,048,576 bytes each (CREATE-7). */
export function megabytes(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(2)} MB`;
}

/**
 * Upload progress of each file, 0 to 1. The browser reports only the bytes sent of the whole form, which holds the files in order.
 * Everything else in the form (the test's JSON, the part boundaries) counts as sent first, since nearly all of it comes first.
 * @param sizes of the files in bytes, in their order
 * @param loaded bytes of the form sent so far, @param total all its bytes
 */
export function fileProgress(sizes: readonly number[], loaded: number, total: number): number[] {
  const allFiles = sizes.reduce((sum, size) => sum + size, 0);
  let left = loaded - Math.max(0, total - allFiles);
  return sizes.map((size) => {
    const share = size === 0 ? Number(left >= 0) : Math.min(1, Math.max(0, left / size));
    left -= size;
    return share;
  });
}
