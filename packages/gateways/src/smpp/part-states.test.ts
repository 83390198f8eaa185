import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldParts, type PartState } from './part-states.ts';

const accepted: PartState = { kind: 'accepted', at: 1, providerId: 'a' };
const refused: PartState = { kind: 'refused', at: 2, error: 'no such number.' };
const lost: PartState = { kind: 'lost', at: 3, error: 'no answer.' };
const held: PartState = { kind: 'held', at: 4, reason: 'throttled', retryAfterMs: 500 };
const some = fc.constantFrom(accepted, refused, lost, held);

test('a message of one part has the outcome of that part', () => {
  expect(foldParts([accepted], 1)).toEqual({
    kind: 'accepted',
    at: 1,
    parts: [{ part: 1, parts: 1, providerId: 'a' }],
  });
  expect(foldParts([refused], 1)).toEqual({ kind: 'rejected', at: 2, error: 'no such number.' });
  expect(foldParts([lost], 1)).toEqual({ kind: 'unknown', at: 3, error: 'no answer.' });
  expect(foldParts([held], 1)).toEqual({ kind: 'deferred', reason: 'throttled', retryAfterMs: 500 });
});

test('Promise 3: a message is never deferred once the carrier may have a part of it', () => {
  fc.assert(
    fc.property(fc.array(some, { minLength: 1, maxLength: 6 }), (states) => {
      const outcome = foldParts(states, states.length);
      expect(outcome.kind === 'deferred').toBe(states[0]?.kind === 'held');
      const isWhole = states.every(({ kind }) => kind === 'accepted');
      expect(outcome.kind === 'accepted').toBe(isWhole);
      if (outcome.kind === 'unknown') expect(states.every(({ kind }) => kind !== 'refused')).toBe(true);
    }),
  );
});

test('a message is rejected only if the carrier refused a part of it', () => {
  fc.assert(
    fc.property(fc.array(some, { minLength: 1, maxLength: 6 }), (states) => {
      const isRefused = states[0]?.kind !== 'held' && states.some(({ kind }) => kind === 'refused');
      expect(foldParts(states, states.length).kind === 'rejected').toBe(isRefused);
    }),
  );
});

test('an outcome names the failed part and lists the accepted ones', () => {
  expect(foldParts([accepted, held, lost], 3)).toEqual({
    kind: 'unknown',
    at: 1,
    error: 'Part 2 of 3: not submitted in time (throttled), so the phone cannot reassemble the message.',
    parts: [{ part: 1, parts: 3, providerId: 'a' }],
  });
  expect(foldParts([accepted, accepted, lost], 3)).toMatchObject({
    kind: 'unknown',
    error: 'Part 3 of 3: no answer.',
    parts: [{ part: 1 }, { part: 2 }],
  });
});
