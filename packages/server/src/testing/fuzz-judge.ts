/** Judges the fuzzer's responses: the rules that hold for every response, whatever the request. */
import { PROBLEMS, type ProblemCode, problemSchema } from '@textprobe/contract/problem';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ApiDocument } from '../openapi/document.ts';
import type { Answer } from './fuzz-document.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import type { FuzzAnswer } from './fuzz-send.ts';

/** A sentence about the fault, or null if there is none. */
export type Judge = (request: FuzzRequest, answer: FuzzAnswer) => string | null;

/** Deliberate 503s with Retry-After: busy, draining, or without a database. */
const DELIBERATE = 503;

export function createJudge(document: ApiDocument): Judge {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(closed(document) as object, 'document');

  return (request, answer) => {
    const { status } = answer;
    if (status >= 500 && status !== DELIBERATE) return `${status} is our own failure`;
    if (typeof answer.headers['x-request-id'] !== 'string') return 'no X-Request-Id';
    const fault = faultOfGuard(request, answer);
    if (fault !== null) return fault;
    if (status >= 400) return faultOfProblem(request, answer);
    if (!isOwn(request)) return null;
    if (status === 304) return null;
    return faultOfAnswer(request, answer);
  };

  function faultOfAnswer({ operation }: FuzzRequest, { status, headers, body }: FuzzAnswer): string | null {
    const described = operation.answers[status];
    if (described === undefined && status === 206) return null;
    if (described === undefined) return `${status} is not described`;
    const types = Object.keys(described.content);
    if (types.length === 0) return body.length === 0 ? null : `a body where none is described`;
    const type = headers['content-type']?.split(';')[0] ?? '';
    if (!types.includes(type) && !types.includes('*/*')) return `${type} is not among ${types.join(', ')}`;
    if (type !== 'application/json' || described.content[type]?.schema === undefined) return null;
    const place = ['paths', operation.path, operation.method.toLowerCase(), 'responses', status];
    const pointer = [...place, 'content', type, 'schema'].map((key) => escape(String(key))).join('/');
    const check = ajv.getSchema(`document#/${pointer}`);
    if (check === undefined) return `no schema at ${pointer}`;
    return check(JSON.parse(body.toString()))
      ? null
      : `the answer does not fit: ${ajv.errorsText(check.errors)}`;
  }
}

/** The operation that the document describes, not another method at its path. */
function isOwn({ method, operation }: FuzzRequest): boolean {
  return method === operation.method;
}

function faultOfProblem(request: FuzzRequest, { status, headers, body }: FuzzAnswer): string | null {
  if (request.method === 'HEAD') return null;
  if (request.operation.answers[status]?.content['application/json'] !== undefined) return null;
  const type = headers['content-type'] ?? '';
  if (!type.startsWith('application/problem+json')) return `a ${status} of the type ${type}`;
  const parsed = problemSchema.safeParse(JSON.parse(body.toString()));
  if (!parsed.success) return `not a valid problem: ${parsed.error.message}`;
  const { code, requestId } = parsed.data;
  if (parsed.data.status !== status) return `${status} says ${parsed.data.status} in its body`;
  if (requestId !== headers['x-request-id']) return `the request id of the body is not that of the header`;
  if (!(code in PROBLEMS) || PROBLEMS[code as ProblemCode].status !== status)
    return `${code} is not a code of ${status}`;
  if (status === DELIBERATE && headers['retry-after'] === undefined)
    return `${code} does not say when to try again`;
  if (!isOwn(request) || code === 'route.unknown') return null;
  return codesOf(request.operation.answers[status]).includes(code) ? null : `${code} is not described here`;
}

/** The codes that the document lists for a status. */
function codesOf(answer: Answer | undefined): readonly unknown[] {
  const { allOf = [] } = answer?.content['application/problem+json']?.schema ?? {};
  return allOf.flatMap((part) => part.properties?.code?.enum ?? []);
}

/** Access is checked before anything else, and an unknown query key is named. */
function faultOfGuard(request: FuzzRequest, { status, body }: FuzzAnswer): string | null {
  const { operation, credentials, unknownKey } = request;
  // A malformed path belongs to no call.
  if (!isOwn(request) || body.includes('"code":"request.malformed"')) return null;
  const { ways } = operation;
  const needsSession =
    ways.length > 0 && ways.every((way) => way.includes('session') || way.includes('token'));
  if (needsSession && !credentials.session && status !== 401) return `${status} without a session`;
  const needsToken = needsSession && operation.ways[0]?.includes('csrf') === true;
  if (needsToken && credentials.session && credentials.token !== 'own' && status !== 403) {
    return `${status} without a token of this session`;
  }
  const hasQuery =
    operation.answers[400] !== undefined && codesOf(operation.answers[400]).includes('query.invalid');
  if (operation.method !== 'GET' || !needsSession || !credentials.session || !hasQuery || unknownKey === null)
    return null;
  if (status !== 400) return `${status} for an unknown query key`;
  return body.toString().includes(unknownKey) ? null : 'the unknown key of the query is not named';
}

/** The same document with every object closed, so that an undescribed field is detected. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, closed(one)]));
  const isObject =
    copy.type === 'object' && copy.properties !== undefined && copy.additionalProperties === undefined;
  return isObject ? { ...copy, additionalProperties: false } : copy;
}

function escape(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
}
