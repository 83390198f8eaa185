import type { PhoneHealth } from '@textprobe/contract/phone-health';
import { expect, test } from 'vitest';
import { healthLine, offlineWarning, presenceCounts } from './health-words.ts';

const health: PhoneHealth = {
  phoneId: 1,
  presence: 'online',
  lastHeardAt: '2026-11-21T10:00:00.000-08:00',
  lastPingAt: '2026-11-21T10:00:00.000-08:00',
  battery: 0.874,
  charging: true,
  network: 'wifi',
  source: 'native',
};

test.each([
  [{}, 'last seen 11/21/2026 10:00:00 · battery 87%, charging · wifi'],
  [{ charging: false, network: null }, 'last seen 11/21/2026 10:00:00 · battery 87%'],
  [{ battery: null, network: '' }, 'last seen 11/21/2026 10:00:00 · charging'],
  [{ battery: null, charging: null, network: 'LTE' }, 'last seen 11/21/2026 10:00:00 · LTE'],
])('describes a phone with %j as %j', (changes, words) => {
  expect(healthLine({ ...health, ...changes })).toBe(words);
});

test('names an offline phone and when it was last seen', () => {
  expect(offlineWarning('Pixel on the shelf', health)).toBe(
    'Pixel on the shelf is offline, last seen 11/21/2026 10:00:00.',
  );
});

test('counts several phones by their state, and names the few that are not online', () => {
  const presences = ['online', 'unknown', 'online', 'offline', null] as const;
  const phones = presences.map((presence, index) => ({ name: `Phone ${index + 1}`, presence }));
  expect(presenceCounts(phones)).toBe(
    '2 online, 1 offline (Phone 4), 1 without regular pings (Phone 2), 1 that never reported (Phone 5)',
  );
  const four = presences.slice(0, 4).map((_, index) => ({ name: `Phone ${index}`, presence: null }));
  expect(presenceCounts(four)).toBe('4 that never reported');
});
