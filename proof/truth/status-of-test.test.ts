/** The status that the judge expects of a test whose messages have all ended. */
import { expect, test } from 'vitest';
import { reasonOfTest, statusOfTest } from './status-of-test.ts';

test('the status of a test depends only on its messages with a known outcome', () => {
  const one = { status: 'RECEIVED', verdict: 'confirmed', evidence: 'handset' } as const;
  const unknown = { ...one, status: 'UNKNOWN', verdict: 'unknown' };
  const offline = { ...one, status: 'DELIVERED', verdict: 'handset offline' };
  const failed = { ...one, status: 'FAILED', verdict: 'lost' };
  const claimed = { ...one, status: 'DELIVERED', verdict: 'receipt only' };
  expect(statusOfTest([one, unknown, offline])).toBe('DELIVERED');
  expect(statusOfTest([one, failed, unknown])).toBe('PARTIALLY_DELIVERED');
  expect(statusOfTest([one, claimed])).toBe('PARTIALLY_DELIVERED');
  expect(statusOfTest([{ ...claimed, verdict: 'carrier confirmed', evidence: 'receipt' }])).toBe('DELIVERED');
  expect(statusOfTest([claimed, failed])).toBe('FAILED');
  expect(statusOfTest([unknown, unknown])).toBe('FAILED');
  const notSent = { ...failed, verdict: 'not sent' };
  expect(statusOfTest([one, notSent])).toBe('DELIVERED');
  expect(statusOfTest([notSent, notSent])).toBe('FAILED');
  expect(
    [[notSent], [notSent, unknown], [offline], [notSent, failed], [one, unknown]].map(reasonOfTest),
  ).toEqual(['not sent', 'no outcome known', 'no outcome known: every handset was offline', null, null]);
});
