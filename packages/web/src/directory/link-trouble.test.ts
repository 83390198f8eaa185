/** Which gateways hold up messages, and the line that says so. */
import { expect, it } from 'vitest';
import { downWords, isInTrouble } from './link-trouble.tsx';

const since = '2026-11-21T10:00:00.000-08:00';
const at = Date.parse(since);

it('reports trouble for a link that is down or stopped, but not while it is connecting', () => {
  const linked = (state: 'up' | 'down' | 'stopped') =>
    sampleGateway({ offices: 1, link: { state, since, reason: null } });
  expect(isInTrouble(linked('down'), at + 1_000)).toBe(false);
  expect(isInTrouble(linked('down'), at + 5_000)).toBe(true);
  expect(isInTrouble(linked('stopped'), at + 60_000)).toBe(true);
  expect(isInTrouble(linked('up'), at + 60_000)).toBe(false);
});

it('reports trouble for a gateway that no worker has open', () => {
  expect(isInTrouble(sampleGateway({ isDefault: true }), at)).toBe(true);
});

it('reports no trouble for a gateway that no office uses', () => {
  expect(isInTrouble(sampleGateway({ link: { state: 'down', since, reason: null } }), at + 60_000)).toBe(
    false,
  );
});

it('EVIDENCE-2 says since when a gateway is down, with the day if that is not today', () => {
  const link = { state: 'down' as const, since, reason: null };
  expect(downWords({ name: 'Acme SMSC', link }, at + 60_000)).toBe('Acme SMSC is down since 10:00');
  expect(downWords({ name: 'Acme SMSC', link }, at + 86_400_000)).toBe('Acme SMSC is down since 11/21 10:00');
  expect(downWords({ name: 'Acme SMSC', link: { ...link, state: 'stopped' } }, at)).toBe(
    'Acme SMSC is stopped since 10:00',
  );
  expect(downWords({ name: 'Acme SMSC', link: null }, at)).toBe('No worker has Acme SMSC open');
});

import { sampleGateway } from '../testing/sample-gateway.ts';
