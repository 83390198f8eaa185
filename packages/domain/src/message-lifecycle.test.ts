import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  RECEIPT_STATES,
  type ReceiptState,
  receiptStateFromRank,
  receiptStateRank,
  SUBMISSION_STATES,
  type SubmissionState,
  submissionStateFromRank,
  submissionStateRank,
} from './ledger-states.ts';
import {
  applyFact,
  deadlineAt,
  deriveStatus,
  type Fact,
  isSettled,
  type Ledgers,
  newLedgers,
} from './message-lifecycle.ts';

const MINUTE = 60_000;
const fresh = newLedgers({ expiresAt: 1_000 + 15 * MINUTE, deadlineMs: 15 * MINUTE, evidence: 'handset' });
const factsOf: Record<Exclude<Fact['kind'], 'receipt' | 'reception' | 'files'>, Fact> = {
  claimed: { kind: 'claimed', at: 2_000 },
  'given-back': { kind: 'given-back' },
  deadline: { kind: 'deadline' },
  'lease-ended': { kind: 'lease-ended', at: 2_000, error: 'gone' },
  unknown: { kind: 'unknown', at: 2_000 },
  rejected: { kind: 'rejected', at: 2_000, error: 'no route' },
  accepted: { kind: 'accepted', at: 2_000 },
};
/** The shortest path to each submission state. */
const wayTo: Record<SubmissionState, Fact[]> = {
  waiting: [],
  claimed: [factsOf.claimed],
  expired: [factsOf.deadline],
  unknown: [factsOf.claimed, factsOf.unknown],
  rejected: [factsOf.claimed, factsOf.rejected],
  accepted: [factsOf.claimed, factsOf.accepted],
};
const after = (facts: readonly Fact[], from: Ledgers = fresh) => facts.reduce(applyFact, from);
const receipt = (state: Exclude<ReceiptState, 'none'>, at = 3_000, error: string | null = null): Fact => ({
  kind: 'receipt',
  state,
  at,
  error,
});
const reception = (at = 4_000): Fact => ({ kind: 'reception', at, comparison: 'identical' });

/** The table at the top of message-lifecycle.ts: [state, fact, next] for every pair. */
function drawnMoves(): [SubmissionState, keyof typeof factsOf, SubmissionState][] {
  const source = readFileSync(new URL('./message-lifecycle.ts', import.meta.url), 'utf8');
  const [head, ...rows] = [...source.matchAll(/^ \* {5}\|(.+)\|$/gm)].map((line) =>
    (line[1] ?? '').split('|').map((cell) => cell.trim()),
  );
  return rows.flatMap(([state, ...cells]) =>
    cells.map((cell, i): [SubmissionState, keyof typeof factsOf, SubmissionState] => [
      state as SubmissionState,
      head?.[i + 1] as keyof typeof factsOf,
      (cell === '·' ? state : cell) as SubmissionState,
    ]),
  );
}

describe('the transition table', () => {
  it('covers every pair of submission state and fact', () => {
    const pairs = drawnMoves().map(([state, fact]) => `${state} × ${fact}`);
    const all = SUBMISSION_STATES.flatMap((state) =>
      Object.keys(factsOf).map((fact) => `${state} × ${fact}`),
    );
    expect(pairs.toSorted()).toEqual(all.toSorted());
  });

  it.each(drawnMoves())('changes a submission that is %s, on the fact %s, to %s', (state, fact, next) => {
    const from = after(wayTo[state]);
    expect(from.submission.state).toBe(state);
    const to = applyFact(from, factsOf[fact]);
    expect(to.submission.state).toBe(next);
    expect(applyFact(to, factsOf[fact])).toEqual(to);
    const goesBack = submissionStateRank(next) < submissionStateRank(state);
    expect(goesBack).toBe(state === 'claimed' && fact === 'given-back');
    expect(to.receipt).toEqual(from.receipt);
    expect(to.reception).toEqual(from.reception);
    expect(to.deadlinePassed).toBe(from.deadlinePassed || fact === 'deadline');
  });

  const receiptPairs = RECEIPT_STATES.flatMap((from) =>
    (['enroute', 'failed', 'delivered'] as const).map((fact) => [from, fact] as const),
  );
  it.each(receiptPairs)('changes a receipt that is %s, on one that says %s, only forward', (state, said) => {
    const from = after(state === 'none' ? wayTo.accepted : [...wayTo.accepted, receipt(state)]);
    const to = applyFact(from, receipt(said));
    expect(receiptStateRank(to.receipt.state)).toBe(
      Math.max(receiptStateRank(state), receiptStateRank(said)),
    );
    expect(to.submission).toEqual(from.submission);
    expect(applyFact(to, receipt(said))).toEqual(to);
  });

  const statePairs = SUBMISSION_STATES.flatMap((submission) =>
    RECEIPT_STATES.map((state) => [submission, state] as const),
  );
  it.each(statePairs)(
    'leaves submission %s and receipt %s unchanged when a handset reports',
    (submission, state) => {
      const from = after(state === 'none' ? wayTo[submission] : [...wayTo[submission], receipt(state)]);
      const to = applyFact(from, reception());
      expect(to.submission).toEqual(from.submission);
      expect(to.receipt).toEqual(from.receipt);
      expect(deriveStatus(to)).toBe('RECEIVED');
      expect(isSettled(to)).toBe(true);
    },
  );
});

it('SERVER-4 a long message with one lost answer is UNKNOWN after its deadline, even if another part was delivered', () => {
  const enroute = after([
    factsOf.claimed,
    { kind: 'unknown', at: 3_000, error: 'no answer' },
    receipt('enroute'),
  ]);
  expect(deriveStatus(enroute)).toBe('SENT');
  const silent = applyFact(enroute, factsOf.deadline);
  expect(deriveStatus(silent)).toBe('UNKNOWN');
  expect(isSettled(silent)).toBe(true);
  expect(deriveStatus(applyFact(silent, receipt('failed')))).toBe('FAILED');
  expect(deriveStatus(applyFact(silent, factsOf.accepted))).toBe('FAILED');
});

describe('Promise 3: a claim whose lease ended', () => {
  const ended = after([factsOf.claimed, factsOf['lease-ended']]);

  it('is UNKNOWN, and waits again once that attempt is given back', () => {
    expect(deriveStatus(ended)).toBe('UNKNOWN');
    const back = applyFact(ended, factsOf['given-back']);
    expect(back.submission).toEqual({ state: 'waiting', at: null, error: null });
    expect(back).toEqual(after([factsOf.claimed, factsOf['given-back']]));
    expect(applyFact(back, factsOf['given-back'])).toEqual(back);
  });

  it('expires if it is given back after its deadline', () => {
    const late = after([factsOf.deadline, factsOf['given-back']], ended);
    expect(late.submission.state).toBe('expired');
    expect(deriveStatus(late)).toBe('FAILED');
  });

  it.each([factsOf.unknown, factsOf.rejected, factsOf.accepted])(
    'keeps what a gateway reports, $kind, and is not given back any more, in either order',
    (said) => {
      const known = after([factsOf.claimed, said]);
      expect(applyFact(ended, said)).toEqual(known);
      expect(applyFact(known, factsOf['lease-ended'])).toEqual(known);
      expect(after([said, factsOf['given-back']], ended)).toEqual(known);
      expect(after([said, factsOf['lease-ended'], factsOf['given-back']], ended)).toEqual(known);
    },
  );
});

describe('times and reasons', () => {
  it('keeps the earliest time of the winning submission state', () => {
    const twice = after([
      factsOf.claimed,
      { kind: 'unknown', at: 9_000 },
      { kind: 'accepted', at: 8_000 },
      { kind: 'accepted', at: 7_000 },
    ]);
    expect(twice.submission).toEqual({ state: 'accepted', at: 7_000, error: null });
  });

  it('keeps the submission time of a lost answer, not that of its claim', () => {
    const lost = after([factsOf.claimed, { kind: 'unknown', at: 9_000, error: 'no answer' }]);
    expect(lost.submission).toEqual({ state: 'unknown', at: 9_000, error: 'no answer' });
    expect(deadlineAt(lost)).toBe(9_000 + 15 * MINUTE);
  });

  it('clears the claim of a message that is given back, so that its deadline is its expiry again', () => {
    const claimed = after([factsOf.claimed]);
    expect(deadlineAt(claimed)).toBe(2_000 + 15 * MINUTE);
    const back = applyFact(claimed, factsOf['given-back']);
    expect(back.submission.at).toBeNull();
    expect(deadlineAt(back)).toBe(1_000 + 15 * MINUTE);
  });

  it('expires at once a message given back after its deadline, in either order', () => {
    const orders = [
      after([factsOf.claimed, factsOf.deadline, factsOf['given-back']]),
      after([factsOf.claimed, factsOf['given-back'], factsOf.deadline]),
    ];
    expect(orders[0]?.submission.state).toBe('expired');
    expect(orders[0]).toEqual(orders[1]);
  });

  it('keeps the earliest receipt of the winning state, with a reason that does not depend on the order', () => {
    const facts = [receipt('failed', 9_000, 'b'), receipt('failed', 5_000, 'a'), receipt('enroute', 1_500)];
    expect(after(facts).receipt).toEqual({ state: 'failed', at: 5_000, error: 'a' });
    expect(after(facts.toReversed()).receipt).toEqual(after(facts).receipt);
  });

  it('keeps the earliest arrival and, of several copies, the strongest comparison', () => {
    const copies: Fact[] = [
      { kind: 'reception', at: 6_000, comparison: 'altered' },
      { kind: 'reception', at: 5_000, comparison: 'unknown' },
      { kind: 'reception', at: 7_000, comparison: 'identical' },
    ];
    expect(after(copies).reception).toEqual({
      at: 5_000,
      comparison: 'identical',
      sender: null,
      files: null,
    });
    expect(after(copies.slice(0, 2)).reception).toEqual({
      at: 5_000,
      comparison: 'altered',
      sender: null,
      files: null,
    });
  });
});

describe('stored ranks', () => {
  it('map back to the stored state', () => {
    for (const state of SUBMISSION_STATES)
      expect(submissionStateFromRank(submissionStateRank(state))).toBe(state);
    for (const state of RECEIPT_STATES) expect(receiptStateFromRank(receiptStateRank(state))).toBe(state);
    expect(submissionStateRank('accepted')).toBe(5);
    expect(receiptStateRank('delivered')).toBe(3);
  });

  it('that are unknown are refused', () => {
    expect(() => submissionStateFromRank(6)).toThrow(RangeError);
    expect(() => receiptStateFromRank(-1)).toThrow(RangeError);
  });
});
