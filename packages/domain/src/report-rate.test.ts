/** The delivery rate of a report. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MESSAGE_STATUSES } from './message-status.ts';
import { deliveryRateWords, type OutcomeCount, reportRate } from './report-rate.ts';
import { UNALTERED_ANSWERS } from './unaltered.ts';

function outcome(changes: Partial<OutcomeCount>): OutcomeCount {
  const ended = { status: 'RECEIVED', evidence: 'handset', handsetOffline: false, notSent: false } as const;
  return { ...ended, settled: true, unaltered: 'yes', messages: 1, ...changes };
}

test('SERVER-2 a message with only a receipt is in progress until its deadline, then its outcome is known', () => {
  const receipt = outcome({ status: 'DELIVERED', messages: 3 });
  const counts = [outcome({}), { ...receipt, settled: false }];
  expect(reportRate(counts)).toMatchObject({ received: 1, known: 1, inProgress: 3, deliveryRate: 100 });
  expect(reportRate([outcome({}), receipt])).toMatchObject({ known: 4, inProgress: 0, deliveryRate: 25 });
});

test('SERVER-2 if receipts decide, its outcome is known and it counts as received at once', () => {
  const counts = [outcome({ status: 'DELIVERED', evidence: 'receipt', settled: false })];
  expect(reportRate(counts)).toMatchObject({ received: 1, known: 1, inProgress: 0, deliveryRate: 100 });
});

test('SERVER-4 unknown, offline and in progress are in neither part of the rate; without known outcomes there is no rate', () => {
  const counts = [
    outcome({ status: 'UNKNOWN', unaltered: null }),
    outcome({ status: 'DELIVERED', handsetOffline: true, unaltered: null }),
    outcome({ status: 'SENT', settled: false, unaltered: null }),
  ];
  const none = {
    received: 0,
    known: 0,
    deliveryRate: null,
    unaltered: 0,
    compared: 0,
    notReported: 0,
    unalteredRate: null,
  };
  expect(reportRate(counts)).toEqual({ ...none, unknown: 1, offline: 1, notSent: 0, inProgress: 1 });
  expect(reportRate([])).toEqual({ ...none, unknown: 0, offline: 0, notSent: 0, inProgress: 0 });
});

test('GUARD-8 unsent messages are counted separately, in neither part of the rate', () => {
  const counts = [outcome({ messages: 3 }), outcome({ status: 'FAILED', notSent: true, messages: 5 })];
  expect(reportRate(counts)).toMatchObject({ received: 3, known: 3, notSent: 5, deliveryRate: 100 });
});

test('EVIDENCE-1 the unaltered rate leaves out what was not reported, and what did not arrive', () => {
  const counts = [
    outcome({ messages: 6 }),
    outcome({ messages: 2, unaltered: 'no' }),
    outcome({ messages: 5, unaltered: 'not reported' }),
    outcome({ messages: 9, status: 'FAILED', unaltered: null }),
  ];
  expect(reportRate(counts)).toMatchObject({
    unaltered: 6,
    compared: 8,
    notReported: 5,
    unalteredRate: 75,
  });
});

test('every message is counted once, and no more are received than known', () => {
  const counts = fc.array(
    fc
      .record({
        status: fc.constantFrom(...MESSAGE_STATUSES),
        evidence: fc.constantFrom('handset' as const, 'receipt' as const),
        handsetOffline: fc.boolean(),
        notSent: fc.boolean(),
        settled: fc.boolean(),
        unaltered: fc.constantFrom(null, ...UNALTERED_ANSWERS),
        messages: fc.integer({ min: 1, max: 1_000 }),
      })
      .map((one) => ({ ...one, notSent: one.notSent && one.status === 'FAILED' })),
  );
  fc.assert(
    fc.property(counts, (all) => {
      const { received, known, deliveryRate, ...rest } = reportRate(all);
      const apart = rest.unknown + rest.offline + rest.notSent + rest.inProgress;
      expect(known + apart).toBe(all.reduce((sum, one) => sum + one.messages, 0));
      expect(received).toBeLessThanOrEqual(known);
      expect(deliveryRate === null).toBe(known === 0);
    }),
  );
});

test.each([
  [{ received: 1_200, known: 1_700, inProgress: 0 }, '1,200 received ÷ 1,700 known outcomes'],
  [{ received: 0, known: 1, inProgress: 8 }, '0 received ÷ 1 known outcome so far'],
  [{ received: 0, known: 0, inProgress: 9 }, 'No known outcomes yet'],
  [{ received: 0, known: 0, inProgress: 0 }, 'No known outcomes'],
])('%o reads as “%s”', (rate, words) => {
  expect(deliveryRateWords(rate)).toBe(words);
});
