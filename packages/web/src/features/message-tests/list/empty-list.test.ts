/** What an empty result says. */
import { expect, it } from 'vitest';
import { missedWords } from './empty-list.tsx';

it.each([
  [{ text: ' zebra ' }, 'No test has “zebra” in its message.'],
  [{ text: '#57' }, 'No test has “#57” in its message or as its ID.'],
  [{ carrier: 'Verizon', partnerId: 2 }, 'With the other filters, no test has a phone on Verizon.'],
  [{ from: '2026-11-01' }, 'No test has a creation date from 11/01/2026 on.'],
  [{ to: '2026-11-30' }, 'No test has a creation date up to 11/30/2026.'],
  [{ from: '2026-11-01', to: '2026-11-01' }, 'No test has a creation date of 11/01/2026.'],
  [
    { text: 'zebra', carrier: 'Verizon', from: '2026-11-01', to: '2026-11-30' },
    'No test has “zebra” in its message, a phone on Verizon, and a creation date from 11/01/2026 to 11/30/2026.',
  ],
])('OVERVIEW-2 an empty result names the filters that the search set: %j', (filters, words) => {
  expect(missedWords(filters)).toBe(words);
});
