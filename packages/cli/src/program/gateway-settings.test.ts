/** Connection tests of carriers in a private network; only the network is a stand-in. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { startProgrammableSmsc } from '@textprobe/gateways/testing/programmable-smsc';
import type { PrivateNetwork } from '@textprobe/media/private-network';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGatewayKinds } from './gateway-settings.ts';

/** ESME_RINVPASWD, SMPP 3.4 section 5.1.3. */
const WRONG_PASSWORD = 0x0e;
const HOSTS: Readonly<Record<string, readonly string[]>> = {
  'carrier.lan': ['192.168.1.10'],
  'carrier.example': ['8.8.8.8'],
  'server.lan': ['192.168.1.2'],
  'rebound.example': ['8.8.8.8', '127.0.0.1'],
  'metadata.example': ['169.254.169.254'],
};
const asked: string[] = [];
const network: PrivateNetwork = {
  async resolve(host) {
    const found = HOSTS[host];
    if (found === undefined) throw new Error('ENOTFOUND');
    return found;
  },
  ownAddresses: () => ['192.168.1.2'],
  route(address, port) {
    asked.push(address);
    return { address: '127.0.0.1', port };
  },
};
let smsc: Awaited<ReturnType<typeof startProgrammableSmsc>>;
beforeAll(async () => {
  smsc = await startProgrammableSmsc();
});
afterAll(() => smsc.close());

const clock = createManualClock();
const kinds = createGatewayKinds({ clock, network, hasLab: false });
const probe = (host: string, port = smsc.port) =>
  kinds.probe('smpp', { host, port, systemId: 'me', password: 'hush-hush' });

test('ACCT-9 a carrier in a private network or on the internet is tested at the addresses that were checked', async () => {
  asked.length = 0;
  expect(await probe('carrier.lan')).toMatchObject({
    ok: true,
    words: expect.stringContaining('carrier.lan'),
  });
  expect(await probe('carrier.example')).toMatchObject({ ok: true });
  expect(asked).toEqual(['192.168.1.10', '8.8.8.8']);
  smsc.judgeBindsBy(() => WRONG_PASSWORD);
  expect(await probe('carrier.lan')).toMatchObject({ ok: false, words: expect.stringContaining('password') });
});

test('ACCT-9 an open port in a private network that is no carrier looks like a closed one', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  for (const [tried, state] of [
    [1, 'closed'],
    [port, 'open'],
  ] as const) {
    asked.length = 0;
    const connected = once(silent, 'connection');
    let isSettled = false;
    const probing = probe('carrier.lan', tried).finally(() => {
      isSettled = true;
    });
    if (state === 'open') await connected;
    // Refused: only the end of the time is awaited.
    else await expect.poll(() => asked.length === 1 && clock.pending === 1).toBe(true);
    await clock.advance(9_999);
    expect(isSettled, state).toBe(false);
    await clock.advance(1);
    expect(await probing).toEqual({
      ok: false,
      words: `No carrier answered at carrier.lan:${tried}. Check host, port, TLS and the network or VPN; once the gateway is saved, its link shows the reason.`,
      tookMs: 10_000,
    });
  }
  silent.close();
});

test.each(['server.lan', 'rebound.example', 'metadata.example', '127.0.0.1', '::1'])(
  'ACCT-9 the test does not connect to %s',
  async (host) => {
    asked.length = 0;
    expect(await probe(host)).toMatchObject({ ok: false, words: expect.stringContaining('special address') });
    expect(asked).toEqual([]);
  },
);

test('ACCT-9 a Messages API is looked up by the host of its URL, and an unknown host is named', async () => {
  const tried = (baseUrl: string) => kinds.probe('twilio', { baseUrl, accountSid: 'AC0123', authToken: 'x' });
  expect(await tried('https://server.lan:8443')).toMatchObject({
    words: expect.stringContaining('server.lan is this server itself'),
  });
  expect(await tried('http://127.0.0.1:3000')).toMatchObject({
    words: expect.stringContaining('127.0.0.1 is this server itself'),
  });
  expect(await tried('https://nowhere.example')).toMatchObject({
    words: 'There is no such host: nowhere.example. Check the name, and this machine’s DNS.',
  });
});
