/** What stands beside figures of tests. */
import { expect, it } from 'vitest';
import { noteWords } from './test-figures-note.tsx';

it('says that the last 7 days are those on which tests were made, where they are compared', () => {
  expect(noteWords({}, true)).toBe('Last 7 days: by the day they were made');
  expect(noteWords({ startDate: '2026-11-01' }, true)).toBe('By the day they were made');
  expect(noteWords({})).toBeNull();
});
