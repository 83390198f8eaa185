import { expect, test } from 'vitest';
import { faultsOf } from './kill-judge.ts';

const received = (submitted: number, isRefused = false) => ({
  isRefused,
  parts: 2,
  submitted: { size: submitted },
});
const ended = { submissionState: 5, hasEnded: true };

test('accepts a status that matches what the carrier received', () => {
  expect(faultsOf({ ...ended, status: 'RECEIVED' }, received(2))).toEqual([]);
  expect(faultsOf({ ...ended, status: 'UNKNOWN' }, received(1))).toEqual([]);
  expect(faultsOf({ ...ended, status: 'UNKNOWN' }, undefined)).toEqual([]);
  expect(faultsOf({ ...ended, status: 'FAILED' }, received(1, true))).toEqual([]);
});

test('reports a status that contradicts what the carrier received', () => {
  expect(faultsOf({ ...ended, status: 'UNKNOWN' }, received(2))).toEqual(['is UNKNOWN, not RECEIVED']);
  // One of two parts was submitted: the other may be known to have failed.
  expect(faultsOf({ ...ended, status: 'FAILED' }, received(1))).toEqual([]);
  expect(faultsOf({ ...ended, status: 'FAILED' }, undefined)).toEqual(['is FAILED, not UNKNOWN']);
  expect(faultsOf({ ...ended, status: 'DELIVERED' }, received(1))).toEqual([
    'is DELIVERED, not UNKNOWN or FAILED',
  ]);
  expect(faultsOf({ ...ended, status: 'SENT' }, undefined)).toEqual(['is SENT, not UNKNOWN']);
  expect(faultsOf({ ...ended, status: 'RECEIVED' }, received(1, true))).toEqual([
    'is RECEIVED, not FAILED or UNKNOWN',
  ]);
});

test('reports a message that is waiting, claimed or unfinished as stuck', () => {
  expect(faultsOf({ status: 'UNKNOWN', submissionState: 1, hasEnded: false }, undefined)).toEqual([
    'is stuck in state 1',
    'has not ended',
  ]);
});
