import { expect, test } from 'vitest';
import { createReferences } from './references.ts';

test('a reference is reused only after 256 long messages to a phone', () => {
  const next = createReferences(() => 0.3, 256);
  const references = Array.from({ length: 257 }, () => next('+14155550123'));
  expect(new Set(references).size).toBe(256);
  expect(references[256]).toBe(references[0]);
  for (const reference of references) expect(reference).toBeOneOf(Array.from({ length: 256 }, (_, i) => i));
});

test('16-bit references use their whole range', () => {
  const next = createReferences(() => 0.999, 65_536);
  const references = Array.from({ length: 300 }, () => next('+14155550123'));
  expect(new Set(references).size).toBe(300);
  expect(Math.max(...references)).toBe(65_535);
  expect(Math.min(...references)).toBe(0);
});

test('each phone has its own counter, and beyond 10,000 the least recently used is dropped', () => {
  const starts = [0.1, 0.5];
  const next = createReferences(() => starts.shift() ?? 0.9, 256);
  expect([next('a'), next('b'), next('a'), next('b')]).toEqual([26, 129, 27, 130]);
  for (let i = 0; i < 9_999; i += 1) next(`phone ${i}`);
  expect(next('b')).toBe(131);
  expect(next('a')).toBe(231);
});
