import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canBeJudged,
  lastHeardBefore,
  type PhonePresence,
  presentAbsence,
  type Span,
  wasAwayFor,
} from './phone-presence.ts';
import { soakTimes } from './testing/soak-times.ts';

const MINUTE = 60_000;
const OFFLINE_AFTER = 15 * MINUTE;
const DAY = 24 * 60 * MINUTE;
const minutes = (from: number, until: number): Span => ({ from: from * MINUTE, until: until * MINUTE });
const heard = (at: number, more: Partial<PhonePresence> = {}): PhonePresence => ({
  heardAt: at * MINUTE,
  regularAt: at * MINUTE,
  absence: null,
  ...more,
});

describe('a phone is offline', () => {
  it.each([
    ['heard of a moment ago', heard(99), null],
    ['heard of 14 minutes ago', heard(86), null],
    ['heard of 15 minutes ago', heard(85), minutes(85, 100)],
  ])('after the span that was set, and not before: %s', (_told, presence, absence) => {
    expect(presentAbsence(presence, minutes(0, 100), OFFLINE_AFTER)).toEqual(absence);
  });

  it('only where it pings: of another nobody can tell', () => {
    const receptionsOnly = heard(10, { regularAt: null });
    expect(canBeJudged(receptionsOnly)).toBe(false);
    expect(presentAbsence(receptionsOnly, minutes(0, 100), OFFLINE_AFTER)).toBeNull();
    expect(wasAwayFor(receptionsOnly, minutes(0, 100), OFFLINE_AFTER, minutes(50, 100))).toBe(false);
  });

  it('no more once it has given up pinging for a week and goes on receiving', () => {
    const regularAt = 0;
    expect(canBeJudged({ heardAt: 7 * DAY - 1, regularAt, absence: null })).toBe(true);
    expect(canBeJudged({ heardAt: 7 * DAY, regularAt, absence: null })).toBe(false);
  });

  it('never for a silence in which nobody listened', () => {
    expect(presentAbsence(heard(10), null, OFFLINE_AFTER)).toBeNull();
    expect(presentAbsence(heard(10), minutes(90, 100), OFFLINE_AFTER)).toBeNull();
    expect(presentAbsence(heard(10), minutes(0, 20), OFFLINE_AFTER)).toBeNull();
    expect(presentAbsence(heard(10), minutes(80, 100), OFFLINE_AFTER)).toEqual(minutes(80, 100));
  });
});

describe('a message whose deadline finds it unconfirmed', () => {
  const watch = minutes(0, 100);
  const wait = minutes(80, 95);
  const away = (presence: PhonePresence) => wasAwayFor(presence, watch, OFFLINE_AFTER, wait);

  it('is excused where its phone was not heard of since its submission', () => {
    expect(away(heard(80))).toBe(true);
    expect(away(heard(20))).toBe(true);
  });

  it('is excused where its phone came back only in the second half of its time', () => {
    expect(away(heard(96, { absence: minutes(40, 88) }))).toBe(true);
    expect(away(heard(96, { absence: minutes(40, 87) }))).toBe(false);
  });

  it('is not excused by an absence before it was sent, nor by one after its deadline', () => {
    expect(away(heard(99, { absence: minutes(10, 80) }))).toBe(false);
    expect(away(heard(120, { absence: minutes(95, 120) }))).toBe(false);
  });

  it('is not excused by a silence that a phone at work may keep', () => {
    expect(away(heard(86))).toBe(false);
  });

  it('tells when its phone was heard of last before the deadline', () => {
    expect(lastHeardBefore(heard(20), 95 * MINUTE)).toBe(20 * MINUTE);
    expect(lastHeardBefore(heard(120, { absence: minutes(30, 118) }), 95 * MINUTE)).toBe(30 * MINUTE);
    expect(lastHeardBefore(heard(99, { absence: minutes(30, 90) }), 95 * MINUTE)).toBe(30 * MINUTE);
  });
});

/** The presence that signs add up to, sign by sign, as the database folds them. */
function hear(signs: readonly number[]): PhonePresence {
  const [first = 0, ...more] = signs;
  return more.reduce<PhonePresence>(
    ({ heardAt, absence }, at) => ({
      heardAt: at,
      regularAt: at,
      absence: at - heardAt >= OFFLINE_AFTER ? { from: heardAt, until: at } : absence,
    }),
    { heardAt: first, regularAt: first, absence: null },
  );
}

const at = fc.integer({ min: 0, max: 200 }).map((minute) => minute * MINUTE);
const signs = fc.array(at, { minLength: 1, maxLength: 12 }).map((list) => list.toSorted((a, b) => a - b));
const waits = fc.tuple(at, fc.integer({ min: 1, max: 60 })).map(([from, span]) => ({
  from,
  until: from + span * MINUTE,
}));

describe('whatever signs a phone gives', () => {
  it('a message is excused just when no sign came in time, for half its wait, and the silence was long enough', () => {
    const seen = { away: 0, there: 0 };
    fc.assert(
      fc.property(signs, waits, (all, wait) => {
        // The deadline is dealt with when it comes: no later sign is known.
        const known = all.filter((sign) => sign <= wait.until);
        if (known.length === 0) return;
        const excused = wasAwayFor(hear(known), { from: 0, until: wait.until }, OFFLINE_AFTER, wait);
        // Counted minute by minute, by nothing but the signs themselves.
        const edges = [...known, wait.until];
        const gaps = edges.slice(1).map((until, index) => ({ from: edges[index] as number, until }));
        const isLong = ({ from, until }: Span) => until - from >= OFFLINE_AFTER;
        // Of absences that ended the last is remembered.
        const long = [...gaps.slice(0, -1).filter(isLong).slice(-1), ...gaps.slice(-1).filter(isLong)];
        const isAway = (minute: number) => long.some(({ from, until }) => minute >= from && minute < until);
        let away = 0;
        for (let minute = wait.from; minute < wait.until; minute += MINUTE) if (isAway(minute)) away += 1;
        const expected = away > 0 && 2 * away * MINUTE >= wait.until - wait.from;
        seen[expected ? 'away' : 'there'] += 1;
        expect(excused).toBe(expected);
      }),
      { numRuns: soakTimes(3_000) },
    );
    expect(Math.min(seen.away, seen.there)).toBeGreaterThan(100);
  });

  it('one that is heard of in every part of the span is never offline, and excuses nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 14 }), waits, (everyMinutes, wait) => {
        const pings: number[] = [];
        for (let sign = 0; sign <= wait.until; sign += everyMinutes * MINUTE) pings.push(sign);
        expect(wasAwayFor(hear(pings), { from: 0, until: wait.until }, OFFLINE_AFTER, wait)).toBe(false);
      }),
    );
  });

  it('a sign more never makes a message excused that was not', () => {
    fc.assert(
      fc.property(signs, at, waits, (all, more, wait) => {
        const before = all.filter((sign) => sign <= wait.until);
        if (before.length === 0 || more > wait.until) return;
        const last = Math.max(...before);
        if (more < last) return;
        const judge = (list: number[]) =>
          wasAwayFor(hear(list), { from: 0, until: wait.until }, OFFLINE_AFTER, wait);
        if (judge([...before, more])) expect(judge(before)).toBe(true);
      }),
      { numRuns: soakTimes(2_000) },
    );
  });
});
