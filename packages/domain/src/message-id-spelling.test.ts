import { describe, expect, it } from 'vitest';
import {
  isSpelledNumber,
  NO_SPELLINGS,
  narrowIds,
  possibleReadings,
  readId,
  type SpellingsSeen,
  seeIds,
} from './message-id-spelling.ts';

const decimal = (id: number) => String(id);
const hex = (id: number) => id.toString(16);
const range = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);

function seen(
  answers: readonly string[],
  receipts: readonly string[],
  before: SpellingsSeen = NO_SPELLINGS,
): SpellingsSeen {
  return { answers: seeIds(before.answers, answers), receipts: seeIds(before.receipts, receipts) };
}
const readings = (spellings: SpellingsSeen) => [...possibleReadings(spellings)];

describe('the spelling of message ids', () => {
  it('is unknown until ids are seen', () => {
    expect(readings(NO_SPELLINGS)).toEqual(['same', 'hex', 'decimal']);
    expect(readings(seen(['7', 'id-5', '3f2b-77'], ['9', 'SM1']))).toEqual(['same', 'hex', 'decimal']);
  });

  it('is learned from all gateways of an account together; if they differ, from none', () => {
    const answers = seen(range(100, 40).map(decimal), []);
    const receipts = seen([], range(100, 40).map(hex));
    expect([...possibleReadings(answers, receipts)]).toEqual(['hex']);
    const others = seen(range(100, 40).map(hex), []);
    expect(possibleReadings(answers, receipts, others)).toEqual(possibleReadings(receipts));
  });

  it.each([
    ['decimal', decimal, 'hex', hex, 'hex'],
    ['hex', hex, 'decimal', decimal, 'decimal'],
    ['decimal', decimal, 'decimal', decimal, 'same'],
    ['hex', hex, 'hex', hex, 'same'],
  ] as const)('is learned if answers are in %s', (_answers, answered, _receipts, written, reading) => {
    const ids = range(9, 60);
    expect(readings(seen(ids.map(answered), ids.map(written)))).toEqual([reading]);
  });

  it('is half known once one side is known', () => {
    expect(readings(seen([], ['1a']))).toEqual(['same', 'hex']);
    expect(readings(seen(['1a'], []))).toEqual(['same', 'decimal']);
    expect(readings(seen(range(10, 40).map(decimal), []))).toEqual(['same', 'hex']);
  });

  it('does not count a repeated id several times', () => {
    const again = Array.from({ length: 100 }, () => '10');
    expect(readings(seen(range(10, 40).map(decimal), again))).toEqual(['same', 'hex']);
  });

  it('is unlearned when the carrier changes it: first doubt, then the new one', () => {
    const ids = range(1_000, 60);
    const learned = seen(ids.map(decimal), ids.map(hex));
    expect(readings(learned)).toEqual(['hex']);
    const doubted = seen([], range(2_000, 20).map(decimal), learned);
    expect(readings(doubted)).toEqual(['same', 'hex']);
    const relearned = seen([], range(2_020, 40).map(decimal), doubted);
    expect(readings(relearned)).toEqual(['same']);
    expect(readings(seen(['7fab'], ['7fab'], relearned))).toEqual(['same']);
  });

  it('returns the same object if nothing is new', () => {
    const { receipts } = seen([], range(10, 40).map(decimal));
    expect(seeIds(receipts, ['99', '100'])).toBe(receipts);
    expect(seeIds(receipts, ['9a'])).not.toBe(receipts);
  });

  it("narrows a receipt's ids to the possible ones, and never to none", () => {
    const variants = ['10', 'a', '16'];
    expect(narrowIds('10', variants, new Set(['hex']))).toEqual(['16']);
    expect(narrowIds('10', variants, new Set(['decimal']))).toEqual(['a']);
    expect(narrowIds('10', variants, new Set(['same']))).toEqual(['10']);
    expect(narrowIds('10', [...variants, 'other'], new Set(['same']))).toEqual(['10', 'other']);
    expect(narrowIds('id-5', ['id-5'], new Set(['hex']))).toEqual(['id-5']);
    expect(narrowIds('9', ['9'], new Set(['hex']))).toEqual(['9']);
  });

  it('reads ids of up to twenty digits as numbers', () => {
    expect(readId('ffffffffffffffff', 'hex')).toBe('18446744073709551615');
    expect(readId('18446744073709551615', 'decimal')).toBe('ffffffffffffffff');
    expect(readId('1a', 'decimal')).toBeNull();
    expect(isSpelledNumber('1'.repeat(21))).toBe(false);
  });
});
