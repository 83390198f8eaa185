/** Files: how they are named in answers and addressed (CREATE-6, DATA-7). */
import { z } from 'zod';
import { get } from './call.ts';

/** A file as a handset reported it (CALL-17). */
const receivedFileSchema = z.object({
  /** Where it is served: a path of ours. */
  url: z.string(),
  name: z.string(),
  /** Told by its content, e.g. `image/jpeg`. */
  type: z.string(),
  /** Bytes. */
  size: z.number().int(),
});
export type ReceivedFile = z.infer<typeof receivedFileSchema>;

/** A file of a test. */
export const mediaFileSchema = receivedFileSchema.extend({
  /** Pixels; null where the file does not tell. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** The link that this is a copy of (CREATE-6). */
  originalUrl: z.string().nullable(),
});
export type MediaFile = z.infer<typeof mediaFileSchema>;

/**
 * A file as it arrived beside the one that was sent. `transcoded`: other bytes, the same kind of file; `damaged`: a picture
 * that cannot be opened any more, or a video that was cut short; `unexpected`: nothing of the kind was sent; `not-compared`:
 * looking at it failed three times.
 */
const FILE_OUTCOMES = ['identical', 'transcoded', 'damaged', 'unexpected', 'not-compared'] as const;
const fileComparisonSchema = z.object({
  outcome: z.enum(FILE_OUTCOMES),
  /** The file of the test; null where it is unexpected, or gone by now. */
  sent: mediaFileSchema.nullable(),
  /** How different the pictures look, from 0 (alike) to 1; null where that cannot be told: videos, damaged files. */
  difference: z.number().nullable(),
});

/** A file that a handset reported, and what became of it on its way. */
export const arrivedFileSchema = receivedFileSchema.extend({
  /** Pixels; null where the file does not tell. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** Null while nobody has looked yet: that takes a second or two. */
  comparison: fileComparisonSchema.nullable(),
});
export type ArrivedFile = z.infer<typeof arrivedFileSchema>;

/** Any text: one that is no id of a file is unknown, not wrong. */
const mediaParamsSchema = z.object({ id: z.string() });
/** `expires` and `signature` take the place of a session; `download` has the browser save the file. */
const mediaQuerySchema = z.strictObject({
  download: z.string().max(10).optional(),
  expires: z.string().max(20).optional(),
  signature: z.string().max(100).optional(),
});

const PATH = '/api/media/';

/** Where a file is served. */
export function mediaPath(id: string): string {
  return `${PATH}${id}`;
}

/**
 * The id of the file that an address of ours leads to; null when it leads elsewhere.
 * @param origins under which this installation is reached, such as `https://textprobe.example`
 */
export function mediaIdOf(address: string, origins: readonly string[]): string | null {
  const isPath = address.startsWith(PATH);
  if (!isPath && !URL.canParse(address)) return null;
  const { origin, pathname } = new URL(address, 'http://textprobe.invalid');
  if (!isPath && !origins.includes(origin)) return null;
  return new RegExp(`^${PATH}([0-9a-f]{32})(?:/thumbnail)?$`).exec(pathname)?.[1] ?? null;
}

export const mediaCalls = {
  media: get('/api/media/:id', { access: 'signed', params: mediaParamsSchema, query: mediaQuerySchema }),
  mediaThumbnail: get('/api/media/:id/thumbnail', {
    access: 'signed',
    params: mediaParamsSchema,
    query: mediaQuerySchema,
  }),
};
