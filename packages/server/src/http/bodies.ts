/**
 * Request bodies: text is read strictly as UTF-8, bytes that are none are refused and not silently replaced, and so is a
 * body that says it is written otherwise (GUARD-5).
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from './problem.ts';

/** Of JSON bodies and of form fields. */
export const BODY_LIMIT = 1_048_576;
/** Of bodies that are read before whoever sends them has proven who it is. */
export const STRANGER_BODY_LIMIT = 65_536;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The text of the bytes, without a byte order mark. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new ProblemError('json.invalid', 'The text is not valid UTF-8.');
  }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProblemError('json.invalid', 'Send valid JSON, encoded as UTF-8.');
  }
}

/** The console says JSON even where it sends nothing (AUTH-7), so an empty body is no body rather than bad JSON. */
export function parseJsonBodies(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, bytes: Buffer) =>
      bytes.length === 0 ? undefined : parseJson(decodeText(bytes)),
  );
}

/** Bodies as they came: each inbox speaks a dialect of its own, and may check a signature over the very bytes. */
export function takeBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => body,
  );
}

/** The body of a request that was read so; empty where it has none. */
export function bytesOf({ body }: FastifyRequest): Uint8Array {
  return Buffer.isBuffer(body) ? body : new Uint8Array();
}

/** ASCII is a part of UTF-8. */
const CHARSETS = new Set(['utf-8', 'utf8', 'us-ascii']);
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/gi;
/** Of the parts of a form, those that leave the bytes as they are (RFC 2045, section 6.2). */
const PLAIN_ENCODINGS = new Set(['7bit', '8bit', 'binary']);

/** Every body of the scope's routes is refused with 415 before it is read. */
export function refuseOtherCodings(app: FastifyInstance): void {
  app.addHook('onRequest', ({ method, headers }, _reply, done) => {
    // The body of a GET is not read at all.
    if (method === 'GET' || method === 'HEAD' || !hasBody(headers)) return done();
    const { 'content-type': type = '', 'content-encoding': encoding = '' } = headers;
    const other = [...type.matchAll(CHARSET)].find(([, name = '']) => !CHARSETS.has(name.toLowerCase()));
    if (other !== undefined)
      return done(unsupported(`Send the body in UTF-8, not in ${other[1] || 'no charset'}.`));
    if (!/^(?:identity)?$/i.test(encoding.trim()))
      return done(unsupported('Send the body without a content encoding: packed ones are not read.'));
    done();
  });
}

/** The same of a part of a form. */
export function refuseOtherEncoding(part: { readonly encoding: string }): void {
  if (PLAIN_ENCODINGS.has(part.encoding)) return;
  throw unsupported('Send the parts of a form as they are: no transfer encoding is read.');
}

function hasBody(headers: FastifyRequest['headers']): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

function unsupported(detail: string): ProblemError {
  return new ProblemError('body.unsupported-type', detail);
}
