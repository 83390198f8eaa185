/** Refuses a body that says it is written otherwise than we read it: as UTF-8 and unpacked (GUARD-5). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from './problem.ts';

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
