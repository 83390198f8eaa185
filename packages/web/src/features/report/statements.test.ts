import { carrierStatement, contradict, handsetStatement } from '@textprobe/domain/statements';
import { expect, test } from 'vitest';
import { at, confirmedLog, inTransitLog, offlineLog, receiptOnlyLog, rejectedLog } from './testing/logs.ts';

test('a carrier that says delivered beside a silent handset is a contradiction', () => {
  const log = receiptOnlyLog();
  expect(carrierStatement(log)).toEqual({ words: 'delivered', says: 'yes' });
  expect(handsetStatement(log)).toEqual({ words: 'no report', says: 'no' });
  expect(contradict(log)).toBe(true);
});

test('a handset that got what the carrier gave up is one too', () => {
  const receipt = { at: at('03.500'), state: 'failed', error: null } as const;
  expect(contradict(confirmedLog({ receipt }))).toBe(true);
});

test('a phone that was offline contradicts nobody', () => {
  const receipt = { at: at('03.500'), state: 'delivered', error: null } as const;
  expect(handsetStatement(offlineLog())).toEqual({ words: 'offline', says: 'open' });
  expect(contradict({ ...offlineLog(), receipt })).toBe(false);
});

test('while a message is on its way nobody is blamed for silence', () => {
  const log = inTransitLog();
  expect(carrierStatement(log)).toEqual({ words: 'accepted', says: 'open' });
  expect(handsetStatement(log)).toEqual({ words: 'no report yet', says: 'open' });
  expect(contradict(confirmedLog({ reception: null, settled: false }))).toBe(false);
});

test('a refused message leaves the handset nothing to receive', () => {
  expect(carrierStatement(rejectedLog())).toEqual({ words: 'refused', says: 'no' });
  expect(handsetStatement(rejectedLog())).toEqual({ words: 'nothing to receive', says: 'open' });
});

test('where the receipt is the evidence, no handset is expected to speak', () => {
  const log = confirmedLog({ reception: null, evidence: 'receipt' });
  expect(handsetStatement(log).words).toBe('no agent');
  expect(contradict(log)).toBe(false);
});

test('an altered text is no plain yes, and a receipt that never came is told once all is settled', () => {
  const { reception } = confirmedLog();
  const altered = confirmedLog({ reception: { ...reception!, comparison: 'altered' } });
  expect(handsetStatement(altered)).toEqual({ words: 'received, altered', says: 'but' });
  expect(handsetStatement({ ...altered, finding: 'truncated' })).toEqual({
    words: 'received, truncated',
    says: 'but',
  });
  expect(carrierStatement({ ...inTransitLog(), settled: true }).words).toBe('no receipt');
});

test('another sender than was sent is no plain yes either', () => {
  const { reception } = confirmedLog();
  const changed = confirmedLog({ reception: { ...reception!, senderComparison: 'altered' } });
  expect(handsetStatement(changed)).toEqual({ words: 'received, sender changed', says: 'but' });
});
