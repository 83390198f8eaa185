import { carrierClaim, contradict, handsetClaim } from '@textprobe/domain/claims';
import { expect, test } from 'vitest';
import { at, confirmedLog, inTransitLog, offlineLog, receiptOnlyLog, rejectedLog } from './testing/logs.ts';

test('a delivered receipt with a silent handset is a contradiction', () => {
  const log = receiptOnlyLog();
  expect(carrierClaim(log)).toEqual({ words: 'delivered', says: 'yes' });
  expect(handsetClaim(log)).toEqual({ words: 'silent', says: 'no' });
  expect(contradict(log)).toBe(true);
});

test('a received message that the carrier reported as failed is a contradiction', () => {
  const receipt = { at: at('03.500'), state: 'failed', error: null } as const;
  expect(contradict(confirmedLog({ receipt }))).toBe(true);
});

test('an offline phone is no contradiction', () => {
  const receipt = { at: at('03.500'), state: 'delivered', error: null } as const;
  expect(handsetClaim(offlineLog())).toEqual({ words: 'offline', says: 'open' });
  expect(contradict({ ...offlineLog(), receipt })).toBe(false);
});

test('silence is no contradiction while the message is in flight', () => {
  const log = inTransitLog();
  expect(carrierClaim(log)).toEqual({ words: 'accepted', says: 'open' });
  expect(handsetClaim(log)).toEqual({ words: 'nothing yet', says: 'open' });
  expect(contradict(confirmedLog({ reception: null, settled: false }))).toBe(false);
});

test('a rejected message leaves the handset nothing to receive', () => {
  expect(carrierClaim(rejectedLog())).toEqual({ words: 'refused', says: 'no' });
  expect(handsetClaim(rejectedLog())).toEqual({ words: 'nothing to receive', says: 'open' });
});

test('no handset report is expected where the receipt is the evidence', () => {
  const log = confirmedLog({ reception: null, evidence: 'receipt' });
  expect(handsetClaim(log).words).toBe('not listening');
  expect(contradict(log)).toBe(false);
});

test('an altered text is no plain yes, and a missing receipt is reported once the message is settled', () => {
  const { reception } = confirmedLog();
  const altered = confirmedLog({ reception: { ...reception!, comparison: 'altered' } });
  expect(handsetClaim(altered)).toEqual({ words: 'received, altered', says: 'but' });
  expect(handsetClaim({ ...altered, finding: 'truncated' })).toEqual({
    words: 'received, truncated',
    says: 'but',
  });
  expect(carrierClaim({ ...inTransitLog(), settled: true }).words).toBe('no receipt');
});

test('a changed sender is no plain yes', () => {
  const { reception } = confirmedLog();
  const changed = confirmedLog({ reception: { ...reception!, senderComparison: 'altered' } });
  expect(handsetClaim(changed)).toEqual({ words: 'received, sender changed', says: 'but' });
});
