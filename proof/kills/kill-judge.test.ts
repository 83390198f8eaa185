import { expect, test } from 'vitest';
import { faultsOf } from './kill-judge.ts';

const had = (submitted: number, isRefused = false) => ({
  isRefused,
  parts: 2,
  submitted: { size: submitted },
});
const ended = { submissionState: 5, hasEnded: true };

test('what is true of what the carrier had is no fault', () => {
  expect(faultsOf({ ...ended, status: 'RECEIVED' }, had(2))).toEqual([]);
  expect(faultsOf({ ...ended, status: 'UNKNOWN' }, had(1))).toEqual([]);
  expect(faultsOf({ ...ended, status: 'UNKNOWN' }, undefined)).toEqual([]);
  expect(faultsOf({ ...ended, status: 'FAILED' }, had(1, true))).toEqual([]);
});

test('a message that its phone had is not lost, one that never went out is not sent', () => {
  expect(faultsOf({ ...ended, status: 'UNKNOWN' }, had(2))).toEqual(['is UNKNOWN, not RECEIVED']);
  // One of its two parts went out: the other may be known not to have.
  expect(faultsOf({ ...ended, status: 'FAILED' }, had(1))).toEqual([]);
  expect(faultsOf({ ...ended, status: 'FAILED' }, undefined)).toEqual(['is FAILED, not UNKNOWN']);
  expect(faultsOf({ ...ended, status: 'DELIVERED' }, had(1))).toEqual([
    'is DELIVERED, not UNKNOWN or FAILED',
  ]);
  expect(faultsOf({ ...ended, status: 'SENT' }, undefined)).toEqual(['is SENT, not UNKNOWN']);
  expect(faultsOf({ ...ended, status: 'RECEIVED' }, had(1, true))).toEqual([
    'is RECEIVED, not FAILED or UNKNOWN',
  ]);
});

test('a message that waits, is claimed or has not ended is stuck', () => {
  expect(faultsOf({ status: 'UNKNOWN', submissionState: 1, hasEnded: false }, undefined)).toEqual([
    'is stuck in state 1',
    'has not ended',
  ]);
});
