/**
 * Request bodies: text is decoded strictly as UTF-8. Invalid bytes are refused, not replaced, and so is a body that declares
 * another charset or encoding (GUARD-5).
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from './problem.ts';

/** For JSON bodies and form fields, in bytes. */
export const BODY_LIMIT = 1_048_576;
/** For bodies read before the sender is authenticated, in bytes. */
export const UNAUTHENTICATED_BODY_LIMIT = 65_536;

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

/** The console declares JSON even for an empty body (AUTH-7), so an empty body counts as none, not as invalid JSON. */
export function parseJsonBodies(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, bytes: Buffer) =>
      bytes.length === 0 ? undefined : parseJson(decodeText(bytes)),
  );
}

/** Passes raw bytes on: each inbox has its own format, and may check a signature over the exact bytes. */
export function takeBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => body,
  );
}

/** The raw body of a request under `takeBytes`; empty without one. */
export function bytesOf({ body }: FastifyRequest): Uint8Array {
  return Buffer.isBuffer(body) ? body : new Uint8Array();
}

/** ASCII is a subset of UTF-8. */
const CHARSETS = new Set(['utf-8', 'utf8', 'us-ascii']);
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/gi;
/** Transfer encodings of form parts that leave the bytes unchanged (RFC 2045, section 6.2). */
const PLAIN_ENCODINGS = new Set(['7bit', '8bit', 'binary']);

/** Refuses other charsets and content encodings with 415, before the body is read. */
export function refuseOtherCodings(app: FastifyInstance): void {
  app.addHook('onRequest', ({ method, headers }, _reply, done) => {
    // Fastify does not read the body of a GET.
    if (method === 'GET' || method === 'HEAD' || !hasBody(headers)) return done();
    const { 'content-type': type = '', 'content-encoding': encoding = '' } = headers;
    const other = [...type.matchAll(CHARSET)].find(([, name = '']) => !CHARSETS.has(name.toLowerCase()));
    if (other !== undefined)
      return done(unsupported(`Send the body in UTF-8, not in ${other[1] || 'no charset'}.`));
    if (!/^(?:identity)?$/i.test(encoding.trim()))
      return done(
        unsupported('Compressed bodies are not supported. Send the body without a content encoding.'),
      );
    done();
  });
}

/** The same for one part of a form. */
export function refuseOtherEncoding(part: { readonly encoding: string }): void {
  if (PLAIN_ENCODINGS.has(part.encoding)) return;
  throw unsupported('Form parts with a transfer encoding are not supported. Send them as 8bit or binary.');
}

function hasBody(headers: FastifyRequest['headers']): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

function unsupported(detail: string): ProblemError {
  return new ProblemError('body.unsupported-type', detail);
}
