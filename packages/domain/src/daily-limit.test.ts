/** When a daily limit resets, and the words of a refusal. */
import { expect, test } from 'vitest';
import { limitReachedWords, limitResetAt } from './daily-limit.ts';

const at = (text: string) => Date.parse(text);

test('ACCT-11 a limit resets at midnight in Los Angeles, also on days of 23 and 25 hours', () => {
  expect(limitResetAt(at('2026-11-21T20:48:00-08:00'))).toBe(at('2026-11-22T00:00:00-08:00'));
  expect(limitResetAt(at('2026-11-22T00:00:00-08:00'))).toBe(at('2026-11-23T00:00:00-08:00'));
  expect(limitResetAt(at('2026-03-08T01:00:00-08:00'))).toBe(at('2026-03-09T00:00:00-07:00'));
  expect(limitResetAt(at('2026-11-01T00:30:00-07:00'))).toBe(at('2026-11-02T00:00:00-08:00'));
});

test('ACCT-11 a refusal says what the test would send, what is left and when it resets', () => {
  const now = at('2026-11-21T20:48:00-08:00');
  expect(limitReachedWords({ partner: 'Acme', messages: 1_200, left: 30, limitPerDay: 5_000 }, now)).toBe(
    'This test would send 1,200 messages for Acme; 30 are left today (limit 5,000 a day). ' +
      'The limit resets at midnight Los Angeles time, in 3 h 12 min.',
  );
  expect(limitReachedWords({ partner: null, messages: 2, left: 1, limitPerDay: 1 }, now)).toContain(
    'This test would send 2 messages for your account; 1 is left today (limit 1 a day).',
  );
});
