/** Converts files to their wire format (DATA-7). */
import { type ArrivedFile, type MediaFile, mediaPath, type ReceivedFile } from '@textprobe/contract/media';
import type { MediaFileRow } from '@textprobe/database/media/media-files';
import type { FileComparison } from '@textprobe/database/receptions/file-comparisons';

export function mediaFileToWire(row: MediaFileRow): MediaFile {
  const { width, height, original_url: originalUrl } = row;
  return { ...receivedFileToWire(row), width, height, originalUrl };
}

function receivedFileToWire({ id, name, type, size }: MediaFileRow): ReceivedFile {
  return { url: mediaPath(id), name, type, size };
}

/** The existing files of a report by id. */
type Files = ReadonlyMap<string, MediaFileRow>;

/** @param compared null before the comparison */
export function arrivedFilesToWire(
  ids: readonly string[],
  compared: readonly FileComparison[] | null,
  files: Files,
): ArrivedFile[] {
  return ids.flatMap((id) => {
    const file = files.get(id);
    if (file === undefined) return [];
    const found = compared?.find(({ received }) => received === id);
    const { width, height } = file;
    return [{ ...receivedFileToWire(file), width, height, comparison: comparisonToWire(found, files) }];
  });
}

/** Null for each that is deleted or not visible. */
export function missingFilesToWire(compared: readonly FileComparison[], files: Files): (MediaFile | null)[] {
  return compared.filter(({ outcome }) => outcome === 'missing').map(({ sent }) => sentFile(sent, files));
}

function comparisonToWire(found: FileComparison | undefined, files: Files): ArrivedFile['comparison'] {
  if (found === undefined || found.outcome === 'missing') return null;
  return { outcome: found.outcome, sent: sentFile(found.sent, files), difference: found.difference };
}

function sentFile(id: string | null, files: Files): MediaFile | null {
  const file = id === null ? undefined : files.get(id);
  return file === undefined ? null : mediaFileToWire(file);
}
