/** What the log says of a request, and what it never says. */
import { calls } from '@textprobe/contract/calls';
import { expect, test } from 'vitest';
import { PAYLOAD } from './testing/payload.ts';
import { fillDirectory, PASSWORD, startTestServer } from './testing/test-server.ts';

test('CALL-22 one line a request with id, method, route, status and time; no body, cookie, key or password', async () => {
  const server = await startTestServer();
  try {
    await fillDirectory(server.db);
    const client = await server.operator();
    const body = { ...PAYLOAD, messageBody: 'very private text' };
    const response = await client.send('POST', calls.createTest.path, { body });
    const lines = () => server.logged.filter((line) => line.route === calls.createTest.path);
    // The line is written when the last byte is out, which the client may see first.
    await expect.poll(lines).toHaveLength(1);
    expect(lines()[0]).toMatchObject({
      method: 'POST',
      status: 201,
      ms: expect.any(Number),
      requestId: response.headers.get('x-request-id'),
      msg: 'request',
    });
    const all = JSON.stringify(server.logged);
    for (const secret of ['very private text', PASSWORD, ...client.cookies.values()])
      expect(all).not.toContain(secret);
  } finally {
    await server.close();
  }
});
