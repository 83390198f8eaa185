/** Turns errors into answers. Details of internal errors go to the log only. */
import type { IncomingMessage } from 'node:http';
import type { ProblemCode } from '@textprobe/contract/problem';
import { isDatabaseFull, isDatabaseUnavailable } from '@textprobe/database/core/database-errors';
import { SealingError } from '@textprobe/database/secrets/sealing';
import type { FastifyError, FastifyInstance } from 'fastify';
import { fieldProblem, ProblemError, sendProblem } from './problem.ts';
import { fieldErrorsOf } from './validation.ts';

/** Logged: the caller cannot fix them. */
const SERVER_FAULTS: ReadonlySet<ProblemCode> = new Set([
  'server.failed',
  'database.unavailable',
  'secrets.unavailable',
]);

export function setErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = toProblem(error, request.body);
    if (SERVER_FAULTS.has(problem.problemCode)) {
      request.log.error({ err: error }, 'a request failed');
    }
    // Part of a streamed answer is already sent: only closing the connection can signal the failure.
    if (reply.raw.headersSent) return reply.raw.destroy();
    discardBody(request.raw);
    return sendProblem(request, reply, problem);
  });
}

/**
 * The reader of the body may have stopped halfway with the stream paused: the next request on the connection would wait
 * behind the unread bytes until it times out.
 */
function discardBody(request: IncomingMessage): void {
  request.unpipe();
  request.resume();
}

/** Refusals of Fastify and its plugins, by error code. */
const KNOWN: Readonly<Record<string, readonly [ProblemCode, string]>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: ['json.invalid', 'Send valid JSON, encoded as UTF-8.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['json.invalid', 'The body is empty: send JSON.'],
  FST_INVALID_JSON_FIELD_ERROR: ['json.invalid', 'A form field declared as JSON is not valid JSON.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'body.unsupported-type',
    'Send the body in a content type that this call accepts.',
  ],
  FST_CSRF_MISSING_SECRET: ['csrf.invalid', 'Fetch a token from /api/csrf and send it as X-XSRF-TOKEN.'],
  FST_CSRF_INVALID_TOKEN: ['csrf.invalid', 'Fetch a fresh token from /api/csrf and send it as X-XSRF-TOKEN.'],
};

/** Errors of @fastify/busboy that carry no code: a truncated form; a missing, empty or too long boundary. */
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
    return new ProblemError('request.malformed', 'The form is truncated, or its boundary is missing.');
  }
  if (error instanceof SealingError) return new ProblemError('secrets.unavailable', error.message);
  if (isDatabaseFull(error)) {
    const words = 'The disk of the database is full. Nothing can be saved until space is freed.';
    return new ProblemError('database.unavailable', words, { retryAfterMs: 10_000 });
  }
  if (isDatabaseUnavailable(error)) {
    return new ProblemError('database.unavailable', 'The database cannot be reached. Try again shortly.', {
      retryAfterMs: 2_000,
    });
  }
  if (error.statusCode === 413)
    return new ProblemError('body.too-large', 'The body or a part of it is too large. Send less.');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new ProblemError('request.malformed', 'The request is malformed.');
  }
  return new ProblemError(
    'server.failed',
    'Something went wrong on our side. Details are in the log under this request ID.',
  );
}
