/** Every call with a session refuses a mistyped key by name, and changes nothing (GUARD-3). */
import type { Call } from '@textprobe/contract/call';
import { callDocs } from '@textprobe/contract/call-docs';
import { type CallName, calls } from '@textprobe/contract/calls';
import { IGNORED_KEYS } from '@textprobe/contract/tests';
import { realClock } from '@textprobe/database/testing/real-clock';
import { createNativeInbox } from '@textprobe/gateways/inbox/native-inbox';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { CARRIERS, HANDSETS, PUBLIC, SOURCES } from '../testing/open-calls.ts';
import { PAYLOAD } from '../testing/payload.ts';
import { createStrangersInboxes } from '../testing/source-inboxes.ts';
import { openTestServer } from '../testing/test-server.ts';
import { requestSchemas } from './route.ts';

/** Public calls, and those of handsets and providers, tolerate unknown keys. */
const LOOSE: readonly CallName[] = [...PUBLIC, ...HANDSETS, ...SOURCES, ...CARRIERS];
const UNKNOWN_KEY = { field: 'zzz', code: 'unrecognized_keys', message: 'unknown; leave it out.' };
const all = Object.entries<Call>(calls) as [CallName, Call][];
const strict = all.filter(([name]) => !LOOSE.includes(name));

const native = createNativeInbox({ clock: realClock, findPhoneByKey: async () => null });
const { server, client } = await openTestServer({ inboxes: [native, ...createStrangersInboxes()] });

test.each(strict)('GUARD-3 %s refuses an unknown key of the query and names it', async (name, call) => {
  const path = call.path.replace(':id', 'x');
  const { method } = call;
  const sent = { query: { zzz: 1 }, body: bodyOf(name, call) };
  const problem = await client.problem({ method, path }, sent);
  expect(problem).toMatchObject({ status: 400, code: 'query.invalid' });
  expect(problem.errors).toContainEqual(UNKNOWN_KEY);
  expect(problem.detail).toContain('zzz: unknown;');
});

// A file has no keys.
const withBody = strict.filter(([, { method, body }]) => method !== 'GET' && !(body instanceof z.ZodCustom));

test.each(withBody)('GUARD-3 %s refuses an unknown key of the body and names it', async (name, call) => {
  const body = { ...(bodyOf(name, call) as object), zzz: 1 };
  const problem = await client.problem(call, { query: queryOf(call), body });
  expect(problem).toMatchObject({ status: 422, code: 'body.invalid' });
  expect(problem.errors).toContainEqual(UNKNOWN_KEY);
});

test.each(strict)('GUARD-3 %s is strict down to the innermost object', (_name, call) => {
  const { querystring, body } = requestSchemas(call);
  for (const schema of [querystring, body]) {
    if (schema === undefined) continue;
    expect(looseParts(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))).toEqual([]);
  }
});

test.each([
  ['officeIds', { clientIDs: [1], officeIDs: undefined, officeIds: [1] }, 'officeIDs'],
  ['testtype', { testType: undefined, testtype: 'SCHEDULED' }, 'testType'],
  ['clientIDs.clientIds', { clientIDs: { clientIds: [1] } }, 'clientIDs'],
  ['officeIDs.officeIds', { officeIDs: { officeIDs: [1], officeIds: [2] } }, 'officeIDs'],
  ['mediaURLs.medias', { messageType: 'MMS', mediaURLs: { medias: [] } }, 'media'],
  [
    'recurrenceRule.daysOfWeek',
    { testType: 'RECURRING', recurrenceRule: { frequency: 'weeks', time: '10:30', daysOfWeek: [] } },
    'days_of_week',
  ],
  ['recurrenceRule.endDate', { recurrenceRule: { endDate: '2027-01-01' } }, 'end_date'],
])('GUARD-3 nothing is sent if the payload has %s', async (field, written, meant) => {
  const problem = await client.problem(calls.createTest, { body: { ...PAYLOAD, ...written } });
  expect(problem).toMatchObject({ status: 422, code: 'body.invalid' });
  expect(problem.errors).toContainEqual({
    field,
    code: 'unrecognized_keys',
    message: `unknown; did you mean ${meant}?`,
  });
  expect(problem.detail).toContain(`${field}: unknown; did you mean ${meant}?`);
  expect(await countTests()).toBe(0);
});

test.each([{ zzz: 1 }, { kind: 'smtp', settings: {}, zzz: 1 }, { kind: 'smpp', zzz: 1 }])(
  'GUARD-3 an unknown key is named beside what else is wrong: %j',
  async (body) => {
    const problem = await client.problem(calls.testNewGateway, { body });
    expect(problem).toMatchObject({ status: 422, code: 'body.invalid' });
    expect(problem.errors).toContainEqual(UNKNOWN_KEY);
    expect(problem.errors).not.toEqual([UNKNOWN_KEY]);
  },
);

test('GUARD-3 a mistyped key does not widen a test that is updated', async () => {
  const soon = { testType: 'SCHEDULED', scheduledTimestamp: '2099-01-01 10:00:00.000' };
  const { testId } = await client.call(calls.createTest, { body: { ...PAYLOAD, ...soon, officeIDs: [1] } });
  const body = { ...PAYLOAD, ...soon, testId, clientIDs: [1], officeIDs: undefined, officeIds: [1] };
  expect(await client.problem(calls.updateTest, { body })).toMatchObject({
    status: 422,
    detail: 'officeIds: unknown; did you mean officeIDs?',
  });
  const { officeIDs: kept } = await client.call(calls.getTest, { query: { testId } });
  expect(kept).toEqual({ officeIDs: [1] });
  await client.call(calls.deleteTest, { query: { testId } });
});

test('GUARD-3 refuses a form field outside content, which would be lost', async () => {
  const form = new FormData();
  form.append('content', JSON.stringify({ ...PAYLOAD, officeIDs: [] }));
  form.append('officeIDs', '[1]');
  expect(await client.problem(calls.createTest, { body: form })).toMatchObject({
    status: 422,
    errors: [{ field: 'officeIDs', code: 'unrecognized_keys' }],
  });
  expect(await countTests()).toBe(0);
});

test('GUARD-3 the keys that old clients send are accepted, listed by name, and change nothing', async () => {
  expect(IGNORED_KEYS).toEqual({
    createTest: ['executionStatus', 'testStatus', 'partnerID'],
    updateTest: ['executionStatus', 'testStatus', 'partnerIDs'],
  });
  const soon = { testType: 'SCHEDULED', scheduledTimestamp: '2099-01-01 10:00:00.000' };
  const old = { executionStatus: 'DELIVERED', testStatus: 'Active' };
  const created = await client.call(calls.createTest, {
    body: { ...PAYLOAD, ...soon, ...old, partnerID: 2 },
  });
  const { testId } = created;
  const updated = await client.call(calls.updateTest, { body: { ...PAYLOAD, ...soon, ...old, testId } });
  for (const answer of [created, updated]) {
    expect(answer).toMatchObject({ executionStatus: 'UNEXECUTED', partnerIDs: [1] });
    expect(answer).not.toHaveProperty('testStatus');
  }
  await client.call(calls.deleteTest, { query: { testId } });
});

async function countTests(): Promise<number> {
  return (await server.db.selectFrom('tests').select('id').execute()).length;
}

function bodyOf(name: CallName, { method, body }: Call): unknown {
  if (method === 'GET') return undefined;
  return body === undefined ? {} : callDocs[name].exampleBody;
}

/** A valid query, so that the body is validated. */
function queryOf({ query }: Call): Record<string, string> {
  if (!(query instanceof z.ZodObject)) return {};
  const source = '0123456789abcdef0123456789abcdef';
  for (const id of ['1', source]) {
    const given = Object.fromEntries(Object.keys(query.shape).map((key) => [key, id]));
    if (query.safeParse(given).success) return given;
  }
  throw new Error(`no query fits ${Object.keys(query.shape).join(', ')}`);
}

/** The open objects within a JSON schema; except a gateway's settings, which its kind validates. */
function looseParts(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, additionalProperties, properties } = schema as Record<string, unknown>;
  const isLoose = type === 'object' && additionalProperties !== false && !path.endsWith('/settings');
  const inside = Object.entries({ ...schema, properties: undefined }).flatMap(([key, part]) =>
    key === 'additionalProperties' ? [] : looseParts(part, `${path}/${key}`),
  );
  const named = Object.entries((properties ?? {}) as object).flatMap(([key, part]) =>
    looseParts(part, `${path}/${key}`),
  );
  return [...(isLoose ? [path] : []), ...inside, ...named];
}
