/** How much a folder holds. */
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';

/** The bytes of all files in it; null where it does not exist or may not be read. */
export async function sizeOfFolder(folder: string): Promise<number | null> {
  try {
    const entries = await readdir(folder, { withFileTypes: true, recursive: true });
    let bytes = 0;
    for (const entry of entries) {
      // A running database deletes files of its own while they are counted.
      const file = path.join(entry.parentPath, entry.name);
      if (entry.isFile())
        bytes += await lstat(file).then(
          ({ size }) => size,
          () => 0,
        );
    }
    return bytes;
  } catch {
    return null;
  }
}

/** `12.3 MB` */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  return `${(bytes / 1_000 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]}`;
}
