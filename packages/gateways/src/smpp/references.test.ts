import { expect, test } from 'vitest';
import { createReferences } from './references.ts';

test('256 long messages go to a phone before a reference comes again', () => {
  const next = createReferences(() => 0.3, 256);
  const references = Array.from({ length: 257 }, () => next('+14155550123'));
  expect(new Set(references).size).toBe(256);
  expect(references[256]).toBe(references[0]);
  for (const reference of references) expect(reference).toBeOneOf(Array.from({ length: 256 }, (_, i) => i));
});

test('references of 16 bits use all of them', () => {
  const next = createReferences(() => 0.999, 65_536);
  const references = Array.from({ length: 300 }, () => next('+14155550123'));
  expect(new Set(references).size).toBe(300);
  expect(Math.max(...references)).toBe(65_535);
  expect(Math.min(...references)).toBe(0);
});

test('each phone is counted by itself, and beyond 10,000 the one idle longest is forgotten', () => {
  const starts = [0.1, 0.5];
  const next = createReferences(() => starts.shift() ?? 0.9, 256);
  expect([next('a'), next('b'), next('a'), next('b')]).toEqual([26, 129, 27, 130]);
  for (let i = 0; i < 9_999; i += 1) next(`phone ${i}`);
  expect(next('b')).toBe(131);
  expect(next('a')).toBe(231);
});
