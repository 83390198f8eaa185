/** Hands content to the user as a download. */
import type { NamedFile } from '../api/report-files.ts';

/** Starts the browser's download of a file. */
export function saveFile({ name, content }: NamedFile): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Freeing the content at once cuts the download off in some browsers.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
