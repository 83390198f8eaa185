/** What the palette finds without the server. */
import { expect, it } from 'vitest';
import { matches, matchesGateway, matchesNamed, matchesPhone } from './match.ts';

it('OVERVIEW-2 every word must occur in one of the texts, regardless of case', () => {
  expect(matches('TEST create', 'Create Test')).toBe(true);
  expect(matches('oakland bay', 'Oakland', 'Bayview Dental')).toBe(true);
  expect(matches('create gateway', 'Create Test')).toBe(false);
  expect(matches('', 'Create Test')).toBe(true);
});

it('OVERVIEW-2 a screen is also found by the beginning of a keyword, but not by its middle', () => {
  expect(matchesNamed('rep', 'Analytics', 'reports logs')).toBe(true);
  expect(matchesNamed('lytics LOG', 'Analytics', 'reports logs')).toBe(true);
  expect(matchesNamed('ports', 'Analytics', 'reports logs')).toBe(false);
});

it('OVERVIEW-2 a phone is found by name, carrier, and at least four digits of its number in any format', () => {
  const avery = { name: 'Avery', phoneNumber: '+12135550181', carrier: 'AT&T' };
  for (const text of ['ave', 'at&t avery', '(213) 555-0181', '213.555', '0181', 'avery 5550']) {
    expect(matchesPhone(text, avery), text).toBe(true);
  }
  for (const text of ['018', '#0181', 'avery 9999', 'verizon', '0181x']) {
    expect(matchesPhone(text, avery), text).toBe(false);
  }
});

it('OVERVIEW-2 a gateway is found by name, kind, state, and at least four characters of its account', () => {
  const acme = { name: 'Acme SMSC', kind: 'SMPP', state: 'Down', account: '10.0.0.1:2775 textprobe' };
  for (const text of ['acme smpp', 'DOWN', '10.0.0', 'acme 2775']) {
    expect(matchesGateway(text, acme), text).toBe(true);
  }
  for (const text of ['1', 'up', 'acme 2776']) expect(matchesGateway(text, acme), text).toBe(false);
  expect(matchesGateway('2775', { ...acme, account: null })).toBe(false);
});
