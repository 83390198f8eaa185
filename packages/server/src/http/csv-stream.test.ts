import { expect, test } from 'vitest';
import { csvCell } from './csv-stream.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+12025550100', "'+12025550100"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
])('CALL-25 escapes %j, which a spreadsheet would read as a formula', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

test('CALL-25 escapes commas, quotes and line breaks, and leaves other texts unchanged', () => {
  expect(csvCell('a,b')).toBe('"a,b"');
  expect(csvCell('say "hi"')).toBe('"say ""hi"""');
  expect(csvCell('one\ntwo')).toBe('"one\ntwo"');
  expect([csvCell('Grüße 你好 =1'), csvCell(-7), csvCell(null), csvCell('')]).toEqual([
    'Grüße 你好 =1',
    '-7',
    '',
    '',
  ]);
});
