import { expect, test } from 'vitest';
import {
  type AnalyticsFilter,
  endDateInstant,
  type FilteredMessage,
  matchesAnalyticsFilter,
  STATUS_WORDS,
  startDateInstant,
  statusOfWord,
} from './analytics-filter.ts';
import { parseTimestamp } from './los-angeles-time.ts';

const at = (text: string) => parseTimestamp(text) as number;
const message: FilteredMessage = {
  partnerId: 3,
  status: 'DELIVERED',
  carrier: 'AT&T',
  messageType: 'SMS',
  testType: 'IMMEDIATE',
  sentAt: at('2026-11-21 12:00'),
  receivedAt: at('2026-11-22 00:00'),
  finding: 'truncated',
  senderChanged: false,
  fileFinding: null,
  verdict: 'receipt only',
};
const dates = (start: string | null, end: string | null): AnalyticsFilter => ({
  from: start === null ? undefined : (startDateInstant(start) as number),
  before: end === null ? undefined : (endDateInstant(end) as number),
});

test('ANALYTICS-6 an end date includes its day in Los Angeles until 23:59:59, on days of 23 and 25 hours too', () => {
  for (const date of ['2026-11-21', '2026-03-08', '2026-11-01']) {
    const sent = (time: string) => ({ ...message, sentAt: at(`${date} ${time}`) });
    expect(matchesAnalyticsFilter(sent('00:00:00.000'), dates(date, date))).toBe(true);
    expect(matchesAnalyticsFilter(sent('23:59:59.999'), dates(date, date))).toBe(true);
    const next = { ...message, sentAt: at(`${date} 23:59:59.999`) + 1 };
    expect(matchesAnalyticsFilter(next, dates(date, date))).toBe(false);
    const before = { ...message, sentAt: at(`${date} 00:00:00.000`) - 1 };
    expect(matchesAnalyticsFilter(before, dates(date, null))).toBe(false);
  }
});

test('ANALYTICS-6 dates filter by the sent time, or else by the received time; a message with neither is excluded', () => {
  expect(matchesAnalyticsFilter(message, dates('2026-11-22', null))).toBe(false);
  expect(matchesAnalyticsFilter({ ...message, sentAt: null }, dates('2026-11-22', null))).toBe(true);
  const untimed = { ...message, sentAt: null, receivedAt: null };
  expect(matchesAnalyticsFilter(untimed, dates(null, '2026-11-22'))).toBe(false);
  expect(matchesAnalyticsFilter(untimed, {})).toBe(true);
});

test('ANALYTICS-6 each choice of the status filter selects exactly one status', () => {
  expect(STATUS_WORDS.map(statusOfWord)).toEqual([
    'PENDING',
    'SENT',
    'DELIVERED',
    'RECEIVED',
    'FAILED',
    'UNKNOWN',
  ]);
  expect(matchesAnalyticsFilter(message, { status: 'DELIVERED' })).toBe(true);
  expect(matchesAnalyticsFilter(message, { status: 'RECEIVED' })).toBe(false);
});

test('ANALYTICS-6 carriers match case-insensitively; all given filters must match', () => {
  expect(matchesAnalyticsFilter(message, { carrier: 'at&t', messageType: 'SMS' })).toBe(true);
  expect(matchesAnalyticsFilter(message, { carrier: 'at&t', messageType: 'MMS' })).toBe(false);
  expect(matchesAnalyticsFilter(message, { carrier: 'AT', messageType: 'SMS' })).toBe(false);
  expect(matchesAnalyticsFilter(message, { testType: 'RECURRING' })).toBe(false);
});

test('a finding matches messages that have it, and a changed sender matches whatever the finding', () => {
  expect(matchesAnalyticsFilter(message, { finding: 'truncated' })).toBe(true);
  expect(matchesAnalyticsFilter(message, { finding: 'identical' })).toBe(false);
  expect(matchesAnalyticsFilter(message, { finding: 'sender changed' })).toBe(false);
  const changed = { ...message, senderChanged: true };
  expect(matchesAnalyticsFilter(changed, { finding: 'sender changed' })).toBe(true);
  expect(matchesAnalyticsFilter(changed, { finding: 'truncated' })).toBe(true);
});

test.each(['', '2026-02-30', '2026-13-01', '1899-12-31', '3000-01-01', '2026-11-21 10:00', '11/21/2026'])(
  'ANALYTICS-6 "%s" is not a date',
  (text) => {
    expect(startDateInstant(text)).toBeNull();
    expect(endDateInstant(text)).toBeNull();
  },
);
