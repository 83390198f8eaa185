import { expect, test } from 'vitest';
import { checkTwilioSettings } from './settings.ts';

const least = { accountSid: 'AC01', authToken: 'hunter2' };

test('all faults are reported at once, and none repeats the token', () => {
  const check = checkTwilioSettings({
    authToken: 'hunter2 \u0000',
    from: '555',
    baseUrl: 'ftp://x',
    sid: 'AC',
  });
  if (check.ok) throw new Error('it was accepted');
  expect(check.faults.join('\n')).toMatch(
    /"sid" is not a setting.*\nbaseUrl.*\naccountSid.*\nauthToken.*\nfrom/,
  );
  expect(check.faults.join('\n')).not.toContain('hunter2');
});

test('a token is never sent unencrypted to another machine', () => {
  const accepts = (baseUrl: string) => checkTwilioSettings({ ...least, baseUrl }).ok;
  expect(['https://x.example/api/laml', 'http://127.0.0.1:8080', 'http://localhost'].every(accepts)).toBe(
    true,
  );
  expect(
    ['http://x.example', 'http://127.0.0.1.example', 'x.example', 'https://x.example/?a=b'].some(accepts),
  ).toBe(false);
});

test('only one kind of sender is allowed', () => {
  const both = { ...least, from: '+12025550143', messagingServiceSid: 'MG1' };
  expect(checkTwilioSettings(both)).toMatchObject({ ok: false });
});
