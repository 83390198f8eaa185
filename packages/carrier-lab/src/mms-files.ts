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

/**
 * What became of one file: the same bytes arrive; it is converted and looks the same; it is cut short; one of another kind
 * arrives in its place; nothing does; or it was never sent.
 */
export type FileFate = 'unchanged' | 'converted' | 'cut' | 'replaced' | 'missing' | 'added';

/** The files that reach a handset, and the fate of each sent or added one. */
export interface DeliveredFiles {
  readonly files: readonly ArrivedFile[];
  readonly fates: readonly FileFate[];
}

/** @param lastOnly only the last file is transcoded, stripped or corrupted */
export async function alterFiles(
  sent: readonly ArrivedFile[],
  fate: MediaFate,
  lastOnly: boolean,
): Promise<DeliveredFiles> {
  // If a picture and a video replaced each other, the report could not show which became which.
  const from = lastOnly || fate === 'replaced' ? sent.length - 1 : 0;
  const altered = await Promise.all(
    sent.map(async (file, index) => (index < from ? file : alterFile(file, fate))),
  );
  const files = altered.filter((file) => file !== null);
  const fates = sent.map((file, index) => fateOf(file, altered[index] ?? null, fate));
  if (fate !== 'added') return { files, fates };
  return { files: [...files, await otherPicture()], fates: [...fates, 'added'] };
}

/** Null: it does not arrive. */
async function alterFile(file: ArrivedFile, fate: MediaFate): Promise<ArrivedFile | null> {
  switch (fate) {
    case 'intact':
    case 'added':
    case 'unreported':
      return file;
    case 'stripped':
      return null;
    case 'corrupted':
      return {
        ...file,
        content: file.content.slice(0, Math.max(1, Math.floor(file.content.length * SPOILT_SHARE))),
      };
    case 'transcoded':
      return transcode(file);
    case 'replaced':
      return file.type.startsWith('image/') ? OTHER_VIDEO : otherPicture();
  }
}

/** Decided by the bytes: a video stays the same when pictures are transcoded. */
function fateOf(sent: ArrivedFile, arrived: ArrivedFile | null, fate: MediaFate): FileFate {
  if (arrived === null) return 'missing';
  if (Buffer.from(sent.content).equals(arrived.content)) return 'unchanged';
  if (fate === 'corrupted') return 'cut';
  return fate === 'replaced' ? 'replaced' : 'converted';
}

/** An MP4 without frames (ISO/IEC 14496-12, 4.3): the boxes `ftyp` and `mdat`. */
const OTHER_VIDEO: ArrivedFile = {
  name: 'other.mp4',
  type: 'video/mp4',
  content: new Uint8Array(Buffer.from('\0\0\0\x10ftypisom\0\0\0\0\0\0\0\x08mdat', 'latin1')),
};

async function otherPicture(): Promise<ArrivedFile> {
  const create = { width: 8, height: 8, channels: 3, background: '#0a8' } as const;
  const content = new Uint8Array(await sharp({ create }).png().toBuffer());
  return { name: 'other.png', type: 'image/png', content };
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
