import { generateKeyPairSync } from 'node:crypto';
import { testCertificate, testKey } from '@textprobe/smpp/testing/certificate';
import { expect, test } from 'vitest';
import { silentLog } from '../log.ts';
import { recordHandlers } from '../testing/recorded-handlers.ts';
import { endsWithTest, shortMessage, submit, turnsUntil } from '../testing/running-gateway.ts';
import { type SmppRig, setUpSmpp } from '../testing/smpp-rig.ts';
import { checkSmppSettings } from './settings.ts';

const least = { host: 'smsc.example', systemId: 'textprobe', password: 'secret' };
const server = { cert: testCertificate, key: testKey };

async function start(settings: Record<string, unknown>, tls: object = server): Promise<SmppRig> {
  const rig = endsWithTest(await setUpSmpp({ tls: true, ...settings }, silentLog, tls));
  rig.gateway.start(recordHandlers());
  return rig;
}

function faultsOf(settings: object): readonly string[] {
  const check = checkSmppSettings({ ...least, ...settings });
  return check.ok ? [] : check.faults;
}

test('inconsistent settings are reported, without revealing a key', () => {
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const otherKey = key.export({ type: 'pkcs8', format: 'pem' }).toString();
  expect(faultsOf({ tlsCa: testCertificate })).toEqual(['tlsCa is set, but tls is not true.']);
  expect(faultsOf({ tls: true, tlsCert: testCertificate })).toEqual([
    'tlsCert and tlsKey must be set together.',
  ]);
  expect(faultsOf({ tls: true, tlsCert: testCertificate, tlsKey: otherKey })).toEqual([
    'tlsKey is not the key of the certificate in tlsCert.',
  ]);
  const broken = faultsOf({ tls: true, tlsCa: 'hunter2', tlsKey: `hunter2 ${testKey.slice(0, 80)}` });
  expect(broken).toEqual([
    expect.stringMatching(/^tlsCa must be PEM .*BEGIN CERTIFICATE/),
    expect.stringMatching(/^tlsKey must be PEM .*BEGIN PRIVATE KEY/),
  ]);
  expect(broken.join()).not.toContain('hunter2');
  expect(faultsOf({ tls: true, tlsCa: testCertificate, tlsCert: testCertificate, tlsKey: testKey })).toEqual(
    [],
  );
});

test('binds and sends over TLS with the certificate in tlsCa', async () => {
  const { gateway, carrier } = await start({ tlsCa: testCertificate });
  await carrier.bound();
  await turnsUntil(() => gateway.state().link === 'up');
  expect(await submit(gateway, shortMessage())).toMatchObject({ kind: 'accepted' });
});

test('an untrusted certificate is refused, and the reason says what to set', async () => {
  const { gateway, carrier } = await start({});
  await turnsUntil(() => (gateway.state().reason ?? '').includes('next try'));
  expect(gateway.state().reason).toMatch(
    /\(TLS\): its certificate is not trusted \(\w+\); set tlsCa to the certificates to trust/,
  );
  expect(carrier.binds).toBe(0);
});

test('a certificate for another name is refused, unless tlsServerName is that name', async () => {
  const { gateway } = await start({ tlsCa: testCertificate, tlsServerName: 'smsc.example' });
  await turnsUntil(() => (gateway.state().reason ?? '').includes('next try'));
  expect(gateway.state().reason).toContain('for another name');
  const { carrier } = await start({ tlsCa: testCertificate, tlsServerName: 'localhost' });
  await carrier.bound();
});

test('a carrier that requires a client certificate gets ours', async () => {
  const strict = { ...server, ca: testCertificate, requestCert: true, rejectUnauthorized: true };
  const { carrier } = await start(
    { tlsCa: testCertificate, tlsCert: testCertificate, tlsKey: testKey },
    strict,
  );
  await carrier.bound();
  const { gateway } = await start({ tlsCa: testCertificate }, strict);
  await turnsUntil(() => (gateway.state().reason ?? '').includes('next try'));
  expect(gateway.state().link).toBe('down');
});

test('a carrier without TLS is reported as such', async () => {
  const rig = endsWithTest(await setUpSmpp({ tls: true }));
  rig.gateway.start(recordHandlers());
  await turnsUntil(() => (rig.gateway.state().reason ?? '').includes('next try'));
  expect(rig.gateway.state().reason).toMatch(
    /\(TLS\): the other side does not speak TLS .*check tls and port/,
  );
});
