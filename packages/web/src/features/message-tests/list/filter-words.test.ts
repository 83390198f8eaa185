import { expect, test } from 'vitest';
import { filterWords } from './filter-words.ts';

test.each([
  ['text=visit&executionStatus=FAILED&carrier=Verizon', '“visit”, Failed, Verizon'],
  ['partnerId=1&clientId=2&officeId=3&testType=RECURRING', 'Recurring, 1 office'],
  ['partnerId=1&from=2026-11-01', '1 partner, from 11/01/2026 on'],
  ['from=2026-11-01&to=2026-11-03&executionStatus=nonsense', 'from 11/01/2026 to 11/03/2026'],
])('OVERVIEW-2 the view %s is described as %s', (query, words) => {
  expect(filterWords(query)).toBe(words);
});
