/** Properties of the comparison over random texts; comparison.test.ts covers the rules one by one. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareArrival, examineArrival } from './comparison.ts';
import { COMPARISONS } from './comparison-classes.ts';
import { appendMessageCode } from './message-code.ts';
import { splitSegments } from './segments.ts';
import { soakTimes } from './testing/soak-times.ts';

const CODE = 'J7ABC0DEF1G';
const runs = { numRuns: soakTimes(1_000) };
const character = fc.oneof(
  fc.constantFrom(...'abc Xyz.,?!\n@€{}[]éèßÆ£¥'),
  fc.constantFrom(
    '👋',
    '👨‍👩‍👧',
    '’',
    '“',
    '…',
    '–',
    '汉',
    'ع',
    '\u00A0',
    '\u200B',
    '\uFFFD',
    '\u0301',
    'ç',
    '\uD800',
  ),
);
const text = fc.string({ unit: character, maxLength: 400 });
const word = fc.string({ unit: fc.constantFrom(...'abcdefghij'), minLength: 1, maxLength: 9 });
const sentence = fc.array(word, { minLength: 4, maxLength: 90 }).map((words) => words.join(' '));

it('never throws, and says identical only for equal code points', () => {
  fc.assert(
    fc.property(text, text, fc.boolean(), (body, other, hasCode) => {
      const sent = appendMessageCode(body, CODE);
      const arrived = hasCode ? appendMessageCode(other, CODE) : other;
      const found = compareArrival(sent, arrived, CODE);
      expect(COMPARISONS).toContain(found);
      expect(found === 'identical').toBe(arrived === sent || (arrived === body && body !== ''));
      if (body !== '') expect(compareArrival(sent, sent, CODE)).toBe('identical');
    }),
    runs,
  );
});

it('gives the same class from both functions', () => {
  fc.assert(
    fc.property(text, text, (body, other) => {
      const sent = appendMessageCode(body, CODE);
      expect(examineArrival(sent, other, CODE).comparison).toBe(compareArrival(sent, other, CODE));
    }),
    runs,
  );
});

it('recognizes a cut at any position', () => {
  fc.assert(
    fc.property(sentence, fc.nat(), (body, at) => {
      const sent = appendMessageCode(body, CODE);
      const kept = sent.slice(0, 1 + (at % (body.length - 2)));
      if (kept.trimEnd() === '') return;
      expect(examineArrival(sent, kept, CODE)).toEqual({
        comparison: 'truncated',
        kept: kept.trimEnd().length,
        of: sent.length,
      });
    }),
    runs,
  );
});

it('recognizes re-encoding if characters beyond ASCII became placeholders, plain letters or nothing', () => {
  const mark = fc.constantFrom('?', '\uFFFD', '');
  fc.assert(
    fc.property(text, mark, (body, left) => {
      const sent = body
        .toWellFormed()
        .normalize('NFC')
        .replaceAll(/[éèßÆ£¥]/g, '漢');
      const arrived = sent.replaceAll(/[^\p{ASCII}]/gu, left);
      if (sent === arrived || sent.trimEnd() === arrived.trimEnd() || arrived.trim() === '') return;
      const found = compareArrival(appendMessageCode(sent, CODE), appendMessageCode(arrived, CODE), CODE);
      // A lost no-break space at the start is cosmetic.
      expect(found).toBe(sent.trimStart() === arrived.trimStart() ? 'cosmetic' : 're-encoded');
    }),
    runs,
  );
});

it('recognizes parts in any wrong order as joined wrongly, and finds an order that reproduces the text', () => {
  const words = fc.array(word, { minLength: 60, maxLength: 200 }).map((all) => all.join(' '));
  fc.assert(
    fc.property(words, fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 6 }), (body, picks) => {
      const sent = appendMessageCode(body, CODE);
      const parts = splitSegments(sent);
      const arrived = picks.map((pick) => parts[pick % parts.length]).join('');
      if (sent.startsWith(arrived.trimEnd()) || arrived.trim() === '') return;
      const found = examineArrival(sent, arrived, CODE);
      // The last part may be whitespace and the code, which say nothing about the text.
      if (found.comparison === 'equivalent' || found.comparison === 'unknown') return;
      expect(found.comparison).toBe('joined wrongly');
      if (found.comparison !== 'joined wrongly') return;
      const again = found.order.arrived.map((part) => parts[part - 1]).join('');
      expect(again.replaceAll(/\s/g, '')).toBe(arrived.replaceAll(/\s/g, ''));
    }),
    runs,
  );
});

it('takes a bounded number of steps for long texts of the most ambiguous kind', () => {
  // Without its bounds each of these takes minutes, and the test run times out.
  const emoji = '👋'.repeat(5_000);
  for (const arrived of ['?'.repeat(9_999), '?'.repeat(20_001), '', ' ', `${emoji}x`]) {
    expect(COMPARISONS).toContain(
      compareArrival(appendMessageCode(emoji, CODE), `${arrived} #${CODE}`, CODE),
    );
  }
  const same = 'a'.repeat(20_000);
  expect(compareArrival(same, `${'a'.repeat(153 * 40)}b${'a'.repeat(5_000)}`, CODE)).toBe('altered');
});
