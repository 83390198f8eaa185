/** Fetches the files of an MMS from whoever sends it, as a provider does: a type it knows, and no more than it takes. */
import type { ArrivedFile } from './handset-posts.ts';

/** Bytes of all files of one message together (https://www.twilio.com/docs/messaging/guides/accepted-mime-types). */
const MOST_BYTES = 10 * 1_048_576;

/** @throws Error with a sentence when a file cannot be had */
export async function fetchFiles(urls: readonly string[], signal: AbortSignal): Promise<ArrivedFile[]> {
  const files: ArrivedFile[] = [];
  let left = MOST_BYTES;
  for (const [index, url] of urls.entries()) {
    const response = await fetch(url, { signal });
    const content = new Uint8Array(await response.arrayBuffer());
    if (!response.ok) throw new Error(`${response.status} for a file`);
    left -= content.length;
    if (left < 0) throw new Error(`the files have more than ${MOST_BYTES} bytes`);
    const type = response.headers.get('content-type')?.split(';')[0]?.trim() ?? 'application/octet-stream';
    if (!/^(?:image|video|audio)\//.test(type)) throw new Error(`a file of type ${type}`);
    files.push({ name: `${index}.${type.split('/')[1]}`, type, content });
  }
  return files;
}
