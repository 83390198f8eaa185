/** Checks what the lab does to texts against what the comparison finds; the two share no code. */
import { alterJoined } from '@textprobe/carrier-lab/alteration';
import { ALTERATIONS, type Alteration } from '@textprobe/carrier-lab/scenario-model';
import { compareArrival } from '@textprobe/domain/comparison';
import type { Comparison } from '@textprobe/domain/comparison-classes';
import { appendMessageCode } from '@textprobe/domain/message-code';
import { splitSegments } from '@textprobe/domain/segments';
import { soakTimes } from '@textprobe/domain/testing/soak-times';
import fc from 'fast-check';
import { expect, test } from 'vitest';

/** What the handset shows in one text: see the truth test for parts that it reports separately. */
const SHOWN = ALTERATIONS.filter((kind) => kind !== 'parts-separate');
const DONE: Readonly<Record<Exclude<Alteration, 'parts-separate'>, Comparison>> = {
  'straight-quotes': 'cosmetic',
  'no-emoji': 're-encoded',
  'question-marks': 're-encoded',
  'no-accents': 're-encoded',
  mojibake: 're-encoded',
  'page-mark': 'text added',
  truncated: 'truncated',
  shortened: 'truncated',
  'parts-swapped': 'joined wrongly',
  'part-missing': 'joined wrongly',
  'part-twice': 'joined wrongly',
  'headers-as-text': 'joined wrongly',
  'curly-quotes': 'cosmetic',
  'wide-spaces': 'cosmetic',
  'line-joined': 'cosmetic',
  'direction-mark': 'cosmetic',
  'link-rewritten': 'link rewritten',
  'label-added': 'text added',
  'footer-added': 'text added',
  'masked-digits': 'masked',
  'html-escapes': 'escaped',
  'middle-missing': 'part missing',
  'label-and-mask': 'masked',
};

const CODE = 'J7ABC0DEF1G';
const plain = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnop'), minLength: 1, maxLength: 8 });
const special = fc.constantFrom(
  'café',
  'Grüße',
  '“so”',
  'it’s',
  'wait…',
  'à la',
  '👋',
  '👨‍👩‍👧',
  '❤️',
  '–',
  'ñandú',
  '漢字',
);
/** What the newer alterations change. */
const target = fc.constantFrom(
  "it's",
  '"so"',
  'A & B',
  'hi, all',
  '9:30',
  'code 4829',
  'ok.\nSo',
  'https://a.example/b?c=d',
);
/** Words, a third of them beyond ASCII, the first and last plain: a loss at the very end also counts as a cut. */
const bodies = fc
  .tuple(
    fc.array(plain, { minLength: 4, maxLength: 4 }),
    fc.array(fc.oneof(plain, plain, special, target), { minLength: 25, maxLength: 120 }),
    plain,
  )
  .map(([first, words, last]) => [...first, ...words, last].join(' '));

test.each(SHOWN)('what the lab calls %s is recognized as such', (alteration) => {
  let seen = 0;
  fc.assert(
    fc.property(bodies, (body) => {
      const sent = appendMessageCode(body, CODE);
      const { text, alteration: done } = alterJoined({ text: sent, parts: splitSegments(sent) }, [
        alteration,
      ]);
      // Only the code was cut off: the body is complete.
      const isWhole = alteration === 'truncated' && text.trimEnd() === body;
      if (done === null || isWhole) return;
      seen += 1;
      expect(compareArrival(sent, text, CODE)).toBe(DONE[alteration]);
    }),
    { numRuns: soakTimes(100) },
  );
  expect(seen).toBeGreaterThan(25);
});
