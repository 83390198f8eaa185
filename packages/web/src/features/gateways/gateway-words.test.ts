/** Describing gateways. */
import { expect, it } from 'vitest';
import { ignoredWords, meaningOf, servesWords, troubledFirst } from './gateway-words.ts';

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

it('says which receipts were ignored, with the newest one, and which setting reads unmarked ones', () => {
  const newest = { newestAt: since, newest: 'id:77 stat:DELIVRD from a number that ends in 23' };
  const gateway = sampleGateway({
    settings: {},
    ignoredReceipts: [
      { reason: 'unmarked', count: 12, ...newest },
      { reason: 'no-id', count: 1, ...newest },
      { reason: 'unmatched', count: 1_200, ...newest },
      { reason: 'unknown-state', count: 2, ...newest },
      { reason: 'incomplete', count: 1, ...newest },
      { reason: 'part-missing', count: 3, ...newest },
    ],
  });
  const newestWords = ' Newest at 11/21/2026 10:00:00: id:77 stat:DELIVRD from a number that ends in 23.';
  expect(ignoredWords(gateway).map((words) => words.replace(newestWords, ''))).toEqual([
    '12 texts that look like receipts were ignored: turn on “Read unmarked receipts” if they come from the carrier.',
    '1 receipt without a message ID was ignored.',
    '1,200 receipts of the last day matched no message. Another program may use the account.',
    '2 receipts with an unknown state were kept, and count as none.',
    '1 receipt was cut off; what arrived was read.',
    '3 receipts came in several messages, of which one did not arrive within ten minutes.',
  ]);
  expect(ignoredWords({ ...gateway, settings: { unmarkedReceipts: true } })).toHaveLength(5);
  expect(ignoredWords(sampleGateway({}))).toEqual([]);
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
