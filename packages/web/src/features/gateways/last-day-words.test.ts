import { expect, test } from 'vitest';
import { hourWords, lastDay, lastDayWords } from './last-day-words.ts';

const NOW = Date.parse('2026-11-26T10:20:00-08:00');
const hour = (clock: string, messages: number, known: number, received: number) => ({
  at: `2026-11-26T${clock}:00:00.000-08:00`,
  messages,
  known,
  received,
});

test('EVIDENCE-2 a strip has 24 hours up to the present one, empty ones included', () => {
  const day = lastDay([hour('10', 5, 0, 0), hour('03', 40, 38, 16)], NOW);
  expect(day).toHaveLength(24);
  expect(day.map(({ messages }) => messages)).toEqual([...Array(16).fill(0), 40, ...Array(6).fill(0), 5]);
  expect(day.filter(({ messages }) => messages > 0).map(hourWords)).toEqual([
    '11/26 03:00: 40 messages, 16 of 38 received',
    '11/26 10:00: 5 messages',
  ]);
  expect(hourWords(day[0] as (typeof day)[number])).toBe('11/25 11:00: no messages');
});

test.each([
  [[], 'No messages in 24 hours'],
  [[hour('10', 1, 0, 0)], '1 message in 24 hours, none with a known outcome yet'],
  [[hour('10', 1_000, 1_000, 1_000)], '1,000 messages in 24 hours, 100% received'],
  [[hour('10', 22, 21, 14)], '22 messages in 24 hours, 66.7% received'],
  [
    [hour('09', 100, 90, 88), hour('03', 40, 40, 16), hour('10', 5, 0, 0)],
    '145 messages in 24 hours, 80% received. Lowest at 11/26 03:00: 16 of 40',
  ],
])('EVIDENCE-2 %j is described as %s', (hours, words) => {
  expect(lastDayWords(lastDay(hours, NOW))).toBe(words);
});
