import { describe, expect, it } from 'vitest';
import {
  applyFact,
  deriveStatus,
  type Fact,
  isSettled,
  type Ledgers,
  newLedgers,
} from './message-lifecycle.ts';
import { type EvidenceSource, MESSAGE_STATUSES } from './message-status.ts';
import {
  countsAsReceived,
  deriveVerdict,
  describeVerdict,
  endedOffline,
  isKnownOutcome,
  VERDICTS,
  wasNotSent,
} from './verdict.ts';

const DEADLINE_MS = 60_000;
const claimed: Fact = { kind: 'claimed', at: 1_000 };
const accepted: Fact = { kind: 'accepted', at: 1_100 };
const rejected: Fact = { kind: 'rejected', at: 1_100, error: 'ESME_RINVDSTADR' };
const answerLost: Fact = { kind: 'unknown', at: 1_000, error: 'response timer' };
const deadline: Fact = { kind: 'deadline' };
const enroute: Fact = { kind: 'receipt', state: 'enroute', at: 1_200, error: null };
const failed: Fact = { kind: 'receipt', state: 'failed', at: 1_300, error: 'UNDELIV' };
const delivered: Fact = { kind: 'receipt', state: 'delivered', at: 1_400, error: null };
const arrived = (at = 2_000, comparison: 'identical' | 'altered' | 'unknown' = 'identical'): Fact => ({
  kind: 'reception',
  at,
  comparison,
});

function after(facts: readonly Fact[], evidence: EvidenceSource = 'handset'): Ledgers {
  const start = newLedgers({ expiresAt: DEADLINE_MS, deadlineMs: DEADLINE_MS, evidence });
  return facts.reduce(applyFact, start);
}

/** Status, verdict, and whether anything is still awaited: `FAILED, lost, settled`. */
function conclude(facts: Fact[], evidence: EvidenceSource = 'handset'): string {
  const ledgers = after(facts, evidence);
  return [deriveStatus(ledgers), deriveVerdict(ledgers), isSettled(ledgers) ? 'settled' : 'open'].join(', ');
}

describe('SERVER-2 the status follows from the ledgers', () => {
  it.each<[string, Fact[], string]>([
    ['nothing yet', [], 'PENDING, waiting, open'],
    ['a claim', [claimed], 'PENDING, waiting, open'],
    ['an acceptance', [claimed, accepted], 'SENT, in transit, open'],
    ['a rejection', [claimed, rejected], 'FAILED, rejected, settled'],
    ['a receipt that says enroute', [claimed, accepted, enroute], 'SENT, in transit, open'],
    ['a failed receipt', [claimed, accepted, failed], 'FAILED, undelivered, settled'],
    ['a delivered receipt', [claimed, accepted, delivered], 'DELIVERED, in transit, open'],
    ['a handset report', [claimed, accepted, arrived()], 'RECEIVED, confirmed, settled'],
    ['a bare code', [claimed, accepted, arrived(2_000, 'unknown')], 'RECEIVED, confirmed, settled'],
    ['another text', [claimed, accepted, arrived(2_000, 'altered')], 'RECEIVED, altered, settled'],
    [
      'a handset report against a failed receipt',
      [claimed, accepted, failed, arrived()],
      'RECEIVED, confirmed, settled',
    ],
    [
      'a delivery after a failed receipt',
      [claimed, accepted, failed, delivered],
      'DELIVERED, in transit, open',
    ],
  ])('%s', (_evidence, facts, expected) => {
    expect(conclude(facts)).toBe(expected);
  });

  it('takes the receipt as proof of arrival if the phone has no handset agent', () => {
    expect(conclude([claimed, accepted, delivered], 'receipt')).toBe('DELIVERED, carrier confirmed, settled');
    expect(conclude([claimed, accepted, failed], 'receipt')).toBe('FAILED, undelivered, settled');
  });
});

describe('SERVER-3 every message ends in a visible final state at its deadline', () => {
  it('SERVER-3 a message without any evidence ends FAILED, lost', () => {
    expect(conclude([claimed, accepted, deadline])).toBe('FAILED, lost, settled');
    expect(conclude([claimed, accepted, enroute, deadline])).toBe('FAILED, lost, settled');
  });

  it('SERVER-3 an unsent message ends FAILED, not sent', () => {
    expect(conclude([deadline])).toBe('FAILED, not sent, settled');
  });

  it('GUARD-8 an unsent message has no known outcome, until evidence about it arrives after all', () => {
    const known = (...facts: Fact[]) => {
      const ledgers = after(facts);
      const { evidence, handsetOffline } = ledgers;
      const status = deriveStatus(ledgers);
      return isKnownOutcome({ status, evidence, handsetOffline, notSent: wasNotSent(ledgers) });
    };
    expect(known(deadline)).toBe(false);
    expect(known(deadline, delivered)).toBe(true);
    expect(conclude([deadline, arrived(70_000)])).toBe('RECEIVED, late, settled');
    expect(known(deadline, arrived(70_000))).toBe(true);
    expect(known(deadline, { kind: 'rejected', at: 70_000, error: 'no route' })).toBe(true);
    expect(known(deadline, enroute)).toBe(true);
  });

  it('SERVER-3 a delivered receipt with a silent handset stays DELIVERED, receipt only, not counted as received', () => {
    expect(conclude([claimed, accepted, delivered, deadline])).toBe('DELIVERED, receipt only, settled');
    expect(countsAsReceived('DELIVERED', 'handset')).toBe(false);
  });

  it('SERVER-3 a claimed message waits for its answer even beyond the deadline, and ends with it', () => {
    expect(conclude([claimed, deadline])).toBe('PENDING, waiting, open');
    expect(conclude([claimed, deadline, answerLost])).toBe('UNKNOWN, unknown, settled');
    expect(conclude([claimed, deadline, accepted])).toBe('FAILED, lost, settled');
  });

  it('SERVER-3 a late arrival updates status and verdict', () => {
    const lateAt = 1_100 + DEADLINE_MS + 1;
    expect(conclude([claimed, accepted, deadline, arrived(lateAt)])).toBe('RECEIVED, late, settled');
    expect(conclude([claimed, accepted, deadline, arrived(lateAt - 1)])).toBe('RECEIVED, confirmed, settled');
    expect(conclude([claimed, accepted, deadline, delivered])).toBe('DELIVERED, receipt only, settled');
  });
});

describe('SERVER-4 a lost answer is UNKNOWN', () => {
  it('SERVER-4 stays UNKNOWN before and after the deadline, and settles only then', () => {
    expect(conclude([claimed, answerLost])).toBe('UNKNOWN, unknown, open');
    expect(conclude([claimed, answerLost, deadline])).toBe('UNKNOWN, unknown, settled');
  });

  it('SERVER-4 counts neither as received nor as a known outcome', () => {
    expect(countsAsReceived('UNKNOWN', 'handset') || countsAsReceived('UNKNOWN', 'receipt')).toBe(false);
    expect(
      MESSAGE_STATUSES.filter((status) =>
        isKnownOutcome({ status, evidence: 'handset', handsetOffline: false, notSent: false }),
      ),
    ).toEqual(['FAILED', 'DELIVERED', 'RECEIVED']);
  });

  it('SERVER-4 can never be claimed again', () => {
    const lost = [claimed, answerLost].reduce(
      applyFact,
      newLedgers({ expiresAt: DEADLINE_MS, deadlineMs: DEADLINE_MS, evidence: 'handset' }),
    );
    expect([{ kind: 'given-back' } as const, claimed].reduce(applyFact, lost)).toEqual(lost);
  });

  it('SERVER-4 is corrected by a late answer, a receipt or a handset', () => {
    expect(conclude([claimed, answerLost, accepted])).toBe('SENT, in transit, open');
    expect(conclude([claimed, answerLost, rejected])).toBe('FAILED, rejected, settled');
    expect(conclude([claimed, answerLost, enroute])).toBe('SENT, in transit, open');
    expect(conclude([claimed, answerLost, enroute, deadline])).toBe('UNKNOWN, unknown, settled');
    expect(conclude([claimed, answerLost, delivered])).toBe('DELIVERED, in transit, open');
    expect(conclude([claimed, answerLost, arrived()])).toBe('RECEIVED, confirmed, settled');
  });
});

describe('a handset that was offline', () => {
  const away: Fact = { kind: 'deadline', handsetOffline: true, handsetHeardAt: 900 };

  it('SERVER-3 leaves an unconfirmed message UNKNOWN, which is not a failure of the route', () => {
    expect(conclude([claimed, accepted, away])).toBe('UNKNOWN, handset offline, settled');
    expect(conclude([claimed, accepted, enroute, away])).toBe('UNKNOWN, handset offline, settled');
    expect(conclude([claimed, answerLost, away])).toBe('UNKNOWN, handset offline, settled');
  });

  it('SERVER-3 leaves a message DELIVERED if the receipt says so', () => {
    const expected = 'DELIVERED, handset offline, settled';
    expect(conclude([claimed, accepted, delivered, away])).toBe(expected);
    expect(conclude([claimed, accepted, away, delivered])).toBe(expected);
    expect(conclude([claimed, accepted, away, delivered], 'receipt')).toBe(
      'DELIVERED, carrier confirmed, settled',
    );
  });

  it('yields to a late arrival, and excuses neither a rejection nor a failed receipt', () => {
    const lateAt = 1_100 + DEADLINE_MS + 1;
    expect(conclude([claimed, accepted, away, arrived(lateAt)])).toBe('RECEIVED, late, settled');
    expect(conclude([claimed, accepted, away, failed])).toBe('FAILED, undelivered, settled');
    expect(conclude([claimed, away, rejected])).toBe('FAILED, rejected, settled');
    expect(conclude([away])).toBe('FAILED, not sent, settled');
  });

  it('counts as online after all if another pass over the same deadline says so', () => {
    expect(conclude([claimed, accepted, away, deadline])).toBe('FAILED, lost, settled');
    expect(conclude([claimed, accepted, deadline, away])).toBe('FAILED, lost, settled');
  });

  it('SERVER-4 keeps its unconfirmed messages out of every rate; received ones count as usual', () => {
    const outcomes = MESSAGE_STATUSES.flatMap((status) =>
      (['handset', 'receipt'] as const).map((evidence) => ({
        status,
        evidence,
        handsetOffline: true,
        notSent: false,
      })),
    );
    expect(outcomes.filter(endedOffline).map(({ status, evidence }) => `${status} by ${evidence}`)).toEqual([
      'UNKNOWN by handset',
      'UNKNOWN by receipt',
      'DELIVERED by handset',
    ]);
    expect(outcomes.filter((one) => endedOffline(one) && isKnownOutcome(one))).toEqual([]);
    expect(
      isKnownOutcome({ status: 'RECEIVED', evidence: 'handset', handsetOffline: true, notSent: false }),
    ).toBe(true);
    expect(endedOffline({ status: 'DELIVERED', evidence: 'handset', handsetOffline: false })).toBe(false);
  });
});

it('SERVER-2 received means RECEIVED, or DELIVERED if receipts are the evidence', () => {
  expect(MESSAGE_STATUSES.filter((status) => countsAsReceived(status, 'handset'))).toEqual(['RECEIVED']);
  expect(MESSAGE_STATUSES.filter((status) => countsAsReceived(status, 'receipt'))).toEqual([
    'DELIVERED',
    'RECEIVED',
  ]);
});

it('describes every verdict by its own sentence', () => {
  const sentences = VERDICTS.map(describeVerdict);
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].+\.$/);
  expect(new Set(sentences).size).toBe(VERDICTS.length);
});
