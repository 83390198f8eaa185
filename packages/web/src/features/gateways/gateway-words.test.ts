/** Describing gateways. */
import type { Gateway } from '@textprobe/contract/gateways';
import { expect, it } from 'vitest';
import { meaningOf, servesWords } from './gateway-words.ts';

const gateway = (over: Partial<Gateway>): Gateway => ({
  id: 1,
  name: 'acme',
  kind: 'smpp',
  source: 'database',
  isDefault: false,
  isDefaultMms: false,
  sendsMms: false,
  throughput: null,
  account: null,
  offices: 0,
  link: null,
  settings: null,
  secrets: [],
  updatedAt: null,
  ...over,
});
const since = '2026-11-21T10:00:00.000-08:00';

it('says that no message waits for a gateway that no office uses', () => {
  const idle = gateway({ link: { state: 'down', since, reason: null } });
  expect(meaningOf(idle)).toBe('No office uses it, so no message waits for it.');
  expect(meaningOf({ ...idle, isDefault: true })).toMatch(/^Messages wait/);
  expect(meaningOf(gateway({ isDefault: true, link: { state: 'up', since, reason: null } }))).toBe('');
});

it('says whose messages a gateway sends', () => {
  expect(servesWords(gateway({}))).toBe('no office');
  expect(servesWords(gateway({ isDefault: true }))).toBe('offices without their own gateway (SMS)');
  expect(servesWords(gateway({ offices: 1 }))).toBe('1 office assigned (SMS)');
  expect(servesWords(gateway({ offices: 2, isDefault: true, sendsMms: true }))).toBe(
    '2 offices assigned, offices without their own gateway (SMS and MMS)',
  );
  expect(servesWords(gateway({ isDefaultMms: true, sendsMms: true }))).toBe(
    'MMS for offices whose gateway can’t send it',
  );
});
