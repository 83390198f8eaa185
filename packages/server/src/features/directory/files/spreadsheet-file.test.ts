/** A directory file as spreadsheets write it (CHANGE-1). */
import { expect, it } from 'vitest';
import { faultWords } from './directory-fault.ts';
import { parseDirectory } from './directory-file.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const faultsOf = (text: string): string[] => parseDirectory(bytes(text)).faults.map(faultWords);

const HEADER =
  'partner,client,office,office_phone,manager_first_name,manager_last_name,phone_name,phone_number,phone_carrier,phone_evidence';
const ROW = 'P,C,O,+15105550101,Ann,Lee,Avery,+12135550181,AT&T,handset';
const SOUND = {
  directory: {
    partners: [{ name: 'P' }],
    clients: [{ partner: 'P', name: 'C' }],
    offices: [
      {
        partner: 'P',
        client: 'C',
        office: 'O',
        phoneNumber: '+15105550101',
        managerFirstName: 'Ann',
        managerLastName: 'Lee',
      },
    ],
    phones: [{ name: 'Avery', phoneNumber: '+12135550181', carrier: 'AT&T', evidence: 'handset' }],
  },
  faults: [],
  notices: [],
};

it.each([
  ['with cells that a spreadsheet has wrapped', `${HEADER}\n${ROW.replaceAll(/[^,]+/g, '="$&"')}\n`],
  ['with wrapped cells in quotes', `${HEADER}\n${ROW.replaceAll(/[^,]+/g, '"=""$&"""')}\n`],
  [
    'with the line of Excel that names the delimiter',
    `sep=;\r\n${HEADER}\r\n${ROW}\r\n`.replaceAll(',', ';'),
  ],
  ['with empty columns and rows at the end', `${HEADER},,\n${ROW},,\n${',\n'.repeat(90)}`],
  ['with a row that is one comma longer than the header', `${HEADER}\n${ROW},\n`],
  [
    'with headers as people write them',
    `${HEADER.replaceAll('_', ' ').replace('office phone', ' OFFICE-PHONE').replace('phone name', 'phoneName')}\n${ROW}\n`,
  ],
  ['with invisible marks around its texts', `${HEADER}\n${ROW.replaceAll(/[^,]+/g, '\u202A$&\u202C')}\n`],
  ['with CRLF and LF', `${HEADER}\r\n${ROW}\n\r\n`],
  ['with the line ends of an old Macintosh', `${HEADER}\r${ROW}\r`],
  ['with spaces around quotes', `${HEADER}\n${ROW.replaceAll(/[^,]+/g, ' "$&" ')}\n`],
  [
    'with each row in quotes, as a spreadsheet saves rows that it did not split',
    `"${HEADER}"\n"${ROW.replace('Ann', '""Ann""')}"\n`,
  ],
  ['with the end mark of DOS', `${HEADER}\r\n${ROW}\r\n\u001A`],
  ['with an end mark after its last row, and NUL to the end of a block', `${HEADER}\n${ROW}\u001A\0\0\0`],
])('CHANGE-1 is read %s', (_how, text) => {
  expect(parseDirectory(bytes(text))).toMatchObject(SOUND);
});

it('CHANGE-1 fills a row that is shorter than the header with empty cells', () => {
  const offices = 'partner,client,office,office_phone,manager_first_name,gateway';
  expect(parseDirectory(bytes(`${offices}\nP,C,O,+15105550101\n`))).toMatchObject({
    faults: [],
    directory: { offices: [{ office: 'O', managerFirstName: '' }] },
  });
});

it.each(['utf-16le', 'utf-16be'])('CHANGE-1 may be in %s without a byte order mark', (encoding) => {
  const file = Buffer.from(`${HEADER}\r\n${ROW}\r\n`.replaceAll(',', '\t'), 'utf16le');
  expect(parseDirectory(encoding === 'utf-16be' ? file.swap16() : file)).toMatchObject(SOUND);
});

it('CHANGE-1 leaves out the lines above its header, says so, and keeps the numbers of the others', () => {
  const above = 'Contacts of Acorn, Oakland\nas of "28 November"\n\n';
  expect(parseDirectory(bytes(`${above}${HEADER}\n${ROW}\n`))).toMatchObject({
    ...SOUND,
    notices: ['Ignored: 2 lines above the header.'],
  });
  expect(faultsOf(`${above}${HEADER}\n${ROW.replace('Avery', '')}\n`)).toEqual([
    'line 5: phone_name is empty.',
  ]);
});

it('CHANGE-1 imports names that another program has damaged as they are, and lists them', () => {
  const row = (name: string, number: number) => `${name},+1213555018${number},AT&T\n`;
  const names = ['#REF!', '#N/A', 'NULL', 'M\uFFFDller', 'MÃ¼ller', 'Smith &amp; Sons', '#1 & Sons', 'Null'];
  const { directory, notices } = parseDirectory(
    bytes(`phone_name,phone_number,phone_carrier\n${names.map(row).join('')}`),
  );
  expect(directory.phones.map(({ name }) => name)).toEqual(names);
  expect(notices).toEqual([
    'Probably damaged by another program: "#REF!", "#N/A", "NULL" and 3 more. Check the file.',
  ]);
});

it('CHANGE-1 does not count the empty rows at its end', () => {
  expect(parseDirectory(bytes(`${HEADER}\n${ROW}\n${',,,\r\n'.repeat(5)}`), 1)).toMatchObject(SOUND);
});

it('CHANGE-1 names the columns that it ignores, and the numbers without a country code', () => {
  const header = HEADER.replace('phone_evidence', 'notes,phone_evidense');
  const text = `${header}\n${ROW.replaceAll('+1', '').replace('handset', 'hi,')}\n`;
  const { notices, faults } = parseDirectory(bytes(text));
  expect({ notices, faults }).toEqual({
    notices: [
      'Ignored: the column "notes".',
      'Ignored: the column "phone_evidense". Did you mean phone_evidence?',
      'Read as American: 2 numbers without a country code (+15105550101, +12135550181).',
    ],
    faults: [],
  });
});

it('CHANGE-1 may be in Windows-1252 when its letters are unambiguous, and says so', () => {
  const file = Buffer.from(`${HEADER}\n${ROW.replace('Ann', 'José')}\n`, 'latin1');
  const { directory, notices } = parseDirectory(file);
  expect(directory).toMatchObject({ offices: [{ managerFirstName: 'José' }] });
  expect(notices).toEqual(['The file is not in UTF-8. It was read as Windows-1252; check José.']);
});

it.each([
  [
    'a text in a column without a name',
    'partner,\nP,x\n',
    ['line 1: column 2 has no name; name it, or remove its texts.'],
  ],
  ['too many cells', `${HEADER}\n${ROW},x\n`, ['line 2: has 11 cells, but the header has 10.']],
  [
    'a row that is one text in quotes below a header that is not',
    'partner,client,office,office_phone\n"P,C,O,+15105550101"\n',
    [
      'line 2: is one cell, but the header has 4; separate its cells as in the header, and put no quotes around the row.',
    ],
  ],
  [
    'a row with another delimiter than the header',
    'partner;client;office;office_phone\nP,C,O,+15105550101\n',
    [
      'line 2: is one cell, but the header has 4; separate its cells as in the header, and put no quotes around the row.',
    ],
  ],
  [
    'two numbers in one cell',
    `${HEADER}\n${ROW.replace('+15105550101', '+15105550101 ::: +15105550102')}\n`,
    [
      'line 2: office_phone "+15105550101 ::: +15105550102" is not a valid phone number. Write one number only.',
    ],
  ],
  [
    'an extension',
    `${HEADER}\n${ROW.replace('+15105550101', '510-555-0101 ext. 12')}\n`,
    [
      'line 2: office_phone "510-555-0101 ext. 12" is not a valid phone number. Text messages cannot reach an extension. Write the number without it.',
    ],
  ],
  [
    'a number that a spreadsheet has shortened',
    `${HEADER}\n${ROW.replace('+15105550101', '1.41556E+10')}\n`,
    [
      'line 2: office_phone "1.41556E+10" is not a valid phone number. A spreadsheet has shortened this number. Format the column as text, then enter the number again.',
    ],
  ],
  [
    'a number with an invisible mark',
    `${HEADER}\n${ROW.replace('+15105550101', '\u202A4791234567')}\n`,
    [
      'line 2: office_phone "\\u202a4791234567" is not a valid phone number. Write the number with its country code, such as +65 9123 4568.',
    ],
  ],
])('CHANGE-1 reports %s', (_what, text, faults) => {
  expect(faultsOf(text)).toEqual(faults);
});

it('CHANGE-1 names a file that is not a CSV', () => {
  expect(faultsOf('PK\u0003\u0004…')).toEqual(['This is an Excel workbook. Save it as CSV UTF-8.']);
});
