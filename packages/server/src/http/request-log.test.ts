/** What the log contains of a request, and what it never contains. */
import { calls } from '@textprobe/contract/calls';
import { signMediaPath } from '@textprobe/media/signed-link';
import { picture } from '@textprobe/media/testing/sample-files';
import { expect, test } from 'vitest';
import { formOf, MMS_PAYLOAD } from '../testing/forms.ts';
import { PAYLOAD } from '../testing/payload.ts';
import { fillDirectory, MEDIA_SECRET, PASSWORD, startTestServer } from '../testing/test-server.ts';

test('CALL-22 logs one line per request with id, method, route, status and time; no body, cookie, key or password', async () => {
  await using server = await startTestServer();
  await fillDirectory(server.db);
  const client = await server.operator();
  const body = { ...PAYLOAD, messageBody: 'very private text' };
  const response = await client.send('POST', calls.createTest.path, { body });
  const lines = () => server.logged.filter((line) => line.route === calls.createTest.path);
  // The line is logged after the last byte is sent; the client may see that byte first.
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
});

test('CALL-22 a streamed answer logs no warning with its URL, which may be a signed link', async () => {
  await using server = await startTestServer();
  await fillDirectory(server.db);
  const client = await server.operator();
  const form = formOf(MMS_PAYLOAD, [[await picture('png', 8, 8), 'cat.png']]);
  const { testId, mediaFiles } = await client.call(calls.createTest, { body: form });
  const [file] = mediaFiles;
  await client.call(calls.testLogsOfTest, { query: { testId } });
  const { pathname } = new URL(file?.url ?? '', server.address);
  const link = signMediaPath(MEDIA_SECRET, {
    mediaId: pathname.split('/').at(-1) ?? '',
    expiresAt: server.clock.now() + 60_000,
  });
  const response = await server.visitor().send('GET', link);
  expect(response.status).toBe(200);
  await response.arrayBuffer();
  const requests = () => server.logged.filter(({ msg }) => msg === 'request');
  await expect.poll(() => requests().length).toBeGreaterThanOrEqual(5);
  expect(server.logged.filter(({ level }) => Number(level) >= 40)).toEqual([]);
  expect(JSON.stringify(server.logged)).not.toContain('signature=');
});
