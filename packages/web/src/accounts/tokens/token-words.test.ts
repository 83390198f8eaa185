import { expect, test } from 'vitest';
import { endWords, isEnding, lastUseWords, roleWords } from './token-words.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-11-28T12:00:00Z');
const endingIn = (ms: number) => ({ expiresAt: new Date(NOW + ms).toISOString() });

test('TOKEN-3 a token says in its last seven days when it ends, and then that it has', () => {
  const words = (ms: number) => endWords(endingIn(ms), NOW);
  expect(words(7 * DAY + 1)).toBeNull();
  expect(words(7 * DAY)).toBe('Ends in 7 days');
  expect(words(6.1 * DAY)).toBe('Ends in 6 days');
  expect(words(2 * DAY)).toBe('Ends in 2 days');
  expect(words(47.5 * HOUR)).toBe('Ends in 47 h');
  expect(words(HOUR)).toBe('Ends in 1 h');
  expect(words(1)).toBe('Ends in 1 min');
  expect(words(0)).toBe('Expired');
  expect(isEnding(endingIn(0), NOW)).toBe(false);
});

test('TOKEN-3 a token says when it was last used, and from where', () => {
  const lastUsedAt = '2026-11-28T11:55:00.000Z';
  expect(lastUseWords({ lastUsedAt, lastUsedAddress: '10.0.0.4' }, NOW)).toBe(
    'Last used 5 min ago from 10.0.0.4',
  );
  expect(lastUseWords({ lastUsedAt, lastUsedAddress: null }, NOW)).toBe('Last used 5 min ago');
  expect(lastUseWords({ lastUsedAt: null, lastUsedAddress: null }, NOW)).toBe('Never used');
});

test('TOKEN-2 a token says what is left of its role once its account has lost some of it', () => {
  expect(roleWords({ role: 'operator' }, { role: 'administrator' })).toBe('Operator');
  expect(roleWords({ role: 'operator' }, { role: 'viewer' })).toBe('Viewer (created as Operator)');
  expect(roleWords({ role: 'operator' }, { role: 'auditor' })).toBe('Viewer (created as Operator)');
});
