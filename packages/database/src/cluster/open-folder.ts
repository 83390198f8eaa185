/** Folders of the system's that two users share: we who write there, and the one as whom PostgreSQL runs. */
import { chmod, mkdir } from 'node:fs/promises';

/** Makes a folder that everyone may enter, whatever our umask: the user that PostgreSQL runs as must. */
export async function openFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true });
  if (made !== undefined) await chmod(folder, 0o755);
}
