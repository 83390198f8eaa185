/**
 * Sends stored files. They come from strangers, so a browser is told never to guess what they are and to run nothing in
 * them; they never change under their address, so what a browser has kept it only asks to use again.
 */
import { Readable } from 'node:stream';
import { type CreateOptions, create as createDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '../../http/problem.ts';

/**
 * No script, form, frame or pop-up in any way. A browser shows a file in a tab of its own by wrapping it in a page: for
 * that it needs styles of its own, and for a video also the origin it came from (Chromium 156: without, the tab stays dark).
 */
const POLICY =
  "sandbox allow-same-origin; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'";

interface ServedFile {
  /** As the browser is to save it. */
  readonly name: string;
  /** For Content-Type. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** Names this very content. */
  readonly etag: string;
  open(range?: { start: number; end: number }): Promise<Readable>;
}

/** Whole, the part asked for (206), or nothing where the browser has it (304). @throws ProblemError media.range */
export async function sendMedia(
  request: FastifyRequest,
  reply: FastifyReply,
  file: ServedFile,
  disposition: NonNullable<CreateOptions['type']>,
): Promise<FastifyReply> {
  const etag = `"${file.etag}"`;
  reply
    .header('etag', etag)
    // Asked anew each time: a session that has ended shows nothing more.
    .header('cache-control', 'private, no-cache')
    .header('accept-ranges', 'bytes')
    .header('content-disposition', createDisposition(file.name, { type: disposition }))
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', POLICY)
    .header('cross-origin-resource-policy', 'same-origin');
  if (isKnown(request.headers['if-none-match'], etag)) return reply.status(304).send();

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
  // Without a stream Fastify would answer HEAD with a length of 0.
  const content = request.method === 'HEAD' ? Readable.from([]) : await file.open(range ?? undefined);
  return reply.send(content);
}

function isKnown(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}

/** Byte positions, both ends included. */
interface AskedRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a `Range` header (RFC 9110 section 14): a video is fetched piece by piece. Null: the whole file is to be sent, as no
 * range, several, or one we cannot read was asked for.
 * @param size of the file, in bytes
 */
export function readRange(header: string | undefined, size: number): AskedRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    // The last so many bytes.
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}
