/** Reads JSON bodies strictly: bytes that are no UTF-8 are refused, not silently replaced. */
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
