/** Descriptions of recurrence rules. */
import { expect, test } from 'vitest';
import { recurrenceFacts, recurrenceSentence } from './recurrence-words.ts';

test.each([
  [{ frequency: 'days', interval: 1, time: '10:30' }, 'Every day, at 10:30'],
  [
    {
      frequency: 'weeks',
      interval: 2,
      days_of_week: ['MONDAY', 'WEDNESDAY'],
      time: '10:30',
      end_date: '2027-02-21',
    },
    'Every 2 weeks, on Monday and Wednesday, at 10:30, until 02/21/2027',
  ],
  [
    { frequency: 'months', interval: 1, days_of_week: ['FRIDAY'], week_of_month: 5 },
    'Every month, on the fifth Friday',
  ],
  [
    { frequency: 'months', interval: 3, days_of_month: [1, 2, 3, 11, 22, 31] },
    'Every 3 months, on the 1st, 2nd, 3rd, 11th, 22nd, and 31st',
  ],
  [{}, 'N/A'],
])('REPORT-4 the rule %j reads "%s"', (rule, sentence) => {
  expect(recurrenceSentence(rule)).toBe(sentence);
});

test('an empty rule has no facts', () => {
  expect(recurrenceFacts({ days_of_week: 'MONDAY', time: 7 })).toEqual([]);
});
