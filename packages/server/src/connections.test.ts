import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { trackConnections } from './connections.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: textprobe\r\n\r\n';

/** Its timeouts are so long that a test which waits for one fails. */
async function listen(answer: RequestListener) {
  const server = createServer({ keepAliveTimeout: 60_000, headersTimeout: 60_000 }, answer);
  const end = trackConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    async open(): Promise<Socket> {
      const accepted = once(server, 'connection');
      const socket = connect(port, '127.0.0.1');
      await accepted;
      return socket;
    },
    async close(): Promise<void> {
      const closed = once(server, 'close');
      server.close();
      end();
      await closed;
    },
  };
}

test('a connection on which nothing was ever asked does not hold up the closing', async () => {
  const server = await listen(() => undefined);
  const socket = await server.open();
  const ended = text(socket);
  await server.close();
  expect(await ended).toBe('');
});

test('an answer under way is ended, and its connection with it', async () => {
  const asked = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const server = await listen((_request, response) => {
    response.write('one ');
    asked.resolve();
    void goOn.promise.then(() => response.end('two'));
  });
  const socket = await server.open();
  const answer = text(socket);
  socket.write(REQUEST);
  await asked.promise;
  const closed = server.close();
  goOn.resolve();
  await closed;
  expect(await answer).toMatch(/one .*two/s);
});

test('a connection kept alive after its answer ends with the server', async () => {
  const server = await listen((_request, response) => response.end('answer'));
  const socket = await server.open();
  const answered = once(socket, 'data');
  socket.write(REQUEST);
  await answered;
  const ended = once(socket.resume(), 'end');
  await server.close();
  await ended;
});
