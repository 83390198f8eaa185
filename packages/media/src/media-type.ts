/**
 * Detects a file's type from its first bytes only; its name and declared type are not trusted (CREATE-8, UPDATE-5). Only types
 * that carriers' MMS centers accept are listed. SVG, HTML, XML, PDF and text are not, so they cannot pose as a picture.
 */
import { fileTypeFromBuffer } from 'file-type';

/** How many bytes `sniffMediaType` needs, if the file has that many: what file-type reads. */
export const SNIFF_BYTES = 4100;

/** The accepted file types under their names in the specification (UPDATE-5), plus 3GPP, the native video of MMS. */
export const MEDIA_TYPES = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'video/mp4',
  'video/mov',
  'video/avi',
  'video/3gpp',
  'video/3gpp2',
] as const;

export type MediaType = (typeof MEDIA_TYPES)[number];

/** Types that file-type names differently. M4V is MP4 under another name, APNG is an animated PNG. */
const OUR_NAMES: Readonly<Record<string, MediaType>> = {
  'image/apng': 'image/png',
  'video/x-m4v': 'video/mp4',
  'video/quicktime': 'video/mov',
  'video/vnd.avi': 'video/avi',
  'video/x-msvideo': 'video/avi',
};

/**
 * Types that begin with the four-byte length of their first box. Below our size limit its first byte is zero. Without
 * this check a page that begins with `<b> free` passes as QuickTime, since old files have such a word instead of a
 * signature.
 */
const BOX_TYPES: ReadonlySet<MediaType> = new Set(['video/mp4', 'video/mov', 'video/3gpp', 'video/3gpp2']);

/**
 * Detects the type of a file.
 * @param head the first `SNIFF_BYTES` of the file, or all of it
 * @returns null if the type is not one of MEDIA_TYPES
 */
export async function sniffMediaType(head: Uint8Array): Promise<MediaType | null> {
  const mime = await sniff(head);
  if (mime === null) return null;
  const type = OUR_NAMES[mime] ?? MEDIA_TYPES.find((known) => known === mime) ?? null;
  return type !== null && BOX_TYPES.has(type) && head[0] !== 0 ? null : type;
}

/** Bytes that make the detector throw have no known type. */
async function sniff(head: Uint8Array): Promise<string | null> {
  try {
    return (await fileTypeFromBuffer(head))?.mime ?? null;
  } catch {
    return null;
  }
}

/** The IANA name of the type, for HTTP and browsers. */
export function contentTypeOf(type: MediaType): string {
  if (type === 'video/mov') return 'video/quicktime';
  if (type === 'video/avi') return 'video/vnd.avi';
  return type;
}
