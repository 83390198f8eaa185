import { expect, test } from 'vitest';
import { dayWords, historyWords } from './history-words.ts';

const day = { day: '2026-11-21', messages: 0, received: 0, known: 0, offline: 0 };

test.each([
  [{}, '11/21: no messages'],
  [{ messages: 1 }, '11/21: 1 message, none with a known outcome'],
  [{ messages: 3, known: 3, received: 2 }, '11/21: 3 messages, 2 of 3 received'],
  [
    { messages: 3, known: 2, received: 2, offline: 1 },
    '11/21: 3 messages, 2 of 2 received, 1 while it was offline',
  ],
])('DIR-5: a day with %j is %j', (changes, words) => {
  expect(dayWords({ ...day, ...changes })).toBe(words);
});

test('DIR-5: the days of a phone are summed up', () => {
  expect(historyWords([day, day])).toBe('No messages in 2 days');
  const some = { ...day, messages: 3, known: 2, received: 1, offline: 1 };
  expect(historyWords([some, day, some])).toBe(
    '6 messages in 3 days: 2 of 4 received, 2 while it was offline',
  );
});
