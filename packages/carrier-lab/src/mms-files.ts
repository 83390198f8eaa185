/** The files of an MMS: fetched from whoever sends it, as a provider does, then altered on their way, as carriers do. */
import sharp from 'sharp';
import type { ArrivedFile } from './handset-posts.ts';
import type { MediaFate } from './scenario-model.ts';

/** Bytes of all files of one message together (https://www.twilio.com/docs/messaging/guides/accepted-mime-types). */
const MOST_BYTES = 10 * 1_048_576;

/**
 * Takes a type that a provider knows, and no more than it takes.
 * @throws Error with a sentence when a file cannot be had
 */
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

/** Of the longer side, in pixels: what MMS centres make of a photo from a phone. */
const TRANSCODED_SIDE = 640;
/** The share of a spoilt file that arrives. */
const SPOILT_SHARE = 0.6;

/** The files as they reach the handset: recoded to fit, left out, or spoilt. */
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

/** A picture becomes a smaller JPEG; a video stays as it is, and so does what cannot be decoded. */
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
