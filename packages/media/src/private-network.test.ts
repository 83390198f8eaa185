import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isPrivateAddress } from './private-address.ts';
import { findPrivateHost, type PrivateNetwork } from './private-network.ts';

const PHONE = '192.168.1.10';
const OWN = ['127.0.0.1', '192.168.1.2', 'fd12:0:0:0::2'];

let server: Server;
let page: RequestListener;
const clock = createManualClock();
/** The answers of successive lookups; the last one stays. */
let lookups: (readonly string[])[] = [];
let connected: string[] = [];
const network: PrivateNetwork = {
  async resolve() {
    const [addresses] = lookups.length > 1 ? lookups.splice(0, 1) : lookups;
    if (addresses === undefined) throw new Error('ENOTFOUND');
    return addresses;
  },
  ownAddresses: () => OWN,
  route(address, port) {
    connected.push(`${address} ${port}`);
    return { address: '127.0.0.1', port: (server.address() as AddressInfo).port };
  },
};

beforeAll(async () => {
  server = createServer((request, response) => page(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  lookups = [];
  connected = [];
  page = (_request, response) => response.end('hello');
});

const find = (text: string) => findPrivateHost({ clock, network }, text, 8080);
const GET = { method: 'GET', path: '/health', headers: {}, body: null } as const;

async function send(text: string) {
  const host = await find(text);
  return host.ok ? host.send(GET) : host.message;
}

test.each([
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.255',
  PHONE,
  'fc00::1',
  'fd12:3456:789a::1',
])('PAIR-3: %s is private', (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

test.each([
  ['loopback', '127.0.0.1'],
  ['loopback', '::1'],
  ['shortened loopback', '127.1'],
  ['this network', '0.0.0.0'],
  ['unspecified', '::'],
  ['link-local', '169.254.0.1'],
  ['cloud metadata', '169.254.169.254'],
  ['link-local', 'fe80::1'],
  ['a zone', 'fd12::1%eth0'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['public', '8.8.8.8'],
  ['just outside', '172.15.255.255'],
  ['just outside', '172.32.0.1'],
  ['just outside', '192.169.0.1'],
  ['public', '2606:4700::1111'],
  ['site-local', 'fec0::1'],
  ['mapped', '::ffff:192.168.1.1'],
  ['mapped in hex', '::ffff:c0a8:101'],
  ['IPv4-compatible', '::192.168.1.1'],
  ['NAT64', '64:ff9b::192.168.1.1'],
  ["a network's own NAT64", '64:ff9b:1::192.168.1.1'],
  ['6to4', '2002:c0a8:101::1'],
  ["Amazon's metadata", 'fd00:ec2::254'],
  ["Google's metadata", 'fd20:ce::254'],
  ['octal', '012.0.0.1'],
  ['a name', 'localhost'],
])('PAIR-3: %s is not private: %s', (_, address) => {
  expect(isPrivateAddress(address)).toBe(false);
});

test.each([
  [PHONE, `${PHONE} 8080`],
  [`${PHONE}:9090`, `${PHONE} 9090`],
  [` http://${PHONE}:8080/ `, `${PHONE} 8080`],
  [`HTTP://${PHONE}`, `${PHONE} 8080`],
  ['[fd12::1]:8080', 'fd12::1 8080'],
  ['phone.lan', `${PHONE} 8080`],
])('PAIR-3: %s leads to %s', async (text, target) => {
  lookups = [[PHONE]];
  expect(await send(text)).toMatchObject({ status: 200, body: Buffer.from('hello') });
  expect(connected).toEqual([target]);
});

const PRIVATE = 'in a private network';
test.each([
  ['', 'Enter the address'],
  ['https://192.168.1.10', 'Enter the address'],
  ['ftp://192.168.1.10', 'Enter the address'],
  ['http://user:word@192.168.1.10', 'Enter the address'],
  ['192.168.1.10:8080/settings', 'Enter the address'],
  ['192.168.1.10 8080', 'Enter the address'],
  ['::ffff:192.168.1.1', 'Enter the address'],
  ['192.168.1.10:22', 'The port must be from 1024 to 65535.'],
  ['192.168.1.10:65536', 'The port must be from 1024 to 65535.'],
  ['127.1', PRIVATE],
  ['2130706433', PRIVATE],
  ['0.0.0.0', PRIVATE],
  ['169.254.169.254', PRIVATE],
  ['100.64.0.1', PRIVATE],
  ['[::1]', PRIVATE],
  ['[::ffff:192.168.1.1]', PRIVATE],
  ['[64:ff9b::192.168.1.1]', PRIVATE],
  ['192.168.1.2', 'the address of this server'],
  ['[fd12::2]:8080', 'the address of this server'],
])('PAIR-3: the address %j is refused, and nothing is sent', async (text, message) => {
  expect(await send(text)).toContain(message);
  expect(connected).toEqual([]);
});

test.each([
  ['private and public', [PHONE, '8.8.8.8'], 'Not every address of phone.lan is in a private network'],
  ['private and loopback', [PHONE, '127.0.0.1'], 'Not every address of phone.lan is in a private network'],
  ['private and our own', [PHONE, '192.168.1.2'], 'the address of this server'],
  ['none', undefined, 'phone.lan has no address'],
])('PAIR-3: a name with addresses that are %s is refused', async (_, addresses, message) => {
  lookups = addresses === undefined ? [] : [addresses];
  expect(await send('phone.lan')).toContain(message);
  expect(connected).toEqual([]);
});

test('PAIR-3: a name that changes after the check still leads to the checked address', async () => {
  lookups = [[PHONE], ['127.0.0.1']];
  const host = await find('phone.lan');
  if (!host.ok) throw new Error(host.message);
  await host.send(GET);
  expect(await host.send(GET)).toMatchObject({ status: 200 });
  expect(connected).toEqual([`${PHONE} 8080`]);
});

test('PAIR-3: a redirect is not followed, and at most 64 kB are read', async () => {
  let requests = 0;
  page = (_request, response) => {
    requests += 1;
    response.writeHead(302, { location: '/elsewhere' });
    // Endless: reading stops only at the limit.
    const more = () => {
      while (response.write(Buffer.alloc(16_384, 'x')));
      response.once('drain', more);
    };
    more();
  };
  const answer = await send(PHONE);
  expect(answer).toMatchObject({ status: 302, body: expect.objectContaining({ length: 65_536 }) });
  expect(requests).toBe(1);
  expect(clock.pending).toBe(0);
});

test('PAIR-3: the request to a phone that does not answer times out after 10 s', async () => {
  const asked = Promise.withResolvers<void>();
  page = () => asked.resolve();
  const answer = send(PHONE);
  await asked.promise;
  await clock.advance(9_999);
  expect(clock.pending).toBe(1);
  await clock.advance(1);
  expect(await answer).toBeNull();
});

test('PAIR-3: a broken connection counts as no answer', async () => {
  page = (request) => request.socket.destroy();
  expect(await send(PHONE)).toBeNull();
  page = (_request, response) => {
    response.writeHead(200, { 'content-length': '9' });
    response.write('half', () => response.destroy());
  };
  expect(await send(PHONE)).toBeNull();
});
