import { parseTimestamp } from '@textprobe/domain/los-angeles-time';
import { expect, it } from 'vitest';
import { sendQuestion } from './send-question.ts';

const now = parseTimestamp('2026-11-21T12:00:00-08:00') ?? 0;
const ask = (testType: 'IMMEDIATE' | 'SCHEDULED' | 'RECURRING', messages: number, scheduledAt = '') =>
  sendQuestion({ testType, scheduledAt }, messages, now);

it('EVIDENCE-6 a run of more than 5,000 messages asks first, with their number', () => {
  expect(ask('IMMEDIATE', 5_000)).toBeNull();
  expect(ask('IMMEDIATE', 5_001)).toBe('Send 5,001 messages?');
  expect(ask('RECURRING', 9_000)).toBe('Send 9,000 messages in each run?');
});

it('CREATE-16 a time that has passed asks first; only a scheduled test has one', () => {
  expect(ask('SCHEDULED', 4, '2026-11-21T11:59')).toBe('This time has passed. Send 4 messages now?');
  expect(ask('SCHEDULED', 4, '2026-11-21T12:01')).toBeNull();
  expect(ask('SCHEDULED', 4)).toBeNull();
  expect(ask('IMMEDIATE', 4, '2026-11-21T11:59')).toBeNull();
});
