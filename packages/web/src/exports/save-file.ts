/** Hands a file to the person: the browser's own download. */
import type { NamedFile } from '../calls/analytics.ts';

export function saveFile({ name, content }: NamedFile): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun; freeing the content at once would cut it off in some browsers.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
