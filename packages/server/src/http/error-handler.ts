/** The one place where an error becomes an answer. What went wrong inside is told to the log only. */
import type { IncomingMessage } from 'node:http';
import type { ProblemCode } from '@textprobe/contract/problem';
import { isDatabaseFull, isDatabaseUnavailable } from '@textprobe/database/core/database-errors';
import { SealingError } from '@textprobe/database/secrets/sealing';
import type { FastifyError, FastifyInstance } from 'fastify';
import { fieldProblem, ProblemError, sendProblem } from './problem.ts';
import { fieldErrorsOf } from './validation.ts';

/** Told to the log: the caller can do nothing about them. */
const FAULTS_OF_OURS: ReadonlySet<ProblemCode> = new Set([
  'server.failed',
  'database.unavailable',
  'secrets.unavailable',
]);

export function setErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = toProblem(error, request.body);
    if (FAULTS_OF_OURS.has(problem.problemCode)) {
      request.log.error({ err: error }, 'a request failed');
    }
    // Half of a streamed answer is out already: cutting the connection is the only way left to tell.
    if (reply.raw.headersSent) return reply.raw.destroy();
    letTheRestCome(request.raw);
    return sendProblem(request, reply, problem);
  });
}

/**
 * Whoever read the body may have stopped half-way, its stream paused: the next request on the connection would wait
 * behind these bytes until its time is up.
 */
function letTheRestCome(request: IncomingMessage): void {
  request.unpipe();
  request.resume();
}

/** What Fastify and its plugins refuse by themselves, by their codes. */
const KNOWN: Readonly<Record<string, readonly [ProblemCode, string]>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: ['json.invalid', 'Send valid JSON, encoded as UTF-8.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['json.invalid', 'The body is empty: send JSON.'],
  FST_INVALID_JSON_FIELD_ERROR: ['json.invalid', 'A form field said to be JSON is not valid JSON.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'body.unsupported-type',
    'Send the body in a content type that this call takes.',
  ],
  FST_CSRF_MISSING_SECRET: ['csrf.invalid', 'Fetch a token from /api/csrf and send it as X-XSRF-TOKEN.'],
  FST_CSRF_INVALID_TOKEN: ['csrf.invalid', 'Fetch a fresh token from /api/csrf and send it as X-XSRF-TOKEN.'],
};

/** What the reader of forms (@fastify/busboy) says without a code: cut off; no boundary, an empty or too long one. */
const BROKEN_FORM =
  /unexpected end of multipart data$|^Multipart: Boundary not found$|^The needle cannot (be|have) /i;

function toProblem(error: FastifyError, body: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error.validation !== undefined) {
    if (error.validationContext === 'querystring') return fieldProblem('query.invalid', fieldErrorsOf(error));
    if (body === undefined) return new ProblemError('json.invalid', 'The body is empty: send JSON.');
    return fieldProblem('body.invalid', fieldErrorsOf(error));
  }
  const known = KNOWN[error.code];
  if (known !== undefined) return new ProblemError(...known);
  if (BROKEN_FORM.test(error.message)) {
    return new ProblemError('request.malformed', 'The form is cut off, or its boundary is missing.');
  }
  if (error instanceof SealingError) return new ProblemError('secrets.unavailable', error.message);
  if (isDatabaseFull(error)) {
    const words = 'The disk of the database is full. Nothing can be changed until there is room again.';
    return new ProblemError('database.unavailable', words, { retryAfterMs: 10_000 });
  }
  if (isDatabaseUnavailable(error)) {
    return new ProblemError(
      'database.unavailable',
      'The database cannot be reached just now. Try again shortly.',
      {
        retryAfterMs: 2_000,
      },
    );
  }
  if (error.statusCode === 413)
    return new ProblemError('body.too-large', 'Send less: the body or a part of it is too large.');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new ProblemError('request.malformed', 'The request could not be understood.');
  }
  return new ProblemError(
    'server.failed',
    'Something went wrong on our side. The log tells more under this request id.',
  );
}
