import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { expect, test } from 'vitest';
import { trackConnections } from './connections.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: textprobe\r\n\r\n';

/** Its timeouts are long, so that a test which waits for one fails. */
async function listen(answer: RequestListener, limit = 100) {
  const clock = createManualClock();
  const server = createServer({ keepAliveTimeout: 60_000, headersTimeout: 60_000 }, answer);
  const connections = trackConnections(server, { limit, clock });
  server.on('request', ({ socket, headers }) => {
    if (headers['x-forwarded-for'] !== undefined) connections.markForwarded(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    clock,
    async open(from = '127.0.0.1'): Promise<Socket> {
      const accepted = once(server, 'connection');
      const socket = connect({ port, host: '127.0.0.1', localAddress: from });
      // A refused connection is reset.
      socket.on('error', () => undefined);
      await accepted;
      return socket;
    },
    async close(): Promise<void> {
      const closed = once(server, 'close');
      server.close();
      connections.end();
      await closed;
    },
  };
}

test('a connection without any request does not delay closing', async () => {
  const server = await listen(() => undefined);
  const socket = await server.open();
  const ended = text(socket);
  await server.close();
  expect(await ended).toBe('');
});

test('an answer in flight is completed, then its connection is closed', async () => {
  const asked = Promise.withResolvers<void>();
  const proceed = Promise.withResolvers<void>();
  const server = await listen((_request, response) => {
    response.write('one ');
    asked.resolve();
    void proceed.promise.then(() => response.end('two'));
  });
  const socket = await server.open();
  const answer = text(socket);
  socket.write(REQUEST);
  await asked.promise;
  const closed = server.close();
  proceed.resolve();
  await closed;
  expect(await answer).toMatch(/one .*two/s);
});

test('a keep-alive connection is closed with the server', async () => {
  const server = await listen((_request, response) => response.end('answer'));
  const socket = await server.open();
  const answered = once(socket, 'data');
  socket.write(REQUEST);
  await answered;
  const ended = once(socket.resume(), 'end');
  await server.close();
  await ended;
});

test('GUARD-1 a network gets at most a quarter of the connections; one more replaces its longest idle one', async () => {
  const server = await listen((_request, response) => response.end('answer'), 16);
  const own = await Promise.all(Array.from({ length: 4 }, () => server.open('127.0.0.2')));
  const other = await server.open('127.0.0.3');
  const [first, second] = own as [Socket, Socket];
  expect(await answerTo(first)).toContain('answer');
  const gone = once(second, 'close');
  const fifth = await server.open('127.0.0.2');
  await gone;
  for (const socket of [first, other, fifth]) expect(await answerTo(socket)).toContain('answer');
  await server.close();
});

test('GUARD-1 a network that keeps reconnecting replaces at most a hundred of its own per second', async () => {
  const server = await listen((_request, response) => response.end('answer'), 16);
  const dial = () => server.open('127.0.0.2');
  for (let nth = 0; nth < 4 + 100; nth += 1) expect(await answerTo(await dial())).toContain('answer');
  const refused = await dial();
  if (!refused.destroyed) await once(refused, 'close');
  expect(await answerTo(await server.open('127.0.0.3'))).toContain('answer');
  await server.clock.advance(1_000);
  expect(await answerTo(await dial())).toContain('answer');
  await server.close();
});

test('GUARD-1 when every connection of a network has a request in flight, one more is closed', async () => {
  const held: (() => void)[] = [];
  const server = await listen((_request, response) => held.push(() => response.end('answer')), 16);
  const own = await Promise.all(Array.from({ length: 4 }, () => server.open('127.0.0.2')));
  for (const socket of own) socket.write(REQUEST);
  await expect.poll(() => held).toHaveLength(4);
  const fifth = await server.open('127.0.0.2');
  if (!fifth.destroyed) await once(fifth, 'close');
  const stranger = await server.open('127.0.0.3');
  stranger.write(REQUEST);
  await expect.poll(() => held).toHaveLength(5);
  for (const end of held) end();
  await server.close();
});

test('GUARD-1 with all connections in use a new network replaces an idle one', async () => {
  const server = await listen((_request, response) => response.end('answer'), 8);
  const idle: Socket[] = [];
  for (let nth = 0; nth < 8; nth += 1) idle.push(await server.open(`127.0.0.${2 + Math.floor(nth / 2)}`));
  const closed = Promise.any(idle.map((socket) => once(socket, 'close')));
  const late = await server.open('127.0.0.9');
  expect(await answerTo(late)).toContain('answer');
  await closed;
  await server.close();
});

test('GUARD-1 idle connections are closed after 5 s once half are in use, except those of a proxy', async () => {
  const held: (() => void)[] = [];
  const server = await listen((request, response) => {
    if (request.url === '/held') held.push(() => response.end('answer'));
    else response.end('answer');
  }, 8);
  const proxy = await server.open('127.0.0.2');
  expect(await answerTo(proxy, 'X-Forwarded-For: 192.0.2.1\r\n')).toContain('answer');
  const busy = await server.open('127.0.0.2');
  busy.write(REQUEST.replace('GET / ', 'GET /held '));
  await expect.poll(() => held).toHaveLength(1);
  const idle = [await server.open('127.0.0.3'), await server.open('127.0.0.4')];
  await server.clock.advance(10_000);
  for (const socket of idle) expect(await answerTo(socket)).toContain('answer');
  // From here on more than half are in use.
  const last = await server.open('127.0.0.5');
  await server.clock.advance(4_000);
  for (const socket of [...idle, last]) expect(socket.destroyed).toBe(false);
  const closed = Promise.all([...idle, last].map((socket) => once(socket, 'close')));
  await server.clock.advance(2_000);
  await closed;
  expect(await answerTo(proxy)).toContain('answer');
  expect(proxy.destroyed).toBe(false);
  const answered = once(busy, 'data');
  for (const end of held) end();
  expect(String(await answered)).toContain('answer');
  await server.close();
});

async function answerTo(socket: Socket, headers = ''): Promise<string> {
  const answered = once(socket, 'data');
  socket.write(REQUEST.replace('\r\n\r\n', `\r\n${headers}\r\n`));
  return String(await answered);
}
