import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { expect, onTestFinished, test } from 'vitest';
import { ACCOUNT, startProgrammableApi } from '../testing/programmable-api.ts';
import { probeTwilio } from './probe.ts';
import { checkTwilioSettings } from './settings.ts';

function settingsFor(port: number, more: object = {}) {
  const check = checkTwilioSettings({ baseUrl: `http://127.0.0.1:${port}`, ...ACCOUNT, ...more });
  if (!check.ok) throw new Error(check.faults.join());
  return check.settings;
}

test('describes an accepted, a rejected and an unreachable account', async () => {
  const api = await startProgrammableApi(async () => 204);
  onTestFinished(() => api.close());
  const options = { clock: createManualClock(), withinMs: 10_000 };
  expect(await probeTwilio(settingsFor(api.port), options)).toEqual({
    ok: true,
    isAnswer: true,
    words: `The provider at 127.0.0.1:${api.port} accepted the account.`,
    tookMs: 0,
  });
  const rejected = await probeTwilio(settingsFor(api.port, { authToken: 'hush-hush' }), options);
  expect(rejected).toMatchObject({
    ok: false,
    words: expect.stringContaining('Check accountSid and authToken'),
  });
  expect(rejected.words).not.toContain('hush-hush');
  await api.goDown();
  expect(await probeTwilio(settingsFor(api.port), options)).toMatchObject({
    ok: false,
    words: expect.stringContaining('ECONNREFUSED'),
  });
});

test('ACCT-9 only success of a Messages API is acceptance: any other answer is named', async () => {
  const api = await startProgrammableApi(async () => 204);
  onTestFinished(() => api.close());
  const options = { clock: createManualClock(), withinMs: 10_000 };
  for (const status of [301, 400, 404, 503]) {
    api.answerProbesWith(status);
    expect(await probeTwilio(settingsFor(api.port), options)).toMatchObject({
      ok: false,
      words: expect.stringContaining(`The provider answered ${status} to the request for the account.`),
    });
  }
  const site = createServer((_request, response) => response.end('<html>')).listen(0, '127.0.0.1');
  onTestFinished(() => void site.close());
  await once(site, 'listening');
  const { port } = site.address() as AddressInfo;
  expect(await probeTwilio(settingsFor(port), options)).toMatchObject({
    ok: false,
    words: 'The provider answered, but not as a Messages API does. Check baseUrl and accountSid.',
  });
});
