/** What carriers do to the files of an MMS on their way: recode pictures to fit, leave files out, or spoil them. */
import sharp from 'sharp';
import type { ArrivedFile } from './handset-posts.ts';
import type { MediaFate } from './scenario-model.ts';

/** Of the longer side, in pixels: what MMS centres make of a photo from a phone. */
const TRANSCODED_SIDE = 640;
/** The share of a spoilt file that arrives. */
const SPOILT_SHARE = 0.6;

/** The files as they reach the handset. */
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
