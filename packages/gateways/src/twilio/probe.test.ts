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
