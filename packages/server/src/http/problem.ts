/** Errors with a problem code, and the problem details body that they become (RFC 9457). */
import {
  type FieldError,
  PROBLEMS,
  type Problem,
  type ProblemCode,
  type ReachedLimit,
} from '@textprobe/contract/problem';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const PROBLEM_CONTENT_TYPE = 'application/problem+json; charset=utf-8';

interface ProblemExtras {
  readonly errors?: readonly FieldError[];
  /** The limit that `limit.reached` reports. */
  readonly limit?: ReachedLimit;
  /** Sent as Retry-After, rounded up to whole seconds. */
  readonly retryAfterMs?: number;
}

/** Thrown in a handler, it becomes the answer; the caller sees its message. */
export class ProblemError extends Error {
  readonly problemCode: ProblemCode;
  readonly extras: ProblemExtras;

  constructor(code: ProblemCode, detail: string, extras: ProblemExtras = {}) {
    super(detail);
    this.name = 'ProblemError';
    this.problemCode = code;
    this.extras = extras;
  }
}

/** A 422 or 400 that names its fields; the detail joins them for clients that ignore `errors`. */
export function fieldProblem(code: ProblemCode, errors: readonly FieldError[]): ProblemError {
  const detail = errors.map((error) =>
    error.field === '' ? error.message : `${error.field}: ${error.message}`,
  );
  return new ProblemError(code, detail.join(' '), { errors });
}

export function unknownRoute({ method, url }: FastifyRequest): ProblemError {
  return new ProblemError('route.unknown', `There is nothing at ${method} ${url.split('?', 1)[0]}.`);
}

/** The body of a problem. */
export function describeProblem(
  code: ProblemCode,
  detail: string,
  requestId: string,
  { errors, limit }: Pick<ProblemExtras, 'errors' | 'limit'> = {},
): Problem {
  const { status, title } = PROBLEMS[code];
  return {
    type: `urn:textprobe:problem:${code}`,
    title,
    status,
    code,
    detail,
    requestId,
    ...(errors === undefined ? {} : { errors: [...errors] }),
    ...(limit === undefined ? {} : { limit }),
  };
}

export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: ProblemError,
): FastifyReply {
  const { retryAfterMs } = problem.extras;
  const body = describeProblem(problem.problemCode, problem.message, request.id, problem.extras);
  if (retryAfterMs !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(retryAfterMs / 1000)));
  // Set here too: a malformed path is refused before any hook runs.
  reply.header('x-request-id', request.id);
  reply.header('cache-control', 'no-store');
  // As text: the route's serializer does not know this shape.
  return reply.status(body.status).type(PROBLEM_CONTENT_TYPE).serializer(String).send(JSON.stringify(body));
}
