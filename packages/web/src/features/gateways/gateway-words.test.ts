/** Describing gateways. */
import { expect, it } from 'vitest';
import { meaningOf, servesWords, troubledFirst } from './gateway-words.ts';

const since = '2026-11-21T10:00:00.000-08:00';

it('says that no message waits for a gateway that no office uses', () => {
  const idle = sampleGateway({ link: { state: 'down', since, reason: null } });
  expect(meaningOf(idle)).toBe('No office uses it, so no message waits for it.');
  expect(meaningOf({ ...idle, isDefault: true })).toMatch(/^Messages wait/);
  expect(meaningOf(sampleGateway({ isDefault: true, link: { state: 'up', since, reason: null } }))).toBe('');
});

it('EVIDENCE-2 lists links that are down first, and keeps the order of the others', () => {
  const states = { Acme: 'up', Bravo: 'stopped', Coral: null, Delta: 'up', Echo: 'down' } as const;
  const gateways = Object.entries(states).map(([name, state]) =>
    sampleGateway({ name, link: state === null ? null : { state, since, reason: null } }),
  );
  expect(troubledFirst(gateways).map(({ name }) => name)).toEqual([
    'Echo',
    'Bravo',
    'Coral',
    'Acme',
    'Delta',
  ]);
});

it('says whose messages a gateway sends', () => {
  expect(servesWords(sampleGateway({}))).toBe('no office');
  expect(servesWords(sampleGateway({ isDefault: true }))).toBe('offices without their own gateway (SMS)');
  expect(servesWords(sampleGateway({ offices: 1 }))).toBe('1 office assigned (SMS)');
  expect(servesWords(sampleGateway({ offices: 2, isDefault: true, sendsMms: true }))).toBe(
    '2 offices assigned, offices without their own gateway (SMS and MMS)',
  );
  expect(servesWords(sampleGateway({ isDefaultMms: true, sendsMms: true }))).toBe(
    'MMS for offices whose gateway can’t send it',
  );
});

import { sampleGateway } from '../../testing/sample-gateway.ts';
