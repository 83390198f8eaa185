/** Large and crafted directory files, at the parser; `import-load.test.ts` sends some over HTTP. */
import { expect, it } from 'vitest';
import { faultWords } from './directory-fault.ts';
import { parseDirectory } from './directory-file.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

it.each([
  ['rows', `partner\n${'P\n'.repeat(3)}`],
  ['entries', JSON.stringify({ partners: [{ name: 'P', clients: [{ name: 'C' }, { name: 'D' }] }] })],
])(
  'DIR-3 a file with as many %s as the limit is read, and one more is a fault of the whole file',
  (_what, text) => {
    expect(parseDirectory(bytes(text), 3).faults).toEqual([]);
    expect(parseDirectory(bytes(text), 2)).toMatchObject({
      faults: [{ line: null, message: expect.stringContaining('has more than 2 rows or entries') }],
      wrong: 1,
    });
  },
);

it.each([
  ['accents on one letter', `partner\na${'\u0316\u0301'.repeat(100_000)}\n`, 'line 2: partner is longer'],
  ['accents in its header', `a${'\u0316\u0301'.repeat(100_000)},b\nx,y\n`, 'line 1: no column is known'],
  ['blank lines', `partner\n${'\n'.repeat(200_000)}Acorn`, 'the file has more than 1,000 rows'],
  ['empty phones', `{"phones":[${'{},'.repeat(600_000)}{}]}`, 'the file has more than 1,000 rows'],
])('DIR-3 a crafted file is read in seconds: %s', (_what, text, fault) => {
  const { faults } = parseDirectory(bytes(text), 1_000);
  expect(faults.map((one) => faultWords(one).slice(0, fault.length))).toEqual([fault]);
});
