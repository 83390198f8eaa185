import { carrierStatement, contradict, handsetStatement } from '@textprobe/domain/statements';
import { expect, test } from 'vitest';
import {
  at,
  confirmedLog,
  inTransitLog,
  offlineLog,
  receiptOnlyLog,
  rejectedLog,
} from '../../testing/sample-logs.ts';

test('a delivered receipt with a silent handset is a contradiction', () => {
  const log = receiptOnlyLog();
  expect(carrierStatement(log)).toEqual({ words: 'delivered', says: 'yes' });
  expect(handsetStatement(log)).toEqual({ words: 'no report', says: 'no' });
  expect(contradict(log)).toBe(true);
});

test('a received message that the carrier reported as failed is a contradiction', () => {
  const receipt = { at: at('03.500'), state: 'failed', error: null } as const;
  expect(contradict(confirmedLog({ receipt }))).toBe(true);
});

test('an offline phone is not a contradiction', () => {
  const receipt = { at: at('03.500'), state: 'delivered', error: null } as const;
  expect(handsetStatement(offlineLog())).toEqual({ words: 'offline', says: 'open' });
  expect(contradict({ ...offlineLog(), receipt })).toBe(false);
});

test('silence is not a contradiction while the message is in flight', () => {
  const log = inTransitLog();
  expect(carrierStatement(log)).toEqual({ words: 'accepted', says: 'open' });
  expect(handsetStatement(log)).toEqual({ words: 'no report yet', says: 'open' });
  expect(contradict(confirmedLog({ reception: null, settled: false }))).toBe(false);
});

test('a rejected message leaves the handset nothing to receive', () => {
  expect(carrierStatement(rejectedLog())).toEqual({ words: 'refused', says: 'no' });
  expect(handsetStatement(rejectedLog())).toEqual({ words: 'nothing to receive', says: 'open' });
});

test('no handset report is expected where the receipt is the evidence', () => {
  const log = confirmedLog({ reception: null, evidence: 'receipt' });
  expect(handsetStatement(log).words).toBe('no agent');
  expect(contradict(log)).toBe(false);
});

test('an altered text is not a plain yes, and a missing receipt is reported once the message is settled', () => {
  const { reception } = confirmedLog();
  const altered = confirmedLog({ reception: { ...reception!, comparison: 'altered' } });
  expect(handsetStatement(altered)).toEqual({ words: 'received, altered', says: 'but' });
  expect(handsetStatement({ ...altered, finding: 'truncated' })).toEqual({
    words: 'received, truncated',
    says: 'but',
  });
  expect(carrierStatement({ ...inTransitLog(), settled: true }).words).toBe('no receipt');
});

test('a changed sender is not a plain yes', () => {
  const { reception } = confirmedLog();
  const changed = confirmedLog({ reception: { ...reception!, senderComparison: 'altered' } });
  expect(handsetStatement(changed)).toEqual({ words: 'received, sender changed', says: 'but' });
});
