import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canBeJudged,
  currentAbsence,
  lastSeenBefore,
  type PhonePresence,
  type Span,
  wasAwayFor,
} from './phone-presence.ts';
import { soakTimes } from './testing/soak-times.ts';

const MINUTE = 60_000;
const OFFLINE_AFTER = 15 * MINUTE;
const DAY = 24 * 60 * MINUTE;
const minutes = (from: number, until: number): Span => ({ from: from * MINUTE, until: until * MINUTE });
const seen = (at: number, more: Partial<PhonePresence> = {}): PhonePresence => ({
  lastSeenAt: at * MINUTE,
  regularAt: at * MINUTE,
  absence: null,
  ...more,
});

describe('a phone is offline', () => {
  it.each([
    ['seen a moment ago', seen(99), null],
    ['seen 14 minutes ago', seen(86), null],
    ['seen 15 minutes ago', seen(85), minutes(85, 100)],
  ])('after the configured threshold, and not before: %s', (_when, presence, absence) => {
    expect(currentAbsence(presence, minutes(0, 100), OFFLINE_AFTER)).toEqual(absence);
  });

  it('only if it pings: any other phone cannot be judged', () => {
    const receptionsOnly = seen(10, { regularAt: null });
    expect(canBeJudged(receptionsOnly)).toBe(false);
    expect(currentAbsence(receptionsOnly, minutes(0, 100), OFFLINE_AFTER)).toBeNull();
    expect(wasAwayFor(receptionsOnly, minutes(0, 100), OFFLINE_AFTER, minutes(50, 100))).toBe(false);
  });

  it('no longer once it has stopped pinging for a week and continues to receive', () => {
    const regularAt = 0;
    expect(canBeJudged({ lastSeenAt: 7 * DAY - 1, regularAt, absence: null })).toBe(true);
    expect(canBeJudged({ lastSeenAt: 7 * DAY, regularAt, absence: null })).toBe(false);
  });

  it('never for a silence during which no server was listening', () => {
    expect(currentAbsence(seen(10), null, OFFLINE_AFTER)).toBeNull();
    expect(currentAbsence(seen(10), minutes(90, 100), OFFLINE_AFTER)).toBeNull();
    expect(currentAbsence(seen(10), minutes(0, 20), OFFLINE_AFTER)).toBeNull();
    expect(currentAbsence(seen(10), minutes(80, 100), OFFLINE_AFTER)).toEqual(minutes(80, 100));
  });
});

describe('a message unconfirmed at its deadline', () => {
  const watch = minutes(0, 100);
  const wait = minutes(80, 95);
  const away = (presence: PhonePresence) => wasAwayFor(presence, watch, OFFLINE_AFTER, wait);

  it('is excused if its phone was not seen since its submission', () => {
    expect(away(seen(80))).toBe(true);
    expect(away(seen(20))).toBe(true);
  });

  it('is excused if its phone came back only in the second half of its time', () => {
    expect(away(seen(96, { absence: minutes(40, 88) }))).toBe(true);
    expect(away(seen(96, { absence: minutes(40, 87) }))).toBe(false);
  });

  it('is not excused by an absence before it was sent, nor by one after its deadline', () => {
    expect(away(seen(99, { absence: minutes(10, 80) }))).toBe(false);
    expect(away(seen(120, { absence: minutes(95, 120) }))).toBe(false);
  });

  it('is not excused by a silence that a working phone may have', () => {
    expect(away(seen(86))).toBe(false);
  });

  it('reports when its phone was last seen before the deadline', () => {
    expect(lastSeenBefore(seen(20), 95 * MINUTE)).toBe(20 * MINUTE);
    expect(lastSeenBefore(seen(120, { absence: minutes(30, 118) }), 95 * MINUTE)).toBe(30 * MINUTE);
    expect(lastSeenBefore(seen(99, { absence: minutes(30, 90) }), 95 * MINUTE)).toBe(30 * MINUTE);
  });
});

/** The presence that signs add up to, folded one by one as in the database. */
function presenceAfter(signs: readonly number[]): PhonePresence {
  const [first = 0, ...more] = signs;
  return more.reduce<PhonePresence>(
    ({ lastSeenAt, absence }, at) => ({
      lastSeenAt: at,
      regularAt: at,
      absence: at - lastSeenAt >= OFFLINE_AFTER ? { from: lastSeenAt, until: at } : absence,
    }),
    { lastSeenAt: first, regularAt: first, absence: null },
  );
}

const at = fc.integer({ min: 0, max: 200 }).map((minute) => minute * MINUTE);
const signs = fc.array(at, { minLength: 1, maxLength: 12 }).map((list) => list.toSorted((a, b) => a - b));
const waits = fc.tuple(at, fc.integer({ min: 1, max: 60 })).map(([from, span]) => ({
  from,
  until: from + span * MINUTE,
}));

describe('with any signs of a phone', () => {
  it('a message is excused exactly if long silences of its phone cover at least half its wait', () => {
    const seen = { away: 0, present: 0 };
    fc.assert(
      fc.property(signs, waits, (all, wait) => {
        // The deadline is handled when it comes: no later sign is known.
        const known = all.filter((sign) => sign <= wait.until);
        if (known.length === 0) return;
        const excused = wasAwayFor(presenceAfter(known), { from: 0, until: wait.until }, OFFLINE_AFTER, wait);
        // Counted minute by minute, from the signs alone.
        const edges = [...known, wait.until];
        const gaps = edges.slice(1).map((until, index) => ({ from: edges[index] as number, until }));
        const isLong = ({ from, until }: Span) => until - from >= OFFLINE_AFTER;
        // Only the last absence that ended is stored.
        const long = [...gaps.slice(0, -1).filter(isLong).slice(-1), ...gaps.slice(-1).filter(isLong)];
        const isAway = (minute: number) => long.some(({ from, until }) => minute >= from && minute < until);
        let away = 0;
        for (let minute = wait.from; minute < wait.until; minute += MINUTE) if (isAway(minute)) away += 1;
        const expected = away > 0 && 2 * away * MINUTE >= wait.until - wait.from;
        seen[expected ? 'away' : 'present'] += 1;
        expect(excused).toBe(expected);
      }),
      { numRuns: soakTimes(3_000) },
    );
    expect(Math.min(seen.away, seen.present)).toBeGreaterThan(100);
  });

  it('a phone seen within every threshold period is never offline, and excuses nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 14 }), waits, (everyMinutes, wait) => {
        const pings: number[] = [];
        for (let sign = 0; sign <= wait.until; sign += everyMinutes * MINUTE) pings.push(sign);
        expect(wasAwayFor(presenceAfter(pings), { from: 0, until: wait.until }, OFFLINE_AFTER, wait)).toBe(
          false,
        );
      }),
    );
  });

  it('an additional sign never excuses a message', () => {
    fc.assert(
      fc.property(signs, at, waits, (all, more, wait) => {
        const before = all.filter((sign) => sign <= wait.until);
        if (before.length === 0 || more > wait.until) return;
        const last = Math.max(...before);
        if (more < last) return;
        const judge = (list: number[]) =>
          wasAwayFor(presenceAfter(list), { from: 0, until: wait.until }, OFFLINE_AFTER, wait);
        if (judge([...before, more])) expect(judge(before)).toBe(true);
      }),
      { numRuns: soakTimes(2_000) },
    );
  });
});
