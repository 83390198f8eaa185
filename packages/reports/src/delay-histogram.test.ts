import fc from 'fast-check';
import { expect, test } from 'vitest';
import { delayHistogram } from './delay-histogram.ts';

test('each delay is counted in its bar: a bound belongs to the next bar', () => {
  expect(delayHistogram([0.4, 1, 1.999, 2, 4])).toEqual([
    { label: '< 0.5 s', messages: 1 },
    { label: '0.5–1 s', messages: 0 },
    { label: '1–2 s', messages: 2 },
    { label: '2–3 s', messages: 1 },
    { label: '3–5 s', messages: 1 },
  ]);
});

test('every delay is counted, however short or long', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0.001, max: 1e7, noNaN: true }), { minLength: 5 }), (delays) => {
      const bars = delayHistogram(delays);
      expect(bars.reduce((sum, { messages }) => sum + messages, 0)).toBe(delays.length);
      expect(bars.length).toBeGreaterThanOrEqual(5);
    }),
  );
});

test('there is no chart of fewer than five delays', () => {
  expect(delayHistogram([])).toEqual([]);
  expect(delayHistogram([1, 2, 3, 4])).toEqual([]);
});
