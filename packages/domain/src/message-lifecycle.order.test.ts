/** Properties of the lifecycle for any order and repetition of facts; message-lifecycle.test.ts covers the pairs. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMPARISONS, SENDER_COMPARISONS } from './comparison-classes.ts';
import { FILE_FINDINGS } from './file-classes.ts';
import { applyFact, deriveStatus, type Fact, type Ledgers, newLedgers } from './message-lifecycle.ts';
import { messageStatusRank } from './message-status.ts';
import { soakTimes } from './testing/soak-times.ts';
import { deriveVerdict } from './verdict.ts';

const at = fc.integer({ min: 2_000, max: 100_000 });
const error = fc.option(fc.constantFrom('no route', 'throttled', 'spam'), { nil: null });

const receipts: fc.Arbitrary<Fact> = fc.record({
  kind: fc.constant('receipt' as const),
  state: fc.constantFrom('enroute', 'failed', 'delivered'),
  at,
  error,
});
const receptions: fc.Arbitrary<Fact> = fc.record({
  kind: fc.constant('reception' as const),
  at,
  comparison: fc.constantFrom(...COMPARISONS),
  sender: fc.constantFrom(null, ...SENDER_COMPARISONS),
});
const comparedFiles: fc.Arbitrary<Fact> = fc.record({
  kind: fc.constant('files' as const),
  files: fc.constantFrom(...FILE_FINDINGS),
});
const deadlines: fc.Arbitrary<Fact> = fc.oneof(
  fc.constant({ kind: 'deadline' as const }),
  fc.record({
    kind: fc.constant('deadline' as const),
    error,
    handsetOffline: fc.boolean(),
    handsetHeardAt: fc.option(at, { nil: null }),
  }),
);
const lostAnswers: fc.Arbitrary<Fact> = fc.record({ kind: fc.constant('unknown' as const), at, error });
const acceptances: fc.Arbitrary<Fact> = fc.record({ kind: fc.constant('accepted' as const), at });
const rejections: fc.Arbitrary<Fact> = fc.record({ kind: fc.constant('rejected' as const), at, error });

/** Everything that one claimed message can receive without contradictions. */
const factsAfterClaim = fc.constantFrom(acceptances, rejections).chain((answers) =>
  fc.array(fc.oneof(answers, lostAnswers, receipts, receptions, comparedFiles, deadlines), {
    maxLength: 12,
  }),
);
/** Every possible external fact, including contradictions. */
const anything = fc.array(
  fc.oneof(acceptances, rejections, lostAnswers, receipts, receptions, comparedFiles, deadlines),
  { maxLength: 12 },
);

/** The facts in another order, some of them several times. */
const reorderings = (facts: readonly Fact[]) =>
  fc
    .tuple(fc.shuffledSubarray([...facts], { minLength: facts.length }), fc.subarray([...facts]))
    .chain(([all, again]) =>
      fc.shuffledSubarray([...all, ...again], { minLength: all.length + again.length }),
    );

const starts = fc
  .record({
    expiresAt: fc.constant(11_000),
    deadlineMs: fc.constantFrom(10_000, 60_000),
    evidence: fc.constantFrom('handset' as const, 'receipt' as const),
  })
  .map(newLedgers);
const claim = (ledgers: Ledgers) => applyFact(ledgers, { kind: 'claimed', at: 1_500 });

describe('any order and repetition of facts', () => {
  it('SERVER-2 ends in the same ledgers, status and verdict, whatever the external facts', () => {
    const cases = anything.chain((facts) => fc.tuple(fc.constant(facts), reorderings(facts)));
    fc.assert(
      fc.property(starts, fc.boolean(), cases, (start, claimed, [facts, reordered]) => {
        const from = claimed ? claim(start) : start;
        const end = facts.reduce(applyFact, from);
        const otherEnd = reordered.reduce(applyFact, from);
        expect(otherEnd).toEqual(end);
        expect(deriveStatus(otherEnd)).toBe(deriveStatus(end));
        expect(deriveVerdict(otherEnd)).toBe(deriveVerdict(end));
      }),
      { numRuns: soakTimes(2_000) },
    );
  });

  it('SERVER-2 never shows a lower status than before, except UNKNOWN corrected to SENT', () => {
    fc.assert(
      fc.property(starts, factsAfterClaim, (start, facts) => {
        let ledgers = claim(start);
        for (const fact of facts) {
          const before = deriveStatus(ledgers);
          ledgers = applyFact(ledgers, fact);
          const now = deriveStatus(ledgers);
          if (before === 'UNKNOWN' && now === 'SENT') continue;
          expect(messageStatusRank(now)).toBeGreaterThanOrEqual(messageStatusRank(before));
        }
      }),
      { numRuns: soakTimes(2_000) },
    );
  });
});
