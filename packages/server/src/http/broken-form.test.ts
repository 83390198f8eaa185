/** Malformed forms are refused and their connection stays usable. Found by the fuzzer. */
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { calls } from '@textprobe/contract/calls';
import { expect, test } from 'vitest';
import { openTestServer } from '../testing/test-server.ts';

const { server, client } = await openTestServer();

test.each([
  [
    'cut off in a part',
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\nhal',
  ],
  ['cut off in a head', 'multipart/form-data; boundary=b', '--b\r\nContent-Disp'],
  ['empty', 'multipart/form-data; boundary=b', ''],
  ['without a boundary', 'multipart/form-data', '--b--'],
  ['with too long a boundary', `multipart/form-data; boundary=${'b'.repeat(300)}`, '--b--'],
])('CALL-22 a form that is %s is a client error', async (_kind, type, body) => {
  const problem = await client.problem(calls.createTest, { body, headers: { 'content-type': type } });
  expect(problem.status).toBeGreaterThanOrEqual(400);
  expect(problem.status).toBeLessThan(500);
});

test.each([
  ['is declared as compressed', 415, { 'content-encoding': 'gzip' }, Buffer.alloc(1_100_000, 'x')],
  ['is refused halfway', 413, {}, tooLargeContent()],
])(
  'CALL-22 after a large form that %s, the connection answers the next request',
  async (_kind, status, more, form) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const cookie = client.cookieHeader();
    const headers = { cookie, 'x-xsrf-token': await client.csrfToken() };
    function send(method: string, path: string, extra: object, body?: Buffer): Promise<number | undefined> {
      const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
      const outgoing = request(new URL(path, server.address), {
        agent,
        method,
        headers: { ...headers, ...extra },
      });
      outgoing.on('response', (answer) => {
        text(answer).then(() => resolve(answer.statusCode), reject);
      });
      outgoing.on('error', reject).end(body);
      return promise;
    }
    try {
      const type = { 'content-type': 'multipart/form-data; boundary=b' };
      expect(await send('POST', calls.createTest.path, { ...type, ...more }, form)).toBe(status);
      expect(await send('GET', calls.partners.path, {})).toBe(200);
    } finally {
      agent.destroy();
    }
  },
);

function tooLargeContent(): Buffer {
  const head = '--b\r\nContent-Disposition: form-data; name="content"; filename="blob"\r\n\r\n';
  return Buffer.concat([Buffer.from(head), Buffer.alloc(6_000_000, ' '), Buffer.from('\r\n--b--\r\n')]);
}

test('CALL-22 a malformed path is refused with the request id in the header too', async () => {
  const response = await client.send('GET', '/api/%zz');
  const { requestId } = (await response.json()) as { requestId: string };
  expect(response.headers.get('x-request-id')).toBe(requestId);
});
