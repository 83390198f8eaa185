import { expect, it } from 'vitest';
import {
  isInProgress,
  MESSAGE_STATUSES,
  messageStatusFromRank,
  messageStatusRank,
} from './message-status.ts';

it('SERVER-2 ranks the statuses PENDING < SENT < UNKNOWN < FAILED < DELIVERED < RECEIVED', () => {
  const shuffled = ['RECEIVED', 'FAILED', 'PENDING', 'DELIVERED', 'UNKNOWN', 'SENT'] as const;
  const ranked = shuffled.toSorted((a, b) => messageStatusRank(a) - messageStatusRank(b));
  expect(ranked).toEqual(['PENDING', 'SENT', 'UNKNOWN', 'FAILED', 'DELIVERED', 'RECEIVED']);
});

it('finds the status of each stored rank, and refuses an unknown rank', () => {
  for (const status of MESSAGE_STATUSES)
    expect(messageStatusFromRank(messageStatusRank(status))).toBe(status);
  expect(() => messageStatusFromRank(6)).toThrow(RangeError);
});

it('DATA-6 counts PENDING and SENT as in progress, and nothing else', () => {
  expect(MESSAGE_STATUSES.filter(isInProgress)).toEqual(['PENDING', 'SENT']);
});
