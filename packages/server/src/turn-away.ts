/** How a request is refused at the door: with as little work as can be. */
import type { ProblemCode } from '@textprobe/contract/problem';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal } from './admission.ts';
import { describeProblem, PROBLEM_CONTENT_TYPE } from './problem.ts';

const WORDS = {
  busy: ['server.busy', 'Too many requests at once. Try again in a moment.'],
  share: ['rate.limited', 'You ask too much at once. Try again in a moment.'],
} as const satisfies Record<Refusal, readonly [ProblemCode, string]>;

/**
 * Past all that is done for other answers: four in five requests may be refused, and what each costs is taken from the
 * fifth: some 50 µs, where by way of an error it was more than 100.
 */
export function turnAway(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
  retryAfterS: number,
): void {
  const [code, words] = WORDS[refusal];
  const problem = describeProblem(code, words, request.id);
  const body = JSON.stringify(problem);
  reply.hijack();
  reply.raw.writeHead(problem.status, {
    'content-type': PROBLEM_CONTENT_TYPE,
    'content-length': body.length,
    'cache-control': 'no-store',
    'retry-after': String(retryAfterS),
    'x-request-id': request.id,
    'x-content-type-options': 'nosniff',
  });
  reply.raw.end(body);
}
