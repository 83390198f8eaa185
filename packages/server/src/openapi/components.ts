/** Components that the operations refer to by name: schemas, response headers and security schemes. */
import { userSchema } from '@textprobe/contract/accounts';
import type { Access, Call } from '@textprobe/contract/call';
import { ANSWER_HEADERS, type HeaderDoc } from '@textprobe/contract/call-docs/answer-headers';
import { clientSchema, officeSchema, partnerSchema, testPhoneSchema } from '@textprobe/contract/directory';
import { CSRF_HEADER, IDEMPOTENCY_REPLAYED_HEADER } from '@textprobe/contract/headers';
import { messageReceivedBodySchema } from '@textprobe/contract/message-received';
import { filteredLogSchema, reportSchema, testLogSchema } from '@textprobe/contract/messages';
import { handsetPingBodySchema, phoneHealthSchema } from '@textprobe/contract/phone-health';
import { fieldErrorSchema, problemSchema } from '@textprobe/contract/problem';
import { queryFormOf } from '@textprobe/contract/query-form';
import { recurrenceRuleInputSchema, recurrenceRuleSchema, runSchema } from '@textprobe/contract/schedules';
import { createTestBodySchema, testSchema, updateTestBodySchema } from '@textprobe/contract/tests';
import { z } from 'zod';
import type { CreateDocumentOptions } from 'zod-openapi';
import { cookieStyle } from '../http/cookies.ts';

const NAMED_SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  Problem: problemSchema,
  FieldError: fieldErrorSchema,
  User: userSchema,
  Partner: partnerSchema,
  Client: clientSchema,
  Office: officeSchema,
  TestPhone: testPhoneSchema,
  Test: testSchema,
  CreateTest: createTestBodySchema,
  UpdateTest: updateTestBodySchema,
  RecurrenceRule: recurrenceRuleSchema,
  Run: runSchema,
  TestLog: testLogSchema,
  FilteredLog: filteredLogSchema,
  Report: reportSchema,
  MessageReceived: messageReceivedBodySchema,
  HandsetPing: handsetPingBodySchema,
  PhoneHealth: phoneHealthSchema,
};

/** Registers the schemas under their names, so that operations refer to them. Idempotent. */
export function nameSchemas(): void {
  for (const [id, schema] of Object.entries(NAMED_SCHEMAS)) {
    z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });
  }
}

type Override = NonNullable<CreateDocumentOptions['override']>;

/** Corrects JSON schemas that say less than we know, or more than we promise. */
export const adjustSchema: Override = ({ zodSchema, jsonSchema, io }) => {
  // Zod closes output objects; a client generated from that would reject an answer with a new field.
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (!(zodSchema instanceof z.ZodType)) return;
  // The schema accepts any object: the domain validates it field by field, to name each wrong one.
  if (zodSchema === recurrenceRuleInputSchema)
    return replace(jsonSchema, { $ref: '#/components/schemas/RecurrenceRule' });
  const form = queryFormOf(zodSchema);
  if (form !== undefined) replace(jsonSchema, form);
};

function replace(jsonSchema: object, by: object): void {
  for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
  Object.assign(jsonSchema, by);
}

const COMMON_HEADERS = {
  'X-Request-Id': {
    description: 'The request ID, as in the log and in problems.',
    type: 'string',
  },
  'Retry-After': { description: 'Seconds to wait before trying again.', type: 'integer' },
  [IDEMPOTENCY_REPLAYED_HEADER]: {
    description: '`true` when a stored response is replayed.',
    type: 'string',
  },
} as const satisfies Record<string, HeaderDoc>;

const ALL_HEADERS = { ...COMMON_HEADERS, ...ANSWER_HEADERS };

/** The response headers. */
export const SHARED_HEADERS = Object.fromEntries(
  Object.entries<HeaderDoc>(ALL_HEADERS).map(([name, { description, type }]) => [
    name,
    { description, schema: { type } },
  ]),
);

/** References to headers by name; every answer has a request id. */
export function headersNamed(names: readonly (keyof typeof ALL_HEADERS)[]) {
  return Object.fromEntries(
    ['X-Request-Id', ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

export const SECURITY_SCHEMES = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: cookieStyle(null).session,
    description: `The session cookie, set by the login; with https its name is \`${cookieStyle('https://x').session}\`.`,
  },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: CSRF_HEADER,
    description:
      'The token that `GET /api/csrf` returns, fetched after the login. Send the cookie that it sets as well.',
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The token of a program, created in the profile or by `POST /api/tokens`. It needs no CSRF token.',
  },
  handsetKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'The key of a test phone, created by `POST /api/handset-keys`.',
  },
  metricsToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of the setting `METRICS_TOKEN`.',
  },
} as const;

const SESSION = { session: [] };
const UNSAFE = { session: [], csrf: [] };
const TOKEN = { token: [] };

/** Alternative requirements; an empty one allows anonymous calls. */
export function securityOf({ access, method, sessionOnly }: Call): Record<string, string[]>[] {
  const session = method === 'GET' ? SESSION : UNSAFE;
  const account = sessionOnly === true ? [session] : [session, TOKEN];
  const ways: Record<Access, Record<string, string[]>[]> = {
    public: [],
    session: account,
    handset: [{ handsetKey: [] }, ...account],
    scraper: [{ metricsToken: [] }, ...account],
    // The signature is part of the query.
    signed: [...account, {}],
  };
  return ways[access];
}
