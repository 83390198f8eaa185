import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { ownOrigin, phoneAddress } from './own-address.ts';

/** A request that arrived at `at`, of a server that listens on `listening`. */
function arrivedAt(at: string, listening: string): FastifyRequest {
  const server = { addresses: () => [{ address: listening, port: 3000, family: 'IPv4' }] };
  return { socket: { localAddress: at, localPort: 3000 }, server, host: 'forged.example' } as never;
}

test.each([
  ['192.168.1.5', '0.0.0.0', 'http://192.168.1.5:3000'],
  ['::ffff:192.168.1.5', '::', 'http://192.168.1.5:3000'],
  ['fd00::5', 'fd00::5', 'http://[fd00::5]:3000'],
  ['127.0.0.1', '127.0.0.1', null],
  ['::ffff:127.0.0.1', '127.0.0.1', null],
])(
  'PAIR-1 phones use the address that the request reached: %s, listening on %s',
  (at, listening, expected) => {
    expect(phoneAddress(arrivedAt(at, listening), null)).toBe(expected);
  },
);

test('PAIR-1 the public URL takes precedence', () => {
  expect(phoneAddress(arrivedAt('192.168.1.5', '0.0.0.0'), 'https://textprobe.example')).toBe(
    'https://textprobe.example',
  );
});

test('ACCT-4 a link leads to the address at which the request arrived, whatever its headers say', () => {
  expect(ownOrigin(arrivedAt('::ffff:127.0.0.1', '127.0.0.1'), null)).toBe('http://127.0.0.1:3000');
  expect(ownOrigin(arrivedAt('192.168.1.5', '192.168.1.5'), null)).toBe('http://192.168.1.5:3000');
});
