import type { PhoneSettings } from '@textprobe/contract/pairings';
import { expect, test } from 'vitest';
import { setupSteps } from './setup-steps.ts';

const SETTINGS: PhoneSettings = {
  kind: 'own-app',
  phoneName: 'Pixel',
  url: 'https://console.example/sms',
  mmsUrl: 'https://console.example/mms',
  pingUrl: 'https://console.example/ping',
  secret: 'tph_secret',
};
const valuesOf = (settings: PhoneSettings) =>
  Object.fromEntries(
    setupSteps(settings).flatMap(({ values = [] }) => values.map(({ label, value }) => [label, value])),
  );

test('PAIR-1 the steps of each kind have its values filled in', () => {
  const source = { ...SETTINGS, mmsUrl: null, pingUrl: null };
  expect(valuesOf(SETTINGS)).toMatchObject({
    URL: SETTINGS.url,
    Key: 'tph_secret',
    'URL for MMS': SETTINGS.mmsUrl,
    Command: "curl -X POST -H 'Authorization: Bearer tph_secret' https://console.example/ping",
  });
  expect(valuesOf({ ...source, kind: 'httpsms' })).toEqual({
    'Callback URL': SETTINGS.url,
    'Signing key': 'tph_secret',
  });
  expect(valuesOf({ ...source, kind: 'sms-gateway' })).toMatchObject({
    'Signing key': 'tph_secret',
    Command: expect.stringContaining(
      '"{ \\"url\\": \\"https://console.example/sms\\", \\"event\\": \\"$event\\" }"',
    ),
  });
  expect(valuesOf({ ...source, kind: 'twilio', secret: null })).toEqual({ URL: SETTINGS.url });
  expect(setupSteps({ ...source, kind: 'receipt' })).toEqual([]);
});
