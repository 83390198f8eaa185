/** The matrix of carriers and verdicts. */
import type { TestLog } from '@textprobe/contract/messages';
import { expect, test } from 'vitest';
import {
  confirmedLog,
  inTransitLog,
  offlineLog,
  receiptOnlyLog,
  rejectedLog,
} from '../../testing/sample-logs.ts';
import { outcomesByCarrier } from './carrier-outcomes.ts';

test('CHANGE-1 names how the texts of each verdict changed', () => {
  const found = (finding: TestLog['finding'], verdict: TestLog['verdict']) => ({
    ...confirmedLog(),
    finding,
    verdict,
  });
  const [outcome] = outcomesByCarrier([
    found('identical', 'confirmed'),
    found('cosmetic', 'confirmed'),
    found('masked', 'altered'),
    found('text added', 'altered'),
    found('text added', 'altered'),
  ]);
  expect([...(outcome?.changes ?? [])]).toEqual([
    ['confirmed', 'cosmetic changes 1'],
    ['altered', 'text added 2, masked 1'],
  ]);
});

test('EVIDENCE-4 counts verdicts by carrier, with received ÷ known by the rule of the report', () => {
  const of = (carrier: string, log = confirmedLog()) => ({ ...log, carrier });
  const logs = [
    of('Verizon'),
    of('', rejectedLog()),
    of('AT&T', rejectedLog()),
    of('AT&T'),
    of('AT&T'),
    // Neither received nor known: in transit, offline, never sent, and delivered while the handset may still confirm.
    of('AT&T', inTransitLog()),
    of('AT&T', offlineLog()),
    of('AT&T', { ...rejectedLog(), verdict: 'not sent' }),
    of('AT&T', { ...receiptOnlyLog(), verdict: 'in transit', settled: false }),
  ];
  const outcomes = outcomesByCarrier(logs).map(({ carrier, messages, verdicts, rate }) => [
    carrier,
    messages,
    verdicts.map(({ verdict, count }) => `${count} ${verdict}`).join(', '),
    `${rate.received} ÷ ${rate.known} = ${rate.deliveryRate}`,
  ]);
  expect(outcomes).toEqual([
    ['AT&T', 7, '2 confirmed, 1 rejected, 1 not sent, 1 handset offline, 2 in transit', '2 ÷ 3 = 66.7'],
    ['Verizon', 1, '1 confirmed', '1 ÷ 1 = 100'],
    ['', 1, '1 rejected', '0 ÷ 1 = 0'],
  ]);
});
