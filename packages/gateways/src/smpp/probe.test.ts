import { createServer } from 'node:net';
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { ESME_RINVPASWD } from '@textprobe/smpp/command-status';
import { expect, onTestFinished, test } from 'vitest';
import { startProgrammableSmsc } from '../testing/programmable-smsc.ts';
import { turnsUntil } from '../testing/running-gateway.ts';
import { smppSettings } from '../testing/smpp-rig.ts';
import { probeSmpp } from './probe.ts';

const settingsFor = (port: number, more: object = {}) =>
  smppSettings({ port, systemId: 'me', password: 'hush-hush', ...more });
async function startSmsc() {
  const smsc = await startProgrammableSmsc();
  onTestFinished(() => smsc.close());
  return smsc;
}

test('a carrier that answers is reported as reachable, and unbound', async () => {
  const smsc = await startSmsc();
  const clock = createManualClock();
  expect(await probeSmpp(settingsFor(smsc.port), { clock, withinMs: 10_000 })).toEqual({
    ok: true,
    isAnswer: true,
    words: `Bound to 127.0.0.1:${smsc.port} as transceiver, and enquire_link was answered.`,
    tookMs: 0,
  });
  await turnsUntil(() => smsc.unbinds === 1);
});

test('both binds of a pair are tried', async () => {
  const smsc = await startSmsc();
  const probe = await probeSmpp(settingsFor(smsc.port, { bind: 'pair' }), {
    clock: createManualClock(),
    withinMs: 10_000,
  });
  expect(probe).toMatchObject({ ok: true, words: expect.stringContaining('as transmitter and receiver') });
  expect(smsc.binds).toBe(2);
});

test('a refusal is described, without the password', async () => {
  const smsc = await startSmsc();
  smsc.judgeBindsBy(() => ESME_RINVPASWD);
  const probe = await probeSmpp(settingsFor(smsc.port), { clock: createManualClock(), withinMs: 10_000 });
  expect(probe).toMatchObject({ ok: false, words: expect.stringContaining('Check systemId and password.') });
  expect(probe.words).not.toContain('hush-hush');
  expect(smsc.binds).toBe(1);
});

test('a carrier that accepts the connection but stays silent times out', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const connected = new Promise((resolve) => server.once('connection', resolve));
  const clock = createManualClock();
  const probing = probeSmpp(settingsFor(address.port), { clock, withinMs: 4_000 });
  await connected;
  await clock.advance(4_000);
  expect(await probing).toEqual({
    ok: false,
    isAnswer: false,
    words: `127.0.0.1:${address.port} did not answer within 4 s.`,
    tookMs: 4_000,
  });
});

test('a port without listener is described as in the log', async () => {
  const smsc = await startSmsc();
  await smsc.close();
  const probe = await probeSmpp(settingsFor(smsc.port), { clock: createManualClock(), withinMs: 4_000 });
  expect(probe).toMatchObject({ ok: false, words: expect.stringContaining('ECONNREFUSED') });
});
