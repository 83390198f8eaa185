/** Files in answers, and their URLs (CREATE-6, DATA-7). */
import { FILE_OUTCOMES } from '@textprobe/domain/file-classes';
import { ALL_ROLES } from '@textprobe/domain/roles';
import { z } from 'zod';
import { get } from './call.ts';

/** A file as a handset reported it (CALL-17). */
const receivedFileSchema = z.object({
  /** A path of this installation. */
  url: z.string(),
  name: z.string(),
  /** Detected from the content, e.g. `image/jpeg`. */
  type: z.string(),
  /** Bytes. */
  size: z.number().int(),
});
export type ReceivedFile = z.infer<typeof receivedFileSchema>;

/** A file of a test. */
export const mediaFileSchema = receivedFileSchema.extend({
  /** Pixels; null if unknown. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** The link that this is a copy of (CREATE-6). */
  originalUrl: z.string().nullable(),
});
export type MediaFile = z.infer<typeof mediaFileSchema>;

/**
 * The comparison of a received file with the sent one. `transcoded`: different bytes that look the same; `damaged`: it
 * cannot be decoded, was cut short, or looks different; `other kind`: a video for a picture, or the reverse;
 * `unexpected`: no such file was sent; `not-compared`: the comparison failed three times.
 */
const fileComparisonSchema = z.object({
  outcome: z.enum(FILE_OUTCOMES).exclude(['missing']),
  /** The sent file; null if unexpected, deleted, or of a test that also belongs to partners that the account does not see. */
  sent: mediaFileSchema.nullable(),
  /** How different the pictures look, from 0 (alike) to 1; null for videos and damaged files. */
  difference: z.number().nullable(),
});

/** A file reported by a handset, with its comparison. */
export const arrivedFileSchema = receivedFileSchema.extend({
  /** Pixels; null if unknown. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** Null until compared, which takes a second or two. */
  comparison: fileComparisonSchema.nullable(),
});
export type ArrivedFile = z.infer<typeof arrivedFileSchema>;

/** Any text: an invalid id is unknown (404), not a validation error. */
const mediaParamsSchema = z.object({ id: z.string() });
/** `expires` and `signature` replace a session; `download` makes the browser save the file. */
const mediaQuerySchema = z.strictObject({
  download: z.string().max(10).optional(),
  expires: z.string().max(20).optional(),
  signature: z.string().max(100).optional(),
});

const PATH = '/api/media/';

/** The path of a file. */
export function mediaPath(id: string): string {
  return `${PATH}${id}`;
}

/**
 * The id of the file that a URL of this installation refers to; null for any other URL.
 * @param origins the origins of this installation, such as `https://textprobe.example`
 */
export function mediaIdOf(address: string, origins: readonly string[]): string | null {
  const isPath = address.startsWith(PATH);
  if (!isPath && !URL.canParse(address)) return null;
  const { origin, pathname } = new URL(address, 'http://textprobe.invalid');
  if (!isPath && !origins.includes(origin)) return null;
  return new RegExp(`^${PATH}([0-9a-f]{32})(?:/thumbnail)?$`).exec(pathname)?.[1] ?? null;
}

export const mediaCalls = {
  media: get('/api/media/:id', {
    roles: ALL_ROLES,
    access: 'signed',
    params: mediaParamsSchema,
    query: mediaQuerySchema,
  }),
  mediaThumbnail: get('/api/media/:id/thumbnail', {
    roles: ALL_ROLES,
    access: 'signed',
    params: mediaParamsSchema,
    query: mediaQuerySchema,
  }),
};
