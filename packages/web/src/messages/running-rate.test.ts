/** The rate of a run under way. */
import { expect, it } from 'vitest';
import { runningRate } from './running-rate.ts';
import { confirmedLog, receiptOnlyLog } from './testing/logs.ts';

const rate = { received: 1, known: 3, unknown: 0, inProgress: 2, deliveryRate: 33.3, formula: '' };

it('SERVER-2 counts a receipt as in progress until its handset has been heard out', () => {
  const open = { ...receiptOnlyLog(), settled: false };
  const testLogs = [confirmedLog(), open, open];
  expect(runningRate({ rate, testLogs })).toEqual({ ...rate, known: 1, inProgress: 4, deliveryRate: 100 });
  expect(runningRate({ rate: { ...rate, received: 0, known: 2 }, testLogs: [open, open] })).toMatchObject({
    known: 0,
    deliveryRate: null,
  });
});

it('SERVER-2 leaves what has settled, and where the receipt is the evidence, as the server counts it', () => {
  const counted = { ...receiptOnlyLog(), evidence: 'receipt' as const, settled: false };
  expect(runningRate({ rate, testLogs: [receiptOnlyLog(), counted] })).toBe(rate);
});
