import { expect, test } from 'vitest';
import { checkTwilioSettings } from './settings.ts';

const least = { accountSid: 'AC01', authToken: 'hunter2' };

test('all faults are told at once, and none repeats the token', () => {
  const check = checkTwilioSettings({
    authToken: 'hunter2 \u0000',
    from: '555',
    baseUrl: 'ftp://x',
    sid: 'AC',
  });
  if (check.ok) throw new Error('it was taken');
  expect(check.faults.join('\n')).toMatch(
    /"sid" is no setting.*\nbaseUrl.*\naccountSid.*\nauthToken.*\nfrom/,
  );
  expect(check.faults.join('\n')).not.toContain('hunter2');
});

test('a token is never sent in the clear to another machine', () => {
  const takes = (baseUrl: string) => checkTwilioSettings({ ...least, baseUrl }).ok;
  expect(['https://x.example/api/laml', 'http://127.0.0.1:8080', 'http://localhost'].every(takes)).toBe(true);
  expect(
    ['http://x.example', 'http://127.0.0.1.example', 'x.example', 'https://x.example/?a=b'].some(takes),
  ).toBe(false);
});

test('one sender, not two', () => {
  const both = { ...least, from: '+12025550143', messagingServiceSid: 'MG1' };
  expect(checkTwilioSettings(both)).toMatchObject({ ok: false });
});
