/** A streamed list whose client disconnects, or whose source fails halfway. */
import { calls } from '@textprobe/contract/calls';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../testing/test-server.ts';
import { sendJsonList } from './json-stream.ts';

test('CALL-6 a list that fails halfway is aborted, not ended as if complete', async () => {
  const app = Fastify();
  app.get('/', (_request, reply) => sendJsonList(reply, failing()));
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  await expect(fetch(address).then((response) => response.text())).rejects.toThrow(/terminated/);

  async function* failing() {
    yield ['x'.repeat(100_000)];
    throw new Error('the database went away');
  }
});

test('CALL-6 reading stops when the client disconnects', async () => {
  const ended = Promise.withResolvers<void>();
  const app = Fastify();
  app.get('/', (_request, reply) => sendJsonList(reply, endless()));
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  const leaving = new AbortController();
  const response = await fetch(address, { signal: leaving.signal });
  expect(response.status).toBe(200);
  leaving.abort();
  await ended.promise;

  async function* endless() {
    try {
      for (;;) yield ['x'.repeat(10_000)];
    } finally {
      ended.resolve();
    }
  }
});

test('CALL-6 long answers are compressed for clients that accept it', async () => {
  await using server = await startTestServer();
  const names = Array.from({ length: 200 }, (_, index) => ({ name: `Partner ${index}` }));
  await server.db.insertInto('partners').values(names).execute();
  const client = await server.operator();
  const compressed = await client.send('GET', calls.partners.path, {
    headers: { 'accept-encoding': 'gzip' },
  });
  expect(compressed.headers.get('content-encoding')).toBe('gzip');
  expect(compressed.headers.get('vary')).toContain('accept-encoding');
  expect(await compressed.json()).toHaveLength(200);
  const plain = await client.send('GET', calls.partners.path, {
    headers: { 'accept-encoding': 'identity' },
  });
  expect(plain.headers.get('content-encoding')).toBeNull();
});
