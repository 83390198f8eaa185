/** The reasons of verdicts compared with the rule itself. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { COMPARISONS, inShort } from './comparison-classes.ts';
import { FILE_FINDINGS } from './file-classes.ts';
import { applyFact, type Fact, isSettled, type Ledgers, newLedgers } from './message-lifecycle.ts';
import { deriveVerdict, VERDICTS, type Verdict } from './verdict.ts';
import { type ExplainedMessage, explainVerdict } from './verdict-reasons.ts';

/** As in responses. */
function messageOf(ledgers: Ledgers): ExplainedMessage {
  const { submission, receipt, reception, evidence } = ledgers;
  return {
    submission: { outcome: submission.state },
    receipt,
    reception: reception.at === null ? null : { comparison: inShort(reception.comparison ?? 'unknown') },
    fileFinding: reception.files,
    handsetOffline: ledgers.handsetOffline ? { heardAt: 'Monday' } : null,
    evidence,
    settled: isSettled(ledgers),
    verdict: deriveVerdict(ledgers),
  };
}

const at = fc.integer({ min: 2_000, max: 100_000 });
const facts: fc.Arbitrary<Fact> = fc.oneof(
  fc.record({ kind: fc.constantFrom('claimed' as const, 'accepted' as const), at }),
  fc.record({
    kind: fc.constantFrom('rejected' as const, 'unknown' as const),
    at,
    error: fc.constant('throttled'),
  }),
  fc.constant({ kind: 'deadline' as const }),
  fc.record({
    kind: fc.constant('deadline' as const),
    handsetOffline: fc.constant(true),
    handsetHeardAt: at,
  }),
  fc.record({
    kind: fc.constant('receipt' as const),
    state: fc.constantFrom('enroute' as const, 'failed' as const, 'delivered' as const),
    at,
    error: fc.constant(null),
  }),
  fc.record({
    kind: fc.constant('reception' as const),
    at,
    comparison: fc.constantFrom(...COMPARISONS),
  }),
  fc.record({ kind: fc.constant('files' as const), files: fc.constantFrom(...FILE_FINDINGS) }),
);

it('SERVER-3 the reasons lead to the verdict of the ledgers, whatever the evidence', () => {
  const reached = new Set<Verdict>();
  fc.assert(
    fc.property(
      fc.constantFrom('handset' as const, 'receipt' as const),
      fc.array(facts, { maxLength: 8 }),
      (evidence, facts) => {
        const start = newLedgers({ expiresAt: 31_000, deadlineMs: 30_000, evidence });
        const message = messageOf(facts.reduce(applyFact, start));
        const { steps, verdict } = explainVerdict(message);
        expect(verdict).toBe(message.verdict);
        expect(steps.length).toBeGreaterThan(1);
        expect(new Set(steps.map(({ question }) => question)).size).toBe(steps.length);
        reached.add(verdict);
      },
    ),
    { numRuns: 3_000, seed: 1 },
  );
  expect([...reached].sort()).toEqual([...VERDICTS].sort());
});

it('says since when a phone was offline', () => {
  const ledgers = (
    [
      { kind: 'claimed', at: 1_000 },
      { kind: 'accepted', at: 1_100 },
      { kind: 'deadline', handsetOffline: true, handsetHeardAt: 500 },
    ] satisfies Fact[]
  ).reduce<Ledgers>(applyFact, newLedgers({ expiresAt: 60_000, deadlineMs: 60_000, evidence: 'handset' }));
  const message = { ...messageOf(ledgers), handsetOffline: { heardAt: '2026-11-21T10:00:00.000-08:00' } };
  expect(explainVerdict(message).steps.slice(-2)).toEqual([
    { question: 'Has the deadline passed?', answer: 'Yes, without any confirmation.' },
    {
      question: 'Was the phone online to receive it?',
      answer:
        'No: it was offline for at least half the time until the deadline, last seen at 11/21/2026 10:00:00.',
    },
  ]);
});

it('SERVER-3 a receipt that no handset confirmed is explained step by step', () => {
  const ledgers = (
    [
      { kind: 'claimed', at: 1_000 },
      { kind: 'accepted', at: 1_100 },
      { kind: 'receipt', state: 'delivered', at: 1_400, error: null },
      { kind: 'deadline' },
    ] satisfies Fact[]
  ).reduce<Ledgers>(applyFact, newLedgers({ expiresAt: 60_000, deadlineMs: 60_000, evidence: 'handset' }));
  expect(explainVerdict(messageOf(ledgers)).steps).toEqual([
    { question: 'Did the handset confirm that it received the message?', answer: 'No.' },
    { question: 'Does the carrier’s receipt say that it was delivered?', answer: 'Yes.' },
    { question: 'Is the carrier’s receipt enough for this phone?', answer: 'No: its handset must confirm.' },
    { question: 'Has the deadline passed?', answer: 'Yes, without a report from the handset.' },
  ]);
});

it('SERVER-4 a message partly accepted and partly unanswered is explained as unknown, not lost', () => {
  const facts: Fact[] = [
    { kind: 'claimed', at: 2_000 },
    { kind: 'unknown', at: 2_100, error: 'Part 2 of 3: no answer' },
    { kind: 'receipt', state: 'enroute', at: 3_000, error: null },
    { kind: 'deadline' },
  ];
  const start = newLedgers({ expiresAt: 31_000, deadlineMs: 30_000, evidence: 'handset' });
  const { steps, verdict } = explainVerdict(messageOf(facts.reduce(applyFact, start)));
  expect(verdict).toBe('unknown');
  expect(steps.at(-1)).toEqual({
    question: 'Did the carrier accept all of its parts?',
    answer: 'Perhaps: a part was not submitted in time, or its answer was lost.',
  });
});
