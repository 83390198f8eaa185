/** Lists the problems of a call for the OpenAPI document: its own, and those implied by its method and access. */
import type { Access, Call } from '@textprobe/contract/call';
import type { CallDoc } from '@textprobe/contract/call-docs/call-doc';
import { PROBLEMS, type Problem, type ProblemCode, problemSchema } from '@textprobe/contract/problem';
import { ROLES } from '@textprobe/domain/roles';
import { z } from 'zod';
import type { ZodOpenApiResponseObject as ResponseDoc } from 'zod-openapi';
import { requestSchemas } from '../http/route.ts';
import { headersNamed } from './components.ts';

/** Sent with Retry-After. */
const RETRYABLE_STATUSES = new Set([429, 503]);
/** Access kinds that answer `session.required`, or `token.invalid`. */
const TAKES_CALLER = new Set<Access>(['session', 'signed', 'scraper']);
const EVERY: readonly ProblemCode[] = [
  'request.malformed',
  'request.timeout',
  'server.failed',
  'server.busy',
  'rate.limited',
  'database.unavailable',
];

export function problemsOf(call: Call, doc: CallDoc): ProblemCode[] {
  const codes = new Set<ProblemCode>([...EVERY, ...(doc.problems ?? [])]);
  const add = (when: boolean, ...more: ProblemCode[]) => {
    if (when) for (const code of more) codes.add(code);
  };
  const unsafe = call.method !== 'GET';
  const { querystring, body } = requestSchemas(call);
  const takesBody = body !== undefined || doc.body !== undefined;
  add(TAKES_CALLER.has(call.access), 'session.required', 'token.invalid');
  add(call.sessionOnly === true, 'session.only');
  add(call.roles !== undefined && call.roles.length < ROLES.length, 'role.missing');
  add(call.proof === true, 'proof.needed');
  add(unsafe && call.access !== 'public', 'csrf.invalid', 'origin.foreign');
  add(
    unsafe && call.access === 'session',
    'rights.changed',
    'idempotency.key',
    'idempotency.mismatch',
    'idempotency.in-flight',
  );
  add(unsafe, 'json.invalid', 'body.too-large', 'body.unsupported-type');
  add(takesBody, 'body.invalid');
  add(querystring !== undefined, 'query.invalid');
  return [...codes];
}

/** One response for each status, listing its problem codes. */
export function describeProblems(codes: readonly ProblemCode[]) {
  const responses = [...groupByStatus(codes)].map(([status, own]) => [
    status,
    isShared(own) ? { $ref: `#/components/responses/${nameOf(own)}` } : describeStatus(status, own),
  ]);
  return Object.fromEntries(responses) as Record<string, object>;
}

/** Responses shared by many calls: those with at most two codes, named after them. */
export function sharedResponses(all: readonly (readonly ProblemCode[])[]): Record<string, ResponseDoc> {
  const shared = all.flatMap((codes) => [...groupByStatus(codes)]).filter(([, own]) => isShared(own));
  return Object.fromEntries(shared.map(([status, own]) => [nameOf(own), describeStatus(status, own)]));
}

const isShared = (codes: readonly ProblemCode[]) => codes.length <= 2;
const nameOf = (codes: readonly ProblemCode[]) => codes.join('-or-');

function groupByStatus(codes: readonly ProblemCode[]): [number, ProblemCode[]][] {
  const byStatus = Map.groupBy(codes, (code) => PROBLEMS[code].status as number);
  return [...byStatus].toSorted(([a], [b]) => a - b);
}

function describeStatus(status: number, codes: readonly ProblemCode[]): ResponseDoc {
  return {
    description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join(' '),
    headers: headersNamed(RETRYABLE_STATUSES.has(status) ? ['Retry-After'] : []),
    content: {
      'application/problem+json': {
        schema: z.intersection(problemSchema, z.looseObject({ code: z.enum(codes) })),
        example: exampleOf(codes),
      },
    },
  };
}

function exampleOf([code]: readonly ProblemCode[]): Problem | undefined {
  if (code === undefined) return undefined;
  const { title, status } = PROBLEMS[code];
  const detail = 'A sentence that says what happened and what to do.';
  return { type: `urn:textprobe:problem:${code}`, title, status, code, detail, requestId: 'pQ3v0xRk2dZf' };
}
