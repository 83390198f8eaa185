import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { faultWords } from './directory-fault.ts';
import { parseDirectory } from './directory-file.ts';

const example = (name: string) =>
  readFileSync(new URL(`../../../../../cli/examples/${name}`, import.meta.url));
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const HEADER =
  'partner,client,office,office_phone,manager_first_name,manager_last_name,phone_name,phone_number,phone_carrier,phone_evidence';
const ROW = 'P,C,O,+15105550101,Ann,Lee,Avery,+12135550181,AT&T,handset';
const OFFICE = {
  partner: 'P',
  client: 'C',
  office: 'O',
  phoneNumber: '+15105550101',
  managerFirstName: 'Ann',
  managerLastName: 'Lee',
};
const { managerFirstName: _first, managerLastName: _last, ...UNMANAGED } = OFFICE;
const PHONE = { name: 'Avery', phoneNumber: '+12135550181', carrier: 'AT&T', evidence: 'handset' };

const faultsOf = (text: string): string[] => parseDirectory(bytes(text)).faults.map(faultWords);
const SOUND = {
  directory: {
    partners: [{ name: 'P' }],
    clients: [{ partner: 'P', name: 'C' }],
    offices: [OFFICE],
    phones: [PHONE],
  },
  faults: [],
};

describe('the examples', () => {
  it('are both valid and equal', () => {
    const csv = parseDirectory(example('directory.csv'));
    expect(csv).toMatchObject({ faults: [], directory: { offices: { length: 4 }, phones: { length: 3 } } });
    expect(parseDirectory(example('directory.json')).directory).toEqual(csv.directory);
  });
});

describe('a directory file', () => {
  it('ACCT-2 names the partner of a phone', () => {
    const csv = parseDirectory(bytes(`${HEADER},phone_partner\n${ROW},P\n`));
    expect(csv).toMatchObject({ faults: [], directory: { phones: [{ ...PHONE, partner: 'P' }] } });
  });

  it('ACCT-11 sets, removes or keeps the daily limit of a partner', () => {
    const limitOf = (text: string) => {
      const check = parseDirectory(bytes(text));
      if (check.faults.length > 0) return check.faults.map(faultWords);
      return check.directory.partners.map(({ limitPerDay }) => limitPerDay);
    };
    const csv = (...limits: string[]) =>
      `${HEADER},partner_limit_per_day\n${limits.map((limit, index) => `${ROW.replace('O', `O${index}`)},${limit}\n`).join('')}`;
    expect(limitOf(csv('500'))).toEqual([500]);
    expect(limitOf(csv('', 'None', ''))).toEqual([null]);
    expect(limitOf(csv(''))).toEqual([undefined]);
    expect(limitOf(csv('0', '5'))).toEqual([
      'line 3: contradicts line 2 about "the daily limit of P"; keep one of the two.',
    ]);
    expect(limitOf(csv('-1'))).toEqual([
      'line 2: partner_limit_per_day "-1" is no limit; write a whole number up to 1,000,000,000, or none.',
    ]);
    const inJson = (limit: string) =>
      `{"partners":[{"name":"P","limitPerDay":${limit},"clients":[{"name":"C","offices":[{"name":"O","phoneNumber":"+15105550101"}]}]}]}`;
    expect(limitOf(inJson('500'))).toEqual([500]);
    expect(limitOf(inJson('null'))).toEqual([null]);
    expect(limitOf(inJson('"500"'))).toEqual(['line 1, partners[0]: limitPerDay must be a number or null.']);
  });

  it.each([
    ['as it is', `${HEADER}\n${ROW}\n`],
    ['with a byte order mark and CRLF', `\uFEFF${HEADER}\r\n${ROW}\r\n`],
    ['without a final line break', `${HEADER}\n${ROW}`],
    ['with semicolons', `${HEADER}\n${ROW}\n`.replaceAll(',', ';')],
    ['with tabs, blank lines and empty rows', `${HEADER}\n\n${ROW}\n,,,,,,,,,\n`.replaceAll(',', '\t')],
    [
      'with a header in capitals, surrounded by spaces',
      `${HEADER.toUpperCase()}\n${ROW.replaceAll(',', ' , ')}\n`,
    ],
    ['with a duplicate row', `${HEADER}\n${ROW}\n${ROW}\n`],
    [
      'with office and phone in separate rows',
      `${HEADER}\nP,C,O,+15105550101,Ann,Lee,,,,\n,,,,,,Avery,+12135550181,AT&T,\n`,
    ],
    ['with numbers as people write them', `${HEADER}\n${ROW.replace('+15105550101', '(510) 555-0101')}\n`],
    ['as JSON', json({})],
    ['as JSON with a byte order mark', `\uFEFF${json({})}`],
  ])('is read %s', (_how, text) => {
    expect(parseDirectory(bytes(text))).toMatchObject(SOUND);
  });

  it('DIR-3 may have phones only, or offices only; what no column or field says is left open', () => {
    const { evidence: _evidence, ...phone } = PHONE;
    const phones = parseDirectory(bytes('phone_name,phone_number,phone_carrier\nAvery,+12135550181,AT&T\n'));
    expect(phones).toMatchObject({ faults: [], directory: { partners: [], offices: [] } });
    expect(phones.directory.phones).toEqual([phone]);
    const columns = 'partner,client,office,office_phone';
    const offices = parseDirectory(bytes(`${columns}\nP,C,O,+15105550101\n`));
    expect(offices).toMatchObject({ faults: [], directory: { phones: [] } });
    expect(offices.directory.offices).toEqual([UNMANAGED]);
    const inJson = { name: 'O', phoneNumber: '+15105550101' };
    const partners = [{ name: 'P', clients: [{ name: 'C', offices: [inJson] }] }];
    expect(parseDirectory(bytes(JSON.stringify({ partners, phones: [phone] }))).directory).toEqual({
      ...SOUND.directory,
      offices: [UNMANAGED],
      phones: [phone],
    });
    const empty = parseDirectory(bytes(`${columns},manager_last_name\nP,C,O,+15105550101,\n`));
    expect(empty.directory.offices).toEqual([{ ...UNMANAGED, managerLastName: '' }]);
  });

  it('DIR-3 may have partners only, or clients only', () => {
    expect(parseDirectory(bytes('partner,partner_limit_per_day\nP,5\nQ,\n')).directory.partners).toEqual([
      { name: 'P', limitPerDay: 5 },
      { name: 'Q' },
    ]);
    expect(parseDirectory(bytes('partner,client\nP,C\n'))).toMatchObject({
      faults: [],
      directory: { partners: [{ name: 'P' }], clients: [{ partner: 'P', name: 'C' }] },
    });
    expect(faultsOf('client\nC\n')).toEqual(['line 1: column "partner" is missing.']);
  });

  it.each(['utf-16le', 'utf-16be'])('DIR-3 may be in %s, as spreadsheets save Unicode text', (encoding) => {
    const text = Buffer.from(`\ufeff${HEADER}\r\n${ROW}\r\n`, 'utf16le');
    if (encoding === 'utf-16be') text.swap16();
    expect(parseDirectory(text)).toMatchObject(SOUND);
  });

  it('DIR-3 may escape formulas with an apostrophe, as the export does', () => {
    const row = `'-P,'@C,''=O,'+15105550101,'Ann,Lee,Avery,'+12135550181,AT&T,handset`;
    expect(parseDirectory(bytes(`${HEADER}\n${row}\n`))).toMatchObject({
      faults: [],
      directory: {
        offices: [{ ...OFFICE, partner: '-P', client: '@C', office: "'=O", managerFirstName: "'Ann" }],
        phones: [PHONE],
      },
    });
  });

  it('may name the gateway of an office; an empty cell leaves it unchanged', () => {
    const columns = 'partner,client,office,office_phone,gateway';
    const csv = `${columns}\nP,C,O,+15105550101,acme\nP,C,O2,+15105550101,\n`;
    expect(parseDirectory(bytes(csv))).toMatchObject({
      faults: [],
      directory: {
        offices: [
          { ...UNMANAGED, gateway: 'acme' },
          { ...UNMANAGED, office: 'O2' },
        ],
        phones: [],
      },
    });
    const office = { name: 'O', phoneNumber: '+15105550101', gateway: 'acme' };
    const partners = [{ name: 'P', clients: [{ name: 'C', offices: [office] }] }];
    expect(parseDirectory(bytes(JSON.stringify({ partners })))).toMatchObject({
      faults: [],
      directory: { offices: [{ ...UNMANAGED, gateway: 'acme' }], phones: [] },
    });
  });

  it('normalizes accents in names', () => {
    const check = parseDirectory(bytes(`${HEADER}\n${ROW.replace('Ann', 'Chloe\u0301')}\n`));
    expect(check).toMatchObject({ faults: [], directory: { offices: [{ managerFirstName: 'Chlo\u00E9' }] } });
  });
});

describe('faults of a directory file', () => {
  it.each([
    ['an empty file', '', ['line 1: the file is empty.']],
    ['a missing column', 'partner,client,office\nP,C,O\n', ['line 1: column "office_phone" is missing.']],
    [
      'a duplicate column',
      'phone_name,phone_number,phone_carrier,Phone Name\n',
      ['line 1: column "phone_name" is duplicated.'],
    ],
    [
      'a header without any column',
      'colour\nred\n',
      [
        `line 1: no column is known; the columns are ${HEADER.replace('phone_name', 'gateway,partner_limit_per_day,phone_name').replaceAll(',', ', ')}, phone_partner.`,
      ],
    ],
    ['an empty name', `${HEADER}\n${ROW.replace('P,C', 'P,')}\n`, ['line 2: client is empty.']],
    [
      'an invalid number',
      `${HEADER}\n\n${ROW.replace('+15105550101', '12')}\n`,
      [
        'line 3: office_phone "12" is not a valid phone number. Write the number with its country code, such as +65 9123 4568.',
      ],
    ],
    [
      'unknown evidence',
      `${HEADER}\n${ROW.replace('handset', 'maybe')}\n`,
      ['line 2: phone_evidence "maybe" is unknown; write handset or receipt.'],
    ],
    [
      'a name with a control character',
      `${HEADER}\n${ROW.replace('Avery', 'A\u0000')}\n`,
      ['line 2: phone_name contains an invalid or control character.'],
    ],
    [
      'rows that contradict each other',
      `${HEADER}\n${ROW}\n${ROW.replace('Ann', 'Bea').replace('AT&T', 'Verizon')}\n`,
      [
        'line 3: contradicts line 2 about "P / C / O"; keep one of the two.',
        'line 3: contradicts line 2 about "+12135550181"; keep one of the two.',
      ],
    ],
    [
      'a fault after a text of two lines',
      `${HEADER}\n${ROW.replace('O,', '"O\nP",')}\n${ROW.replace('Avery', '')}\n`,
      ['line 2: office contains an invalid or control character.', 'line 4: phone_name is empty.'],
    ],
    ['a quote that does not end', `${HEADER}\n"P,C\n`, ['line 2: invalid CSV: a quoted text is not closed.']],
    ['invalid JSON', '{\n  "partners": [,]\n}', ['line 2: invalid JSON at column 16; expected a value.']],
    ['JSON of another shape', '[]', ['line 1: must be an object with partners, phones.']],
    [
      'JSON with wrong types and fields',
      '{ "partners": {},\n "phones": [1,\n { "name": 5, "phoneNumber": "+12135550181", "carrier": "AT&T", "colour": "red" }] }',
      [
        'line 1, partners: must be a list.',
        'line 2, phones[0]: must be an object with name, phoneNumber, carrier, evidence, partner.',
        'line 3, phones[1]: field "colour" is unknown; the fields are name, phoneNumber, carrier, evidence, partner.',
        'line 3, phones[1]: name must be a string in double quotes.',
      ],
    ],
    [
      'JSON with a partner that has no name, reported once',
      json({ partner: ' ' }),
      ['line 3, partners[0]: name is empty.'],
    ],
    [
      'JSON with a lone surrogate',
      json({ office: '\uD800' }),
      ['line 9, partners[0].clients[0].offices[0]: name contains an invalid or control character.'],
    ],
  ])('report %s', (_what, text, faults) => {
    expect(faultsOf(text)).toEqual(faults);
  });

  it('are reported together, from top to bottom', () => {
    const faults = faultsOf(`${HEADER}\n,C,O,12,,,Avery,34,,no\nP,C,O\n${ROW.replace('Avery', '')}\n`);
    expect(faults.map((fault) => fault.slice(0, 6))).toEqual([
      ...Array<string>(5).fill('line 2'),
      'line 3',
      'line 4',
    ]);
  });

  it('DIR-3 name the line and the field, by column in CSV and by path in JSON', () => {
    const csv = parseDirectory(
      bytes(`${HEADER}\n${ROW.replace('handset', 'maybe')}\n${ROW.replace('Ann', 'Bea')}\n`),
    );
    expect(csv.faults).toMatchObject([
      { line: 2, path: '', kind: 'phones', field: 'phone_evidence' },
      { line: 3, path: '', kind: 'offices', field: 'manager_first_name' },
    ]);
    expect(parseDirectory(bytes(json({ office: '' }))).faults).toMatchObject([
      { line: 9, path: 'partners[0].clients[0].offices[0]', kind: 'offices', field: 'name' },
    ]);
  });

  it('DIR-3 name the first line with invalid UTF-8, and say how to save the file', () => {
    const macintosh = Buffer.from(`${HEADER}\nCaf\u008e\n`, 'latin1');
    expect(parseDirectory(macintosh).faults.map(faultWords)).toEqual([
      'line 2: the file is not valid UTF-8 from here on; save it as UTF-8 (in Excel: “CSV UTF-8”) and try again.',
    ]);
  });
});

function json({ partner = 'P', office = 'O' }): string {
  const { phoneNumber, managerFirstName, managerLastName } = OFFICE;
  const offices = [{ name: office, phoneNumber, managerFirstName, managerLastName }];
  return JSON.stringify(
    { partners: [{ name: partner, clients: [{ name: 'C', offices }] }], phones: [PHONE] },
    null,
    1,
  );
}
