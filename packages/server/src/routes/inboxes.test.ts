/** What the server does around an inbox: bytes in, answer out, and who is told to be the sender. */

import { afterAll, expect, test } from 'vitest';
import { PROBLEM_CONTENT_TYPE } from '../problem.ts';
import { makeMessage, makeTest } from '../testing/messages.ts';
import { ECHO_PATH, fillDirectory, startTestServer } from '../testing/test-server.ts';

const server = await startTestServer();
afterAll(() => server.close());
await fillDirectory(server.db);

const call = { method: 'POST', path: ECHO_PATH } as const;
const key = { authorization: 'Bearer tph_x' };

test('CALL-16 a handset with its key needs neither session nor token, and is answered once it is committed', async () => {
  const made = await makeTest(server.db, server.clock.now());
  // Submitted before the report: an arrival is never earlier than that.
  const { id, code } = await makeMessage(server.db, { ...made, at: server.clock.now() - 2_000 }, 'sent');
  const response = await server.visitor().send('POST', ECHO_PATH, { body: code, headers: key, token: null });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ testLogID: id, testActivityStatus: 'RECEIVED' });
  const row = await server.db
    .selectFrom('messages')
    .select('received_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row.received_at).toBe(server.clock.now());
});

test('CALL-16 the bytes reach the inbox as they came, whatever their content type', async () => {
  const bytes = new Uint8Array([0xff, 0x00, 0x41]);
  const headers = { ...key, 'content-type': 'application/octet-stream' };
  await server.visitor().send('POST', ECHO_PATH, { body: bytes, headers, token: null });
  expect(server.arrivals.at(-1)?.messageCode).toBe('\u00ff\u0000A');
});

test('CALL-16 an unknown code is 404 as a problem body', async () => {
  const response = await server
    .visitor()
    .send('POST', ECHO_PATH, { body: 'nobody knows', headers: key, token: null });
  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toBe(PROBLEM_CONTENT_TYPE);
  expect(await response.json()).toMatchObject({
    code: 'message.unknown',
    status: 404,
    title: 'No message bears this code',
  });
});

test('CALL-16 without a key and without a session it is 401', async () => {
  const problem = await server.visitor().problem(call, { body: 'x', token: null });
  expect(problem).toMatchObject({ status: 401, code: 'handset-key.invalid' });
});

test('CALL-16 a session may report too, but only with its CSRF token', async () => {
  const client = await server.operator();
  expect(await client.problem(call, { body: 'x', token: null })).toMatchObject({
    status: 403,
    code: 'csrf.invalid',
  });
  expect(await client.problem(call, { body: 'x' })).toMatchObject({ status: 404, code: 'message.unknown' });
});
