/**
 * What a file is, told by its own first bytes and nothing else: neither its name nor the type a browser declares is
 * believed (CREATE-8, UPDATE-5). Only kinds that carriers' MMS centres take are known here; SVG, HTML, XML, PDF and text
 * have no place in the list, so they cannot come in under a picture's name.
 */
import { fileTypeFromBuffer } from 'file-type';

/** How many first bytes `sniffMediaType` wants to see, if the file has that many: what file-type looks at. */
export const SNIFF_BYTES = 4100;

/** The kinds of file that are taken, in the specification's words (UPDATE-5), and 3GPP: the video of MMS itself. */
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

/** What file-type calls the kinds that have another name here. M4V is MP4 by another name, APNG a PNG that moves. */
const OUR_WORDS: Readonly<Record<string, MediaType>> = {
  'image/apng': 'image/png',
  'video/x-m4v': 'video/mp4',
  'video/quicktime': 'video/mov',
  'video/vnd.avi': 'video/avi',
  'video/x-msvideo': 'video/avi',
};

/**
 * Kinds whose first four bytes are the length of their first box, which under our limit begins with a zero byte. Without
 * this rule a page that opens with `<b> free` passes for QuickTime: old ones know no signature but such a word.
 */
const BEGIN_WITH_A_BOX: ReadonlySet<MediaType> = new Set([
  'video/mp4',
  'video/mov',
  'video/3gpp',
  'video/3gpp2',
]);

/**
 * Which kind of file begins with these bytes.
 * @param head the first `SNIFF_BYTES` of the file, or all of it
 * @returns null for whatever is not one of MEDIA_TYPES
 */
export async function sniffMediaType(head: Uint8Array): Promise<MediaType | null> {
  const mime = await sniff(head);
  if (mime === null) return null;
  const type = OUR_WORDS[mime] ?? MEDIA_TYPES.find((known) => known === mime) ?? null;
  return type !== null && BEGIN_WITH_A_BOX.has(type) && head[0] !== 0 ? null : type;
}

/** Bytes made to trip the sniffer are of no kind that we know. */
async function sniff(head: Uint8Array): Promise<string | null> {
  try {
    return (await fileTypeFromBuffer(head))?.mime ?? null;
  } catch {
    return null;
  }
}

/** The name by which HTTP and browsers know the kind (IANA's, where ours is the specification's). */
export function contentTypeOf(type: MediaType): string {
  if (type === 'video/mov') return 'video/quicktime';
  if (type === 'video/avi') return 'video/vnd.avi';
  return type;
}
