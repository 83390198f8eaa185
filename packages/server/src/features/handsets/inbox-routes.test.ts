/** The server around an inbox: raw bytes in, answer out, and the sender's identity. */
import { expect, test } from 'vitest';
import { PROBLEM_CONTENT_TYPE } from '../../http/problem.ts';
import { ECHO_PATH, openTestServer } from '../../testing/test-server.ts';

const { server } = await openTestServer();

const key = { authorization: 'Bearer tph_x' };

test('CALL-16 the inbox gets the raw bytes, whatever their content type', async () => {
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
    title: 'No message has this code',
  });
});
