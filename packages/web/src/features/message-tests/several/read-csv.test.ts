/** Reads the text of Create several: messages, and a CSV by the browser build of csv-parse. */
import { expect, it } from 'vitest';
import { looksLikeCsv, readCsv } from './read-csv.ts';
import { readMessages } from './read-lines.ts';

it('EVIDENCE-7 reads one message per line as written, without blank lines, by the number of its line', () => {
  const { lines, namesOffices } = readMessages(' Hi, "you" \r\n\r\n  \nSee you; bye\rLast');
  expect(lines.map(({ number, message }) => [number, message])).toEqual([
    [1, ' Hi, "you" '],
    [4, 'See you; bye'],
    [5, 'Last'],
  ]);
  expect(namesOffices).toBe(false);
});

const ROW = { message: 'Hi', office: 'Oakland', phone: 'Avery', time: '2026-11-30 09:30', fault: null };

it.each([
  ['in any order and case', 'Phone,TIME, office ,Message\nAvery,2026-11-30 09:30,Oakland,Hi'],
  ['with semicolons', 'message;office;phone;time\nHi;Oakland;Avery;2026-11-30 09:30'],
  ['with tabs', 'message\toffice\tphone\ttime\nHi\tOakland\tAvery\t2026-11-30 09:30'],
  ['with a byte order mark', '\uFEFF"message",office,phone,time\nHi,Oakland,Avery,2026-11-30 09:30\n'],
  ['with CRLF', 'message,office,phone,time\r\nHi,Oakland,Avery,2026-11-30 09:30\r\n'],
  ['with mixed line ends', 'message,office,phone,time\r\nHi,Oakland,Avery,2026-11-30 09:30\n'],
  ['quoted', '"message","office","phone","time"\n"Hi","Oakland","Avery","2026-11-30 09:30"'],
])('EVIDENCE-7 reads the columns of a CSV %s', (_how, text) => {
  const reading = readCsv(text);
  expect(reading.lines).toEqual([{ number: 2, ...ROW }]);
  expect(reading).toMatchObject({ namesOffices: true, warnings: [], fault: null });
});

it.each([
  ['wrapped', 'message,office,phone,time\n="Hi",="Oakland",="Avery",="2026-11-30 09:30"'],
  ['wrapped in quotes', 'message,office,phone,time\n"=""Hi""",Oakland,"=""Avery""","2026-11-30 09:30"'],
  [
    'with headers as people write them',
    '"Message:",\u202AOFFICE\u202C,phone ,Time\nHi,Oakland,Avery,2026-11-30 09:30',
  ],
  [
    'with empty columns and rows at the end',
    'message,office,phone,time,,\nHi,Oakland,Avery,2026-11-30 09:30,,\n,,,,,\n,,',
  ],
  [
    'with spaces around quotes',
    'message, office, phone, time\n"Hi", "Oakland" , "Avery", "2026-11-30 09:30"',
  ],
  ['with each row in quotes', '"message,office,phone,time"\r\n"Hi,""Oakland"",Avery,2026-11-30 09:30"\r\n'],
])('CHANGE-1 reads the columns of a CSV %s', (_how, text) => {
  expect(readCsv(text)).toEqual({
    lines: [{ number: 2, ...ROW }],
    namesOffices: true,
    warnings: [],
    fault: null,
  });
});

it('CHANGE-1 reads a CSV whose first line names the delimiter, and counts that line', () => {
  const text = 'sep=;\r\nmessage;office\r\nHi, you;Oakland';
  expect(looksLikeCsv(text)).toBe(true);
  expect(readCsv(text).lines).toMatchObject([{ number: 3, message: 'Hi, you', office: 'Oakland' }]);
});

it('CHANGE-1 leaves out the lines above the header, and names what looks damaged', () => {
  const text = 'Messages of May\n\nmessage,office\n"He said, ""go"" , now",Oakland\n#NAME?,\n"a, b, c, d"\n';
  expect(looksLikeCsv(text)).toBe(true);
  const { lines, warnings } = readCsv(text);
  expect(lines.map(({ number, message, fault }) => [number, message, fault])).toEqual([
    [4, 'He said, "go" , now', null],
    [5, '#NAME?', null],
    [6, 'a, b, c, d', null],
  ]);
  expect(warnings).toEqual([
    'Ignored: 1 line above the header.',
    'Probably damaged by another program: "#NAME?". Check the file.',
  ]);
});

it('EVIDENCE-7 numbers each test by the line that it begins on', () => {
  const { lines } = readCsv('message,office\n"two\nlines 👋🏽",Oakland\n\nSay "hi", \n"a ""b""",\nshort');
  expect(lines.map(({ number, message, office }) => [number, message, office])).toEqual([
    [2, 'two\nlines 👋🏽', 'Oakland'],
    [5, 'Say "hi"', ''],
    [6, 'a "b"', ''],
    [7, 'short', ''],
  ]);
});

it('EVIDENCE-7 reads the lines before a quote that is never closed, and says where it opens', () => {
  const { lines, fault } = readCsv('message,office\n"a\nb",Oakland\n"open,Oakland\nc,Berkeley');
  expect(fault).toBeNull();
  expect(lines.map(({ number, fault: own }) => [number, own])).toEqual([
    [2, null],
    [4, 'Line 4 opens a quote that is never closed. Close it, or double it to keep it in the text.'],
  ]);
});

it('EVIDENCE-7 says which line has more cells than the header', () => {
  const { lines } = readCsv('message,office\nHi, you,Oakland\nHi,Oakland,,');
  expect(lines.map(({ fault }) => fault)).toEqual([
    'This line has 3 cells, the header 2. Put quotes around a text that contains the delimiter.',
    null,
  ]);
});

it('EVIDENCE-7 names unknown columns, which it ignores', () => {
  const { warnings, lines } = readCsv('message,ofice,color,,\nHi,Oakland,red,x,');
  expect(warnings).toEqual([
    'Ignored: the column ofice. Did you mean office?',
    'Ignored: the column color.',
    'Ignored: column 4, which has no name.',
  ]);
  expect(lines).toMatchObject([{ message: 'Hi', office: '' }]);
});

it.each([
  [
    'Hi there\nSee you',
    'The first line has no message column. The columns are message, office, phone, time.',
  ],
  [
    'mesage,office\nHi,Oakland',
    'The first line has no message column. Did you mean message instead of mesage? The columns are message, office, phone, time.',
  ],
  ['message,office,Message\nHi,Oakland,Ho', 'The column message appears twice. Remove one of them.'],
  [
    '"message\nHi',
    'Line 1 opens a quote that is never closed. Close it, or double it to keep it in the text.',
  ],
])('EVIDENCE-7 reads nothing of %j, and says why', (text, fault) => {
  expect(readCsv(text)).toEqual({ lines: [], namesOffices: false, warnings: [], fault });
});

it('EVIDENCE-7 finds nothing wrong with an empty text, or a header alone', () => {
  for (const text of ['', '\n\n', 'message,office\n']) {
    expect(readCsv(text)).toMatchObject({ lines: [], fault: null });
  }
});

it.each([
  ['message,office\nHi,Oakland', true],
  ['Office;Message', true],
  ['Your message, as agreed', false],
  ['message', false],
  ['', false],
])('EVIDENCE-7 sees whether %j begins with the header of a CSV', (text, isCsv) => {
  expect(looksLikeCsv(text)).toBe(isCsv);
});
