import fc from 'fast-check';
import { SegmentedMessage } from 'sms-segments-calculator';
import { describe, expect, it } from 'vitest';
import { countSegments } from './segments.ts';
import { soakTimes } from './testing/soak-times.ts';

describe('counting segments', () => {
  it('counts an empty text as one empty segment', () => {
    expect(countSegments('')).toEqual({
      encoding: 'GSM-7',
      units: 0,
      segments: 1,
      perSegment: 160,
      unitsLeft: 160,
      forcedBy: [],
    });
  });

  it.each([
    ['160 septets in one', 'a'.repeat(160), 'GSM-7', 160, 1, 160, 0],
    ['161 septets in two of 153', 'a'.repeat(161), 'GSM-7', 161, 2, 153, 145],
    ['an extension character as two', '€'.repeat(80), 'GSM-7', 160, 1, 160, 0],
    ['70 code units of UCS-2 in one', 'ш'.repeat(70), 'UCS-2', 70, 1, 70, 0],
    ['71 code units of UCS-2 in two of 67', 'ш'.repeat(71), 'UCS-2', 71, 2, 67, 63],
    ['an emoji as two code units', '🙏', 'UCS-2', 2, 1, 70, 68],
    [
      'a code that a cut would split, whole in the last part',
      `${'a'.repeat(150)} #J7ABC0DEF1G`,
      'GSM-7',
      163,
      2,
      153,
      141,
    ],
    ['a GSM extension character in UCS-2 as one', '€ш', 'UCS-2', 2, 1, 70, 68],
  ] as const)('counts %s', (_what, text, encoding, units, segments, perSegment, unitsLeft) => {
    expect(countSegments(text)).toMatchObject({ encoding, units, segments, perSegment, unitsLeft });
  });

  it('splits neither an extension character from its escape nor a surrogate pair', () => {
    const escaped = countSegments(`${'a'.repeat(152)}€${'a'.repeat(152)}`);
    expect(escaped).toMatchObject({ units: 306, segments: 3, unitsLeft: 152 });
    const surrogates = countSegments(`${'ш'.repeat(66)}🙏${'ш'.repeat(66)}`);
    expect(surrogates).toMatchObject({ units: 134, segments: 3, unitsLeft: 66 });
  });

  it('lists each character that forces UCS-2 once, whole and in order', () => {
    expect(countSegments('Zoë’s 👍🏽 👍🏽 “é”').forcedBy).toEqual(['ë', '’', '👍🏽', '“', '”']);
    expect(countSegments('é{}[]~|^\\€ ÇØ').forcedBy).toEqual([]);
    expect(countSegments('ç').forcedBy).toEqual(['ç']);
  });
});

describe('compared with sms-segments-calculator, counting segments', () => {
  /** Bits of the text itself, as that library counts; we count units of 7 or 16 bits. */
  const bits = (text: string) => {
    const { encoding, units } = countSegments(text);
    return units * (encoding === 'GSM-7' ? 7 : 16);
  };

  it('agrees for every character of the basic multilingual plane', () => {
    const differing: string[] = [];
    for (let unit = 0; unit <= 0xffff; unit += 1) {
      const character = String.fromCharCode(unit);
      const other = new SegmentedMessage(character);
      if (other.encodingName !== countSegments(character).encoding || other.messageSize !== bits(character)) {
        differing.push(unit.toString(16));
      }
    }
    expect(differing).toEqual([]);
  });

  const gsm = fc.constantFrom(...'aZ9 @£$\n\rÅΔ€{}[]~^|\\à');
  const singles = fc.constantFrom(...'aZ9 €{шç’“中', '👍', '🙏', '😀');
  const texts = fc.oneof(
    fc.array(gsm, { maxLength: 500, size: 'max' }),
    fc.array(singles, { maxLength: 250, size: 'max' }),
  );

  it('agrees on encoding, size and segments for any text without combined graphemes', () => {
    fc.assert(
      fc.property(texts, (characters) => {
        const text = characters.join('');
        const other = new SegmentedMessage(text, 'auto', false);
        const ours = countSegments(text);
        expect(ours.encoding).toBe(other.encodingName);
        expect(bits(text)).toBe(other.messageSize);
        expect(ours.segments).toBe(other.segmentsCount);
      }),
      { numRuns: soakTimes(300) },
    );
  });

  it('may count fewer segments for combined graphemes, which that library never splits, but never more', () => {
    const graphemes = fc.array(fc.constantFrom('a', 'ш', 'e\u0301', '👍🏽', '👨‍👩‍👧‍👦', '🇺🇸'), {
      maxLength: 120,
      size: 'max',
    });
    fc.assert(
      fc.property(graphemes, (characters) => {
        const text = characters.join('');
        const other = new SegmentedMessage(text, 'auto', false);
        expect(bits(text)).toBe(other.messageSize);
        expect(countSegments(text).segments).toBeLessThanOrEqual(other.segmentsCount);
      }),
      { numRuns: soakTimes(200) },
    );
  });
});
