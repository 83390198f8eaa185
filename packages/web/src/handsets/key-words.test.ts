import { formatLosAngeles } from '@textprobe/domain/los-angeles-time';
import { expect, test } from 'vitest';
import { keyWords, markOf } from './key-words.ts';

const NOW = Date.UTC(2026, 10, 26, 20);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (ms: number) => formatLosAngeles(NOW + ms);

test('PAIR-4: a key or source that was not used for 30 days is marked, also if it was never used', () => {
  const createdAt = at(-40 * DAY);
  expect(markOf({ createdAt, lastUsedAt: null }, NOW)).toBe('Not used for 30 days');
  expect(markOf({ createdAt, lastUsedAt: at(-30 * DAY) }, NOW)).toBe('Not used for 30 days');
  expect(markOf({ createdAt, lastUsedAt: at(-30 * DAY + 1) }, NOW)).toBeNull();
  expect(markOf({ createdAt: at(-DAY), lastUsedAt: null }, NOW)).toBeNull();
});

test('PAIR-4: a rotated key says when it ends', () => {
  const key = { createdAt: at(-40 * DAY), lastUsedAt: null };
  expect(markOf({ ...key, revokedAt: at(23.5 * HOUR) }, NOW)).toBe('Ends in 23 h');
  expect(markOf({ ...key, revokedAt: at(59 * 60_000) }, NOW)).toBe('Ends in 59 min');
  const whole = { id: 1, phoneName: 'Avery', phoneId: 1, label: '', madeBy: null, ...key };
  expect(keyWords({ ...whole, revokedAt: at(HOUR) }, NOW)[0]).toMatch(/^works until /);
  expect(keyWords({ ...whole, revokedAt: at(-HOUR) }, NOW)[0]).toMatch(/^revoked /);
});
