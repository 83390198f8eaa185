/** The files of an MMS: fetched from the sender, as a provider does, then altered, as carriers do. */
import sharp from 'sharp';
import type { ArrivedFile } from './handset-posts.ts';
import type { MediaFate } from './scenario-model.ts';

/** Limit in bytes for all files of one message (https://www.twilio.com/docs/messaging/guides/accepted-mime-types). */
const MAX_BYTES = 10 * 1_048_576;

/**
 * Enforces a provider's file types and size limit.
 * @throws Error when a file cannot be fetched
 */
export async function fetchFiles(urls: readonly string[], signal: AbortSignal): Promise<ArrivedFile[]> {
  const files: ArrivedFile[] = [];
  let left = MAX_BYTES;
  for (const [index, url] of urls.entries()) {
    const response = await fetch(url, { signal });
    const content = new Uint8Array(await response.arrayBuffer());
    if (!response.ok) throw new Error(`${response.status} for a file`);
    left -= content.length;
    if (left < 0) throw new Error(`the files have more than ${MAX_BYTES} bytes`);
    const type = response.headers.get('content-type')?.split(';')[0]?.trim() ?? 'application/octet-stream';
    if (!/^(?:image|video|audio)\//.test(type)) throw new Error(`a file of type ${type}`);
    files.push({ name: `${index}.${type.split('/')[1]}`, type, content });
  }
  return files;
}

/** The longer side in pixels, as MMS centers resize photos. */
const TRANSCODED_SIDE = 640;
/** The share of a corrupted file that arrives. */
const SPOILT_SHARE = 0.6;

/** The files as they reach the handset: transcoded, stripped, or corrupted. */
export async function alterFiles(files: readonly ArrivedFile[], fate: MediaFate): Promise<ArrivedFile[]> {
  switch (fate) {
    case 'intact':
      return [...files];
    case 'stripped':
      return [];
    case 'corrupted':
      return files.map((file) => ({
        ...file,
        content: file.content.slice(0, Math.max(1, Math.floor(file.content.length * SPOILT_SHARE))),
      }));
    case 'transcoded':
      return Promise.all(files.map(transcode));
  }
}

/** Converts a picture to a smaller JPEG; videos and undecodable files are unchanged. */
async function transcode(file: ArrivedFile): Promise<ArrivedFile> {
  if (!file.type.startsWith('image/')) return file;
  try {
    const content = await sharp(file.content)
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .resize({ width: TRANSCODED_SIDE, height: TRANSCODED_SIDE, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 60 })
      .toBuffer();
    return {
      name: `${file.name.replace(/\.[^.]*$/, '')}.jpg`,
      type: 'image/jpeg',
      content: new Uint8Array(content),
    };
  } catch {
    return file;
  }
}
