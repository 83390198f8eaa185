/** Invalid input of every kind gets a clear problem, and nothing is half-written. */
import { connect } from 'node:net';
import { calls } from '@textprobe/contract/calls';
import { problemSchema } from '@textprobe/contract/problem';
import { afterAll, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../deps.ts';
import { PAYLOAD } from '../testing/payload.ts';
import { openTestServer, startTestServer, type TestServer } from '../testing/test-server.ts';

const { server, client } = await openTestServer();
afterAll(async () => {
  expect(await server.db.selectFrom('tests').select('id').execute()).toEqual([]);
});

const { createTest, updateTest, listTests } = calls;

test.each([
  ['cut off', '{"messageBody": "x"'],
  ['not JSON', 'hello'],
  ['empty', ''],
  ['not UTF-8', new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22])],
])('CALL-22 a body that is %s is 400 json.invalid', async (_kind, body) => {
  expect(await client.refusal(createTest, { body })).toBe('400 json.invalid');
});

test('CALL-22 no body at all is 400 json.invalid', async () => {
  expect(await client.refusal(createTest)).toBe('400 json.invalid');
});

test('CALL-22 the number of reported faults is limited', async () => {
  const phoneIDs = Array.from({ length: 5_000 }, () => 0);
  const problem = await client.problem(createTest, { body: { ...PAYLOAD, phoneIDs } });
  expect(problem.errors).toHaveLength(50);
});

test.each([
  ['null', null],
  ['a list', []],
  ['a number', 7],
])('CALL-22 %s instead of an object is refused with a sentence', async (_kind, body) => {
  const problem = await client.problem(createTest, { body: JSON.stringify(body) });
  expect(problem).toMatchObject({ status: 422, detail: 'Must be an object.' });
});

test('CALL-22 wrong types are 422, and each field says what to write', async () => {
  const body = {
    ...PAYLOAD,
    messageBody: 7,
    officeIDs: ['1'],
    testType: 'NOW',
    scheduledTimestamp: 'tomorrow',
    phoneIDs: { ids: [1] },
  };
  const problem = await client.problem(createTest, { body });
  expect(problem).toMatchObject({ status: 422, code: 'body.invalid' });
  expect(Object.fromEntries((problem.errors ?? []).map((error) => [error.field, error.message]))).toEqual({
    messageBody: 'Must be a string.',
    officeIDs: 'Must be a list of ids, or an object with such a list named officeIDs.',
    phoneIDs: 'Must be a list of ids, or an object with such a list named phoneIDs.',
    testType: 'Must be one of IMMEDIATE, SCHEDULED, RECURRING.',
  });
});

test('CALL-22 an invalid timestamp is 422 with an example', async () => {
  const problem = await client.problem(createTest, { body: { ...PAYLOAD, scheduledTimestamp: 'tomorrow' } });
  expect(problem.errors).toEqual([
    expect.objectContaining({ field: 'scheduledTimestamp', message: expect.stringContaining('2026-') }),
  ]);
});

test.each([
  ['NUL', 'a\u0000b', 'Remove the NUL character (U+0000).'],
  ['a lone surrogate', 'a\ud800b', 'Remove the invalid character: a surrogate without its pair.'],
  ['a megabyte of text', 'x'.repeat(1_000_000), 'Must have at most 10,000 characters.'],
])('CALL-22 a body with %s is 422 naming messageBody', async (_kind, messageBody, message) => {
  for (const body of [{ ...PAYLOAD, messageBody }, contentForm({ ...PAYLOAD, messageBody })]) {
    const problem = await client.problem(createTest, { body });
    expect(problem).toMatchObject({ status: 422, errors: [{ field: 'messageBody', message }] });
  }
});

test('CALL-22 more than 1 MiB is 413, as JSON and as a form field alike', async () => {
  const big = { ...PAYLOAD, messageBody: 'x'.repeat(1_100_000) };
  expect(await client.refusal(createTest, { body: big })).toBe('413 body.too-large');
  expect(await client.refusal(createTest, { body: contentForm(big) })).toBe('413 body.too-large');
});

test('CALL-22 an unsupported content type is 415', async () => {
  const sent = { body: 'a=b', headers: { 'content-type': 'text/csv' } };
  expect(await client.refusal(createTest, sent)).toBe('415 body.unsupported-type');
});

test('CALL-22 ids out of range are 422, not a database error', async () => {
  const body = { ...PAYLOAD, testId: 2_147_483_648, phoneIDs: [0, -1] };
  const problem = await client.problem(updateTest, { body });
  expect(problem).toMatchObject({ status: 422 });
  expect(problem.errors?.map((error) => error.field)).toEqual(['phoneIDs.0', 'phoneIDs.1', 'testId']);
});

test('CALL-20 unknown and duplicate query keys are named', async () => {
  expect(await client.problem(listTests, { query: { page: 1, sort: 'x' } })).toMatchObject({
    status: 400,
    code: 'query.invalid',
    errors: [{ field: 'sort', message: 'unknown; leave it out.' }],
  });
  const doubled = await client.problem({ method: 'GET', path: `${listTests.path}?page=1&page=2` });
  expect(doubled).toMatchObject({ status: 400, errors: [{ field: 'page', message: 'Must be a string.' }] });
});

test('CALL-22 unknown and malformed paths under /api get a problem', async () => {
  const nowhere = await client.problem({ method: 'GET', path: '/api/nowhere' });
  expect(nowhere).toMatchObject({ status: 404, code: 'route.unknown' });
  expect(await client.refusal({ method: 'GET', path: '/api/%zz' })).toBe('400 request.malformed');
});

test('CALL-22 invalid HTTP is answered and the connection closed', async () => {
  expect(await raw('nonsense\r\n\r\n')).toMatchObject({ status: 400, code: 'request.malformed' });
});

test('CALL-22 a request that states its length in two ways is refused, so that no proxy reads another one in it', async () => {
  const body = '0\r\n\r\nGET /api/account HTTP/1.1\r\nHost: x\r\n\r\n';
  for (const lengths of [
    `Content-Length: ${body.length}\r\nTransfer-Encoding: chunked`,
    'Content-Length: 5\r\nContent-Length: 6',
    'Transfer-Encoding: chunked, identity',
  ]) {
    const request = `POST ${calls.login.path} HTTP/1.1\r\nHost: x\r\n${lengths}\r\n\r\n${body}`;
    expect(await raw(request), lengths).toMatchObject({ status: 400, code: 'request.malformed' });
  }
});

test('CALL-22 TRACE is unknown on every path', async () => {
  for (const path of ['/', '/api/csrf', '/api/account']) {
    const request = `TRACE ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    expect(await raw(request), path).toMatchObject({ status: 404, code: 'route.unknown' });
  }
});

test('CALL-22 headers that never end time out', async () => {
  await using impatient = await startImpatient({ headers: 75, request: 100 });
  expect(await raw('GET /api/csrf HTTP/1.1\r\nHost: x\r\nX-Slow: ', impatient)).toMatchObject({
    status: 408,
    code: 'request.timeout',
  });
});

const UNENDING = 'Host: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n';

test('CALL-22 an unauthenticated body that never ends times out after 10 s, with the default limits', async () => {
  const answer = raw(`POST ${calls.login.path} HTTP/1.1\r\n${UNENDING}\r\n{`);
  let isAnswered = false;
  const answered = answer.finally(() => (isAnswered = true));
  // When the server starts to wait is not visible, so the clock advances second by second until it gives up.
  await expect
    .poll(async () => {
      await server.clock.advance(1_000);
      return isAnswered;
    })
    .toBe(true);
  expect(await answered).toMatchObject({ status: 408, code: 'request.timeout' });
});

test('CALL-22 an authenticated body times out after five minutes', async () => {
  // Node enforces this timeout itself, so the test shortens it, and checks the default separately.
  const { requestTimeout, headersTimeout } = server.app.server;
  expect([requestTimeout, headersTimeout]).toEqual([300_000, 15_000]);
  // Three seconds for both: on a busy machine the login alone takes one.
  await using impatient = await startImpatient({ headers: 5, request: 100 });
  const client = await impatient.operator();
  const token = await client.csrfToken();
  const cookie = client.cookieHeader();
  const headers = `${UNENDING}Cookie: ${cookie}\r\nX-XSRF-TOKEN: ${token}\r\n`;
  const cut = raw(`POST ${createTest.path} HTTP/1.1\r\n${headers}\r\n{`, impatient);
  expect(await cut).toMatchObject({ status: 408, code: 'request.timeout' });
});

/** A server with the default timeouts, each divided by `by`. */
function startImpatient(by: { readonly headers: number; readonly request: number }) {
  return startTestServer({
    limits: {
      headersTimeoutMs: DEFAULT_LIMITS.headersTimeoutMs / by.headers,
      requestTimeoutMs: DEFAULT_LIMITS.requestTimeoutMs / by.request,
    },
  });
}

function contentForm(content: object): FormData {
  const form = new FormData();
  form.append('content', JSON.stringify(content));
  return form;
}

/** Writes bytes to the port and reads the problem sent before the connection closes. */
async function raw(bytes: string, { address }: Pick<TestServer, 'address'> = server) {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(address).port) });
  socket.write(bytes);
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  const body = answer.slice(answer.indexOf('\r\n\r\n') + 4);
  return problemSchema.parse(JSON.parse(body));
}
