import fc from 'fast-check';
import { expect, test } from 'vitest';
import { appendMessageCode } from './message-code.ts';
import { possibleSplits } from './segments.ts';
import { findCutCodes, gatherParts, joinParts, SEPARATE_WITHIN_MS } from './separate-parts.ts';
import { soakTimes } from './testing/soak-times.ts';

const CODES = ['J7ABC0DEF1G', 'J7ABC0DEF1H', 'J7XYZ0DEF1G'];

interface Report {
  readonly id: number;
  readonly at: number;
  readonly text: string;
  /** The message that it is a part of; -1: none. */
  readonly of: number;
}

const bodies = fc.array(fc.string({ unit: fc.constantFrom(...'abc é'), minLength: 150, maxLength: 600 }), {
  minLength: 1,
  maxLength: 3,
});
const counters = [
  (text: string) => text,
  (text: string, part: number, parts: number) => `(${part}/${parts}) ${text}`,
  (text: string, part: number, parts: number) => `${text} ${part}/${parts}`,
];

test('EVIDENCE-1 parts of several messages in any order are never mixed, and no unrelated text is taken', () => {
  const scenes = fc
    .record({ bodies, split: fc.nat({ max: 7 }), counter: fc.nat({ max: 2 }), same: fc.boolean() })
    .chain(({ bodies: texts, split, counter, same }) => {
      const messages = texts.map((body, id) => {
        const sentText = appendMessageCode(same ? (texts[0] ?? '') : body, CODES[id] ?? '');
        const splits = possibleSplits(sentText);
        return { id, sentText, parts: splits[split % splits.length] ?? [sentText] };
      });
      const unrelated = [
        { text: 'Win a prize now!', of: -1 },
        { text: `Win #${CODES[0]}`.slice(0, 9), of: -1 },
      ];
      const all = messages.flatMap(({ id, parts }) =>
        parts.map((part, index) => ({
          text: counters[counter]?.(part, index + 1, parts.length) ?? part,
          of: id,
        })),
      );
      return fc
        .shuffledSubarray([...all, ...unrelated], { minLength: all.length + unrelated.length })
        .map((order) => ({
          messages,
          reports: order.map((report, index): Report => ({ ...report, id: index, at: index * 1_000 })),
        }));
    });
  let seen = 0;
  fc.assert(
    fc.property(scenes, ({ messages, reports }) => {
      const known = messages.map(({ id, sentText, parts }) => {
        const own = reports.filter(({ of }) => of === id);
        const code = CODES[id] ?? '';
        const whole = own.filter(({ text }) => text.includes(`#${code}`));
        const cut = findCutCodes(own).flatMap(({ code: found, of }) => (found === code ? of : []));
        return {
          id,
          sentText,
          createdAt: 0,
          parts,
          reports: (whole.length > 0 ? whole : cut).map((one) => one.id),
        };
      });
      const gathered = gatherParts(known, reports);
      expect(new Set(gathered.map(({ report }) => report)).size).toBe(gathered.length);
      for (const { id, sentText, parts, reports: certain } of known) {
        const own = gathered.filter(({ message }) => message === id);
        if (parts.length < 2) {
          expect(own).toEqual([]);
          continue;
        }
        expect(certain.length).toBeGreaterThan(0);
        const texts = own.map(({ report, part }) => ({ part, text: reports[report]?.text ?? '' }));
        const { text, reports: count } = joinParts(texts);
        const plain = text.replaceAll(/ \d\/\d|\(\d\/\d\) /g, '');
        expect(plain).toBe(sentText);
        expect(count).toBe(parts.length);
        seen += 1;
      }
    }),
    { numRuns: soakTimes(150) },
  );
  expect(seen).toBeGreaterThan(100);
});

const sentText = appendMessageCode('abcdefghi '.repeat(30), 'J7ABC0DEF1G');
const [[first = '', second = '', third = ''] = []] = possibleSplits(sentText);
const message = { id: 7, sentText, createdAt: 0, reports: [3] };
const code = { id: 3, at: SEPARATE_WITHIN_MS, text: third };

test.each([
  [
    'a part that came ten minutes earlier is taken',
    [{ id: 1, at: 0, text: first }],
    [
      [3, 3],
      [1, 1],
    ],
  ],
  ['a part that came before the message was created is not', [{ id: 1, at: -1, text: first }], []],
  [
    'a part that came more than ten minutes later is not',
    [{ id: 1, at: 2 * SEPARATE_WITHIN_MS + 1, text: first }],
    [],
  ],
  ['a part alone is no separate report', [], []],
  [
    'a part that is reported twice counts once',
    [
      { id: 1, at: 5, text: first },
      { id: 2, at: 6, text: first },
    ],
    [
      [3, 3],
      [2, 1],
      [1, 1],
    ],
  ],
  [
    'two parts in one report are',
    [{ id: 1, at: 5, text: first + second }],
    [
      [3, 3],
      [1, 1],
    ],
  ],
  ['a part with another text in it is not', [{ id: 1, at: 5, text: `${first} Ad` }], []],
] as const)('EVIDENCE-1 %s', (_title, others, expected) => {
  const gathered = gatherParts([message], [...others, code]);
  expect(gathered.map(({ report, part }) => [report, part])).toEqual(expected);
});

test('a report that was put together before is not taken by another message with the same part', () => {
  const other = { ...message, id: 8, sentText: sentText.replace('DEF1G', 'DEF1H'), reports: [4] };
  const reports = [
    code,
    { id: 4, at: SEPARATE_WITHIN_MS + 5, text: third.replace('1G', '1H') },
    { id: 1, at: SEPARATE_WITHIN_MS + 6, text: first },
  ];
  const owner = (known: Parameters<typeof gatherParts>[0]) =>
    gatherParts(known, reports).find(({ report }) => report === 1)?.message;
  expect(owner([message, other])).toBe(8);
  expect(owner([{ ...message, reports: [3, 1] }, other])).toBe(7);
});

test.each([
  ['Hi #J7ABC', '0DEF1G', 'J7ABC0DEF1G'],
  ['Hi #J7ABC (2/3)', '(3/3) 0DEF1G', 'J7ABC0DEF1G'],
  ['Hi #j7abc 2/3', '3/3 0def1g', 'J7ABC0DEF1G'],
  ['Hi #', 'J7ABC0DEF1G', 'J7ABC0DEF1G'],
  ['Hi #J7ABC', '0DEF1G.', 'J7ABC0DEF1G'],
  ['Hi #J7ABC', '0DEF1', null],
  ['Hi #J7ABC', 'Win 0DEF1G', null],
  ['Hi J7ABC', '0DEF1G', null],
])('the code across %j and %j is %j', (before, after, expected) => {
  const found = findCutCodes([{ text: after }, { text: 'Win a prize' }, { text: before }]);
  const pair = { code: expected, of: [{ text: before }, { text: after }] };
  expect(found).toEqual(expected === null ? [] : [pair]);
});
