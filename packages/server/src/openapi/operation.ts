/** Describes one call as an OpenAPI operation. */
import type { Call } from '@textprobe/contract/call';
import type { CallDoc, PlacedDoc } from '@textprobe/contract/call-docs/call-doc';
import {
  IDEMPOTENCY_KEY_HEADER,
  IDEMPOTENCY_REPLAYED_HEADER,
  IF_MATCH_HEADER,
} from '@textprobe/contract/headers';
import { isNever } from '@textprobe/contract/issue-words';
import { rolesInWords } from '@textprobe/domain/role-words';
import { ROLES } from '@textprobe/domain/roles';
import { z } from 'zod';
import { headersNamed, securityOf } from './components.ts';
import { describeProblems, problemsOf } from './problems.ts';

export function describeCall(name: string, call: Call, doc: PlacedDoc) {
  return {
    operationId: name,
    tags: [doc.chapter],
    summary: doc.summary,
    ...describeUse(call, doc),
    security: securityOf(call),
    ...describeParameters(call),
    ...describeBody(call, doc),
    responses: { [call.status]: describeAnswer(call, doc), ...describeProblems(problemsOf(call, doc)) },
  };
}

/** The description, who may call if that is not every account, and whether the call needs a session or a proof. */
function describeUse({ roles = ROLES, sessionOnly, proof }: Call, { description }: CallDoc) {
  const who = roles.length < ROLES.length ? `Only for ${rolesInWords(roles)}.` : undefined;
  const session = sessionOnly && 'No token may call.';
  const tokens = sessionOnly ? '' : '; a token needs `proof`';
  const again =
    proof && `Asks a session for the password again after 15 minutes, see \`POST /api/proof\`${tokens}.`;
  const words = [description, who, session, again].filter((part) => part !== undefined);
  return words.length === 0 ? {} : { description: words.join(' ') };
}

/** Writes of accounts accept an Idempotency-Key. */
function isRepeatable({ method, access }: Call): boolean {
  return method !== 'GET' && access === 'session';
}

const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/)
  .optional()
  .describe(
    'A retry with the same key and body gets the first answer again; the call is not executed twice.',
  );

const ifMatch = z
  .string()
  .describe(
    'The `ETag` of the version that the change was made from. Also a list of strong tags, of which one must match, or `*` to overwrite any version.',
  );

/** The request headers of a write of an account. */
function headersOf(call: Call): z.ZodObject {
  return z.object({
    [IDEMPOTENCY_KEY_HEADER]: idempotencyKey,
    ...(call.ifMatch && { [IF_MATCH_HEADER]: ifMatch }),
  });
}

function describeParameters(call: Call) {
  const requestParams = {
    ...(call.params instanceof z.ZodObject ? { path: call.params } : {}),
    ...(call.query instanceof z.ZodObject ? { query: knownKeys(call.query) } : {}),
    ...(isRepeatable(call) ? { header: headersOf(call) } : {}),
  };
  return Object.keys(requestParams).length === 0 ? {} : { requestParams };
}

/** Leaves out keys that exist only to be refused with a message of their own. */
function knownKeys(query: z.ZodObject): z.ZodObject {
  const known = Object.entries(query.shape).filter(([, schema]) => !isNever(schema));
  return z.strictObject(Object.fromEntries(known));
}

const OUTCOMES: Readonly<Record<number, string>> = {
  200: 'Success.',
  201: 'Created.',
  202: 'Accepted for processing.',
  204: 'Success, without content.',
  302: 'Redirects.',
};

function describeAnswer(call: Call, doc: CallDoc) {
  const replayed = isRepeatable(call) ? ([IDEMPOTENCY_REPLAYED_HEADER] as const) : [];
  const headers = headersNamed([...(doc.answerHeaders ?? []), ...replayed]);
  const description = OUTCOMES[call.status] ?? 'Success.';
  const example = doc.example === undefined ? {} : { example: doc.example };
  if (call.answer !== undefined) {
    return { description, headers, content: { 'application/json': { schema: call.answer, ...example } } };
  }
  if (call.status === 204 || call.status === 302) return { description, headers };
  const types = [doc.answerType ?? 'application/json'].flat();
  const content = Object.fromEntries(
    types.map((type) => [type, { schema: { type: typeOf(type) }, ...example }]),
  );
  return { description, headers, content };
}

/** Anything but JSON is text, or bytes shown as text. */
function typeOf(contentType: string): 'object' | 'string' {
  return contentType === 'application/json' ? 'object' : 'string';
}

/** The accepted forms of a body: JSON, form fields, or one form part alongside files. */
function describeBody(call: Call, doc: CallDoc) {
  const schema = call.body ?? doc.body;
  if (schema === undefined) return {};
  const example = doc.exampleBody;
  const plain = { schema, example };
  const form = contentForm(schema, example);
  const ways = {
    json: { 'application/json': plain },
    fields: {
      'application/x-www-form-urlencoded': plain,
      'multipart/form-data': plain,
      'application/json': plain,
    },
    'fields only': { 'application/x-www-form-urlencoded': plain },
    content: { 'application/json': plain, 'multipart/form-data': form },
    'content only': { 'multipart/form-data': form },
    file: { 'text/csv': plain, 'application/json': { schema: z.looseObject({}) } },
  };
  return { requestBody: { required: true, content: ways[doc.form ?? 'json'] } };
}

function contentForm(schema: z.ZodType, example: unknown) {
  return {
    schema: z.object({
      content: schema,
      files: z
        .array(z.string().meta({ override: { format: 'binary' } }))
        .optional()
        .describe('Files, under any field name.'),
    }),
    encoding: { content: { contentType: 'application/json' } },
    example: { content: example },
  };
}
