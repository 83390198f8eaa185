/** Files as answers carry them (DATA-7). */
import { type MediaFile, mediaPath, type ReceivedFile } from '@textprobe/contract/media';
import type { MediaFileRow } from '@textprobe/database/media/media-files';

export function mediaFileToWire(row: MediaFileRow): MediaFile {
  const { width, height, original_url: originalUrl } = row;
  return { ...receivedFileToWire(row), width, height, originalUrl };
}

export function receivedFileToWire({ id, name, type, size }: MediaFileRow): ReceivedFile {
  return { url: mediaPath(id), name, type, size };
}
