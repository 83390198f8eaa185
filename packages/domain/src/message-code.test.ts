import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  appendMessageCode,
  findMessageCodes,
  MESSAGE_CODE_LENGTH,
  monthOfCode,
  normalizeMessageCode,
  numberInMessageCode,
  spellMessageCode,
  splitArrivedText,
} from './message-code.ts';

const NOVEMBER_2026 = (2026 - 1970) * 12 + 10;
const CODE = 'J7ABC0DEF1G';
const OTHER = 'K2222222222';
const numbers = fc.maxSafeNat().map((number) => number % 2 ** 50);
const codes = fc
  .tuple(numbers, fc.nat({ max: 2_000 }))
  .map(([number, month]) => spellMessageCode(number, month));

describe('a code', () => {
  it('is the month and 50 bits in eleven characters of Crockford base 32', () => {
    expect(spellMessageCode(0, 0)).toBe('00000000000');
    expect(spellMessageCode(2 ** 50 - 1, 31)).toBe('ZZZZZZZZZZZ');
    expect(spellMessageCode(33, 32 + 18)).toBe('J0000000011');
    expect(spellMessageCode(2 ** 25 + 33, 32 + 18)).toBe('J0000100011');
    fc.assert(
      fc.property(codes, (code) => {
        expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{11}$/);
        expect(code).toHaveLength(MESSAGE_CODE_LENGTH);
      }),
    );
  });

  it('gives its number back', () => {
    fc.assert(
      fc.property(numbers, fc.nat({ max: 2_000 }), (number, month) => {
        expect(numberInMessageCode(spellMessageCode(number, month))).toBe(number);
      }),
    );
    expect(numberInMessageCode('ZZZZZZZZZZZ')).toBe(2 ** 50 - 1);
  });

  it('refuses numbers of more than 50 bits, negative ones, fractions, and invalid months', () => {
    for (const number of [2 ** 50, -1, 0.5, Number.NaN]) {
      expect(() => spellMessageCode(number, 7)).toThrow(RangeError);
    }
    expect(() => spellMessageCode(0, 1.5)).toThrow(RangeError);
  });
});

describe('the month of a code', () => {
  it('is found for the last 31 months and the next one', () => {
    for (let month = NOVEMBER_2026 - 30; month <= NOVEMBER_2026 + 1; month += 1) {
      expect(monthOfCode(spellMessageCode(0, month), NOVEMBER_2026)).toBe(month);
    }
  });

  it('is never later than the month after the current one', () => {
    const future = spellMessageCode(0, NOVEMBER_2026 + 2);
    expect(monthOfCode(future, NOVEMBER_2026)).toBe(NOVEMBER_2026 + 2 - 32);
  });
});

describe('SERVER-1 the code at the end of the body', () => {
  it('SERVER-1 follows a space and #, or only # if the body is empty', () => {
    expect(appendMessageCode('Hello', CODE)).toBe(`Hello #${CODE}`);
    expect(appendMessageCode('', CODE)).toBe(`#${CODE}`);
  });

  it('SERVER-1 is found and removed again, whatever the body', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), codes, (body, code) => {
        const sent = appendMessageCode(body, code);
        expect(findMessageCodes(sent)[0]).toBe(code);
        expect(splitArrivedText(sent, code)).toBe(body);
      }),
    );
  });
});

describe('finding a code in a text from a handset', () => {
  it.each([
    ['the bare code', CODE],
    ['the bare code on a line of its own', `\n ${CODE}\r\n`],
    ['after its mark', `#${CODE}`],
    ['after a mark and a space', `Hello # ${CODE}`],
    ['in lower case', `Hello #${CODE.toLowerCase()}`],
    ['with look-alikes for 0 and 1', `Hello #${CODE.replace('0', 'o').replace('1', 'l')}`],
    ['with the other look-alikes', `Hello #${CODE.replace('0', 'O').replace('1', 'I')}`],
    ['after a full-width mark', `Hello ＃${CODE}`],
    ['in full-width characters', 'Hello ＃Ｊ７ＡＢＣ０ＤＥＦ１Ｇ'],
    ['after doubled spaces', `Hello   there    #${CODE}`],
    ['split by a line break', `Hello #${CODE.slice(0, 5)}\r\n${CODE.slice(5)}`],
    ['split by a zero-width space', `Hello #${CODE.slice(0, 3)}\u200B${CODE.slice(3)}`],
    ['with text after it', `Hello #${CODE} Reply STOP to end`],
    ['with text glued to it', `Hello #${CODE}Reply STOP to end`],
    ['with punctuation around it', `"Hello (#${CODE})."`],
    ['without its mark at the end of the text', `Hello ${CODE}`],
    ['without its mark inside the text', `Hello ${CODE}. Bye`],
  ])('finds it %s', (_where, text) => {
    expect(findMessageCodes(text)[0]).toBe(CODE);
  });

  it('names the likeliest first: marked, unbroken, nearest to the end', () => {
    const broken = `#${CODE.slice(0, 4)} ${CODE.slice(4)}`;
    expect(findMessageCodes(`#${CODE} and #${OTHER}`)).toEqual([OTHER, CODE]);
    expect(findMessageCodes(`#${OTHER} then ${broken}`)).toEqual([OTHER, CODE]);
    expect(findMessageCodes(`#${OTHER} then ${CODE}`)).toEqual([OTHER, CODE]);
    expect(findMessageCodes(`#${OTHER} then #${CODE}x`)).toEqual([OTHER, CODE]);
  });

  it.each([
    ['an empty text', ''],
    ['a text without one', 'Hello there, how are you?'],
    ['a mark alone', 'We are #1'],
    ['a hash tag', '#throwback'],
    ['a code too short', `#${CODE.slice(1)}`],
    ['a character that codes do not use', '#J7ABCUDEF1G'],
    ['a word of a different length', `x${CODE}`],
  ])('finds none in %s', (_what, text) => {
    expect(findMessageCodes(text)).toEqual([]);
  });

  it('names each code once, and only a few of many', () => {
    expect(findMessageCodes(`#${CODE} #${CODE.toLowerCase()} ${CODE}`)).toEqual([CODE]);
    const many = Array.from({ length: 50 }, (_, i) => `#${spellMessageCode(i, 3)}`).join(' ');
    expect(findMessageCodes(many)).toHaveLength(8);
  });
});

describe('a code in canonical spelling', () => {
  it('is the result for a bare code', () => {
    expect(normalizeMessageCode(` ${CODE.toLowerCase()} `)).toBe(CODE);
    expect(normalizeMessageCode(`#${CODE}`)).toBe(CODE);
  });

  it('is null for a text that is not just a code', () => {
    expect(normalizeMessageCode(`Hello #${CODE}`)).toBeNull();
    expect(normalizeMessageCode('J7ABCUDEF1G')).toBeNull();
    expect(normalizeMessageCode('')).toBeNull();
  });
});

describe('removing the code', () => {
  it('keeps what a carrier appended', () => {
    expect(splitArrivedText(`Hello #${CODE} Reply STOP`, CODE)).toBe('Hello Reply STOP');
  });

  it('removes only that code', () => {
    expect(splitArrivedText(`Hello #${OTHER} #${CODE}`, CODE)).toBe(`Hello #${OTHER}`);
    expect(splitArrivedText(`Hello #${OTHER}`, CODE)).toBe(`Hello #${OTHER}`);
  });
});
