import { expect, test } from 'vitest';
import { checkSmppSettings, longestSubmissionMs } from './settings.ts';

test('every fault is reported, as a sentence that says what to write', () => {
  const check = checkSmppSettings({
    password: 'pässword-that-stays-secret',
    port: 70_000,
    tls: 'yes',
    bind: 'receiver',
    window: 0,
    concatenation: 'udh32',
    alphabet: 'ebcdic',
    messageIds: 'octal',
    throughput: -1,
    windows: 5,
  });
  expect(check.ok).toBe(false);
  const faults = check.ok ? [] : check.faults;
  expect(faults).toHaveLength(12);
  for (const fault of faults) expect(fault).toMatch(/^["\w].*\.$/);
  expect(faults[0]).toContain(
    '"windows" is not a setting of an SMPP gateway; did you mean window? The settings are ',
  );
  expect(faults).toContain('host is missing: enter 1 to 255 ASCII characters.');
  expect(faults).toContain('port must be a whole number from 1 to 65535.');
  expect(faults.join()).not.toContain('stays-secret');
});

test.each([null, undefined, 5, 'smpp://x', []])('settings that are not an object are refused: %j', (raw) => {
  expect(checkSmppSettings(raw)).toMatchObject({ ok: false, faults: [expect.stringContaining('object')] });
});

test('a submission ends within two and a half response timeouts', () => {
  expect(longestSubmissionMs({ responseTimeoutMs: 10_000 })).toBe(25_000);
});
