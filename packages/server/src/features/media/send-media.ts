/**
 * Sends stored files. They come from outside, so the headers forbid browsers from sniffing their type or running anything in them.
 * They never change, so a browser revalidates its cached copy by ETag.
 */
import { Readable } from 'node:stream';
import { type CreateOptions, create as createDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesTag } from '../../http/entity-tags.ts';
import { ProblemError } from '../../http/problem.ts';

/**
 * Forbids scripts, forms, frames and pop-ups. A browser shows a file in its own tab by wrapping it in a page, which needs
 * inline styles, and for a video also the file's origin (in Chromium 156 the tab stays black without it).
 */
const POLICY =
  "sandbox allow-same-origin; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'";

interface ServedFile {
  /** The file name for downloads. */
  readonly name: string;
  /** For Content-Type. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** Identifies the content. */
  readonly etag: string;
  open(range?: { start: number; end: number }): Promise<Readable>;
}

/** Sends the file, the requested range (206), or 304. @throws ProblemError media.range */
export async function sendMedia(
  request: FastifyRequest,
  reply: FastifyReply,
  file: ServedFile,
  disposition: NonNullable<CreateOptions['type']>,
): Promise<FastifyReply> {
  const etag = `"${file.etag}"`;
  reply
    .header('etag', etag)
    // Revalidated each time, so that nothing is shown after the session has ended.
    .header('cache-control', 'private, no-cache')
    .header('accept-ranges', 'bytes')
    .header('content-disposition', createDisposition(file.name, { type: disposition }))
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', POLICY)
    .header('cross-origin-resource-policy', 'same-origin');
  if (matchesTag(request.headers['if-none-match'] ?? '', etag, 'weak')) return reply.status(304).send();

  const ifRange = request.headers['if-range'];
  const asked = ifRange === undefined || ifRange === etag ? request.headers.range : undefined;
  const range = readRange(asked, file.size);
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${file.size}`);
    throw new ProblemError('media.range', `The file has ${file.size} bytes.`);
  }
  reply.type(file.type).header('content-length', range ? range.end - range.start + 1 : file.size);
  if (range !== null) {
    reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  }
  // Without a stream Fastify would answer HEAD with a content-length of 0.
  const content = request.method === 'HEAD' ? Readable.from([]) : await file.open(range ?? undefined);
  return reply.send(content);
}

/** Byte positions, both ends included. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Parses a `Range` header (RFC 9110 section 14).
 * @param size of the file, in bytes
 * @returns null to send the whole file: no range, several, or an invalid one
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    // A suffix range: the last N bytes.
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}
