import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { checkConnection, describeConnectionError, tooOldError } from './connection-errors.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

async function serve(
  answer: (socket: import('node:net').Socket) => void,
): Promise<{ server: Server; port: number }> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

test('accepts a usable database', async () => {
  await expect(checkConnection(database.url)).resolves.toBeUndefined();
});

test('no server at that port', async () => {
  const { server, port } = await serve(() => undefined);
  server.close();
  await once(server, 'close');
  await expect(checkConnection(`postgres://me:secret@localhost:${port}/db`)).rejects.toThrow(
    `Nothing answers at postgres://me:***@localhost:${port}/db: check that PostgreSQL is running there`,
  );
});

test('no such database, no such user', async () => {
  const nowhere = new URL(database.url);
  nowhere.pathname = '/nowhere';
  await expect(checkConnection(nowhere.href)).rejects.toThrow(
    /^There is no database nowhere at .*\(createdb nowhere\)/,
  );
  const nobody = new URL(database.url);
  nobody.username = 'nobody';
  await expect(checkConnection(nobody.href)).rejects.toThrow('PostgreSQL refused user nobody (');
});

test('a wrong password is reported, and never shown', async () => {
  // The response of a server that requires a clear-text password and rejects it.
  const error = Buffer.from('SFATAL\0C28P01\0Mpassword authentication failed\0\0');
  const { server, port } = await serve((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]));
      socket.once('data', () => socket.end(Buffer.concat([header('E', error.length), error])));
    });
  });
  const checked = checkConnection(`postgres://me:secret@127.0.0.1:${port}/db`);
  await expect(checked).rejects.toThrow(
    `The password for user me in DATABASE_URL (postgres://me:***@127.0.0.1:${port}/db) is wrong.`,
  );
  await expect(checked).rejects.not.toThrow('secret');
  server.close();
});

test('a server without TLS, if TLS is requested', async () => {
  const { server, port } = await serve((socket) => void socket.once('data', () => socket.end('N')));
  await expect(checkConnection(`postgres://127.0.0.1:${port}/db?sslmode=verify-full`)).rejects.toThrow(
    'does not support TLS',
  );
  server.close();
});

test.each([
  ['', 'DATABASE_URL is not a valid address'],
  ['mysql://host/db', 'DATABASE_URL is not a valid address'],
  ['postgres://user:pass word@[::1/db', 'DATABASE_URL is not a valid address'],
])('the address %j is invalid', (url, sentence) => {
  expect(describeConnectionError(new Error('Invalid URL'), url)).toContain(sentence);
});

test.each([
  [
    Object.assign(new Error('getaddrinfo ENOTFOUND db.invalid'), { code: 'ENOTFOUND' }),
    'The host db.invalid in',
  ],
  [Object.assign(new Error('connect ETIMEDOUT'), { code: 'ETIMEDOUT' }), 'cannot be reached'],
  [new AggregateError([Object.assign(new Error('no'), { code: 'ECONNREFUSED' })]), 'Nothing answers'],
  [
    Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
    'TLS certificate',
  ],
  [Object.assign(new Error('too many clients'), { code: '53300' }), 'no free connections'],
  [tooOldError('13.4'), 'PostgreSQL 13.4 at postgres://me:***@db.invalid/db is too old'],
  [new Error('timeout expired'), 'timed out'],
  ['something else', 'cannot be used: something else.'],
])('%s', (error, sentence) => {
  const described = describeConnectionError(error, 'postgres://me:secret@db.invalid/db');
  expect(described).toContain(sentence);
  expect(described).not.toContain('secret');
});

test('a password in the query of the address is masked too', () => {
  expect(describeConnectionError(new Error('x'), 'postgres://db/db?user=me&password=secret')).not.toContain(
    'secret',
  );
});

test('a database at its connection limit', async () => {
  await sql`create role crowded login connection limit 0`.execute(database.db);
  const crowded = new URL(database.url);
  crowded.username = 'crowded';
  await expect(checkConnection(crowded.href)).rejects.toThrow('has no free connections');
  await sql`drop role crowded`.execute(database.db);
});

function header(type: string, length: number): Buffer {
  const bytes = Buffer.alloc(5);
  bytes.write(type, 0, 'latin1');
  bytes.writeInt32BE(length + 4, 1);
  return bytes;
}
