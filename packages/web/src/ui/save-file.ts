/** Hands content to the user: as a download, or on the clipboard. */
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

/** @throws Error if the browser refuses */
export async function copyText(text: string): Promise<void> {
  // Over plain http, except on localhost, browsers offer only the old copy command.
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (!isCopied) throw new Error('The browser refused to copy.');
}
