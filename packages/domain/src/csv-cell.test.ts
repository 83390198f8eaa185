import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvCell, unescapeCell } from './csv-cell.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+12135550181', "'+12135550181"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', `"'\t'=1"`],
  ['\r=1', `"'\r'=1"`],
  ['\n=1', `"'\n'=1"`],
  ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  ['a;=1', `"a;'=1"`],
  ['a\n@b', `"a\n'@b"`],
  ['a;"=1"', `"a;""'=1"""`],
  ['＝1', "'＝1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠A1', "'＠A1"],
  ['\uFEFF\u200B =1', "\uFEFF\u200B '=1"],
  ["'=1", "''=1"],
])('CALL-25 EVIDENCE-3 escapes %j, which a spreadsheet would read as a formula', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

test('CALL-25 quotes delimiters, quotes and line breaks, and leaves other texts unchanged', () => {
  expect(csvCell('a,b')).toBe('"a,b"');
  expect(csvCell('say "hi"')).toBe('"say ""hi"""');
  expect(csvCell('one\ntwo')).toBe('"one\ntwo"');
  const harmless = ['Grüße 你好 =1', "it's 5-1", "'90s", 'a@example.org', '2026-01-01T00:00:00-08:00'];
  expect(harmless.map(csvCell)).toEqual(harmless);
  expect([csvCell(-7), csvCell(null), csvCell('')]).toEqual(['-7', '', '']);
});

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(..."=+-@＝＋－＠''\",;\t\r\n a1\uFEFF\u200B\u00A0\u0000\u00AD\u2028"),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
});

test('CALL-25 EVIDENCE-3 no piece of a cell is a formula, at whichever delimiter a spreadsheet splits the file', () => {
  fc.assert(
    fc.property(text, (value) => {
      const cell = csvCell(value);
      for (const delimiters of [/[\r\n]/, /[,\r\n]/, /[;\r\n]/, /[\t\r\n]/, /[,;\t\r\n]/]) {
        for (const piece of cell.split(delimiters)) {
          expect(piece.replace(/^[\s"\p{C}\p{Z}]+/u, '')).not.toMatch(/^[=+\-@＝＋－＠]/);
        }
      }
      expect(cell).not.toMatch(/^"?[\t\r\n]/);
    }),
  );
});

test('DIR-3 an escaped text comes back unchanged', () => {
  fc.assert(
    fc.property(text, (value) => {
      const cell = csvCell(value);
      const parsed = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
      expect(unescapeCell(parsed)).toBe(value);
    }),
  );
});
