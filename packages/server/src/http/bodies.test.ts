/** A body with a charset or encoding that is not supported is refused, not misread (GUARD-5). */
import { gzipSync } from 'node:zlib';
import { calls } from '@textprobe/contract/calls';
import { expect, test } from 'vitest';
import { PAYLOAD } from '../testing/payload.ts';
import { ECHO_PATH, openTestServer, PASSWORD, USERNAME } from '../testing/test-server.ts';

const { server, client } = await openTestServer();

const JSON_BODY = JSON.stringify(PAYLOAD);
const REFUSED = { status: 415, code: 'body.unsupported-type' };

test.each(['utf-16', 'UTF-16LE', 'iso-8859-1', '"utf-16"', 'utf-8; charset=utf-16', ''])(
  'GUARD-5 JSON with charset=%s is 415',
  async (charset) => {
    const headers = { 'content-type': `application/json; charset=${charset}` };
    expect(await client.problem(calls.createTest, { body: JSON_BODY, headers })).toMatchObject(REFUSED);
    expect(await server.db.selectFrom('tests').select('id').execute()).toEqual([]);
  },
);

test.each([
  ['that is compressed', 'gzip', gzipSync(JSON_BODY)],
  ['that is not compressed', 'gzip', JSON_BODY],
  ['that is not compressed', 'br', JSON_BODY],
])('GUARD-5 a body %s with content-encoding %s is 415', async (_kind, encoding, body) => {
  const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
  expect(await client.problem(calls.createTest, { body, headers })).toMatchObject(REFUSED);
  expect(await server.db.selectFrom('tests').select('id').execute()).toEqual([]);
});

test('GUARD-5 a form in another charset is 415, at login and at an inbox too', async () => {
  const body = new TextEncoder().encode(`username=${USERNAME}&password=${encodeURIComponent(PASSWORD)}`);
  const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-16' };
  expect(await server.visitor().problem(calls.login, { body, headers, token: null })).toMatchObject(REFUSED);
  expect(await client.problem({ method: 'POST', path: ECHO_PATH }, { body, headers })).toMatchObject(REFUSED);
  const form = { 'content-type': 'multipart/form-data; boundary=x; charset=utf-16' };
  expect(await client.problem(calls.createTest, { body: '--x--', headers: form })).toMatchObject(REFUSED);
});

test('GUARD-5 a part of a form with a transfer encoding is 415', async () => {
  const content = Buffer.from(JSON_BODY).toString('base64');
  const head = 'Content-Disposition: form-data; name="content"; filename="blob"';
  const body = `--x\r\n${head}\r\nContent-Transfer-Encoding: base64\r\n\r\n${content}\r\n--x--\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  expect(await client.problem(calls.createTest, { body, headers })).toMatchObject(REFUSED);
});

test.each(['application/json', 'application/json;charset=UTF-8', 'application/json; charset="utf-8"'])(
  'GUARD-5 %s is read',
  async (type) => {
    const headers = { 'content-type': type, 'content-encoding': 'identity' };
    const body = JSON.stringify({ frequency: 'days', time: '10:30' });
    await client.call(calls.previewSchedule, { body, headers });
  },
);

test('GUARD-5 a request without a body may declare any encoding', async () => {
  const headers = { 'content-type': 'application/json; charset=utf-16', 'content-encoding': 'gzip' };
  expect((await client.send('GET', calls.partners.path, { headers })).status).toBe(200);
});
