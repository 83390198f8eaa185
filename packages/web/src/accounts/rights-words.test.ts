import { expect, test } from 'vitest';
import { partnersInWords } from './rights-words.ts';

const PARTNERS = ['Acorn', 'Birch', 'Cedar', 'Dogwood'].map((name, index) => ({ id: index + 1, name }));

test('ACCT-4 a row names two partners and counts the others', () => {
  const words = (partnerIds: readonly number[] | null) => partnersInWords(partnerIds, PARTNERS);
  expect(words(null)).toBe('All partners');
  expect(words([2, 4])).toBe('Birch, Dogwood');
  expect(words([1, 2, 3, 9])).toBe('Acorn, Birch +2');
  expect(words([9])).toBe('Partner 9');
});
