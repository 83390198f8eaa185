/** Puts a text on the clipboard. */

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
