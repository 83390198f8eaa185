/** CHANGE-1: over random texts, each generator's change is named, and no unchanged text is; changes.test.ts has examples. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareArrival, examineArrival } from '../comparison.ts';
import { COMPARISONS, type Comparison } from '../comparison-classes.ts';
import { appendMessageCode } from '../message-code.ts';
import { soakTimes } from '../testing/soak-times.ts';

const CODE = 'J7ABC0DEF1G';
const runs = { numRuns: soakTimes(300) };

const word = fc.string({ unit: fc.constantFrom(...'abcdefghij'), minLength: 1, maxLength: 9 });
const special = fc.constantFrom(
  "it's",
  '"so"',
  'a-b',
  'wait...',
  '–',
  '❤️',
  'Zoë',
  '👋',
  'A & B',
  '12.50',
  'שלום',
);
const link = fc
  .tuple(fc.constantFrom('https://', 'http://', ''), word, word)
  .map(([scheme, host, path]) => `${scheme}${host}.example/${path}`);
const digits = fc.integer({ min: 1_000, max: 99_999_999 }).map(String);
/** Five words or more around the item that the generator changes; words in front and behind, so that a cut is none. */
const around = (item: fc.Arbitrary<string>) =>
  fc.tuple(
    fc.array(fc.oneof(word, special), { minLength: 3, maxLength: 20 }),
    item,
    fc.array(fc.oneof(word, special), { minLength: 1, maxLength: 20 }),
    word,
  );
const bodyOf = ([head, item, tail, last]: readonly [string[], string, string[], string]) =>
  [...head, item, ...tail, last].join(' ');

type Pick = readonly [sent: string, arrived: string];

/** Changes one item between unchanged words. */
function replacing(item: fc.Arbitrary<string>, change: (item: string) => string): fc.Arbitrary<Pick> {
  return around(item).map(([head, one, tail, last]) => [
    bodyOf([head, one, tail, last]),
    bodyOf([head, change(one), tail, last]),
  ]);
}

/** Changes the whole text. */
function changing(change: (body: string) => string): fc.Arbitrary<Pick> {
  return around(fc.constantFrom(`it's "so" - a b...`)).map((parts) => [bodyOf(parts), change(bodyOf(parts))]);
}

const GENERATORS: readonly (readonly [string, Comparison, fc.Arbitrary<Pick>])[] = [
  ['curly quotes', 'cosmetic', changing((text) => text.replaceAll("'", '’').replaceAll(/"(\w+)"/g, '“$1”'))],
  ['dashes', 'cosmetic', changing((text) => text.replaceAll(' - ', ' — '))],
  ['ellipses', 'cosmetic', changing((text) => text.replaceAll('...', '…'))],
  ['a direction mark', 'cosmetic', changing((text) => `\u200F${text}`)],
  ['variation selectors', 'cosmetic', replacing(fc.constant('❤️'), (item) => item.slice(0, 1))],
  ['wide spaces', 'cosmetic', changing((text) => text.replaceAll(' ', '  '))],
  [
    'a lost space in front',
    'cosmetic',
    changing((text) => text).map(([sent, arrived]) => [` ${sent}`, arrived]),
  ],
  ['line breaks', 'cosmetic', changing((text) => text.replace(' ', '\n'))],
  [
    'the case of a host',
    'cosmetic',
    replacing(link, (item) => item.replace(/[a-j]+\.example/, (host) => host.toUpperCase())),
  ],
  ['another link', 'link rewritten', replacing(link, (item) => `https://sho.rt/${item.length}`)],
  ['a label', 'text added', changing((text) => `Spam Likely: ${text}`)],
  ['a counter', 'text added', changing((text) => `(1/1) ${text}`)],
  ['a footer', 'text added', changing((text) => `${text} Reply STOP to end`)],
  ['masked digits', 'masked', replacing(digits, (item) => '*'.repeat(item.length))],
  [
    'masked digits but four',
    'masked',
    replacing(
      digits.map((item) => `${item}1234`),
      (item) => 'X'.repeat(item.length - 4) + item.slice(-4),
    ),
  ],
  [
    'HTML escapes',
    'escaped',
    replacing(fc.constantFrom('&', '<b>', `"x"`), (item) =>
      item.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
    ),
  ],
  ['URL escapes', 'escaped', changing((text) => encodeURIComponent(text))],
  [
    'a missing piece',
    'part missing',
    replacing(
      fc.array(fc.constantFrom('klmno', 'pqrst'), { minLength: 1, maxLength: 4 }).map((all) => all.join(' ')),
      () => '',
    ).map(([sent, arrived]) => [sent, arrived.replace('  ', ' ')]),
  ],
];

it.each(GENERATORS)('names a change made by its generator: %s', (_name, expected, texts) => {
  fc.assert(
    fc.property(texts, fc.boolean(), ([sent, arrived], hasCode) => {
      fc.pre(sent !== arrived);
      const found = compareArrival(
        appendMessageCode(sent, CODE),
        hasCode ? appendMessageCode(arrived, CODE) : arrived,
        CODE,
      );
      expect(found).toBe(expected);
    }),
    runs,
  );
});

const LABEL = 'Spam Likely: ';

it('names two changes together', () => {
  // With every space escaped, the spaces of a label are mistaken for those that were sent.
  const altered = GENERATORS.filter(
    ([name, kind]) => !['cosmetic', 'text added'].includes(kind) && name !== 'URL escapes',
  );
  for (const [, kind, texts] of altered) {
    fc.assert(
      fc.property(texts, ([sent, arrived]) => {
        const found = examineArrival(
          appendMessageCode(sent, CODE),
          appendMessageCode(LABEL + arrived, CODE),
          CODE,
        );
        expect('changes' in found ? found.changes.map((change) => change.kind) : found.comparison).toEqual(
          expect.arrayContaining(['text added', kind]),
        );
      }),
      { numRuns: soakTimes(100) },
    );
  }
});

it('names no unchanged text', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 200 });
  fc.assert(
    fc.property(fc.oneof(text, around(link).map(bodyOf)), (body) => {
      const sent = appendMessageCode(body, CODE);
      expect(compareArrival(sent, sent, CODE)).toBe('identical');
      expect(['identical', 'unknown']).toContain(compareArrival(sent, body, CODE));
      const decomposed = compareArrival(sent, sent.normalize('NFD'), CODE);
      expect(['identical', 'equivalent']).toContain(decomposed);
    }),
    runs,
  );
});

it('gives unrelated texts a class in a bounded number of steps', () => {
  const long = (unit: string, times: number) => appendMessageCode(unit.repeat(times), CODE);
  for (const [sent, arrived] of [
    [long('ab ', 6_000), long('ba ', 6_000)],
    [long('a.example/', 3_000), long('b.', 9_000)],
    [long('&amp;', 3_000), long('& ', 3_000)],
    [long('*', 9_000), long('1', 9_000)],
    [long("'", 9_000), long('-', 9_000)],
  ] as const) {
    expect(COMPARISONS).toContain(compareArrival(sent, arrived, CODE));
  }
});
