/** The directory as one file: preview, import and export over HTTP. */
import { calls } from '@textprobe/contract/calls';
import { IMPORT_LIMIT } from '@textprobe/contract/directory-import';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { at } from '../../testing/test-client.ts';
import { openTestServer, startTestServer } from '../../testing/test-server.ts';

const { server, client } = await openTestServer();
const HEADERS = { 'content-type': 'text/csv' };
const COLUMNS = 'partner,client,office,office_phone,phone_name,phone_number,phone_carrier';

function ask(body: string | Uint8Array, query: Record<string, string> = {}) {
  return client.call(calls.importDirectory, { body, query, headers: HEADERS });
}

const preview = (body: string | Uint8Array) => ask(body, { preview: 'true' });

async function exported(format: 'csv' | 'json'): Promise<string> {
  return (await client.call(calls.exportDirectory, { query: { format } })).text();
}

async function totals(): Promise<number[]> {
  const tables = ['partners', 'clients', 'offices', 'test_phones'] as const;
  return Promise.all(
    tables.map(async (table) => (await server.db.selectFrom(table).select('id').execute()).length),
  );
}

test('DIR-3 a preview counts and names what is new, changed, same and wrong, and writes nothing', async () => {
  const before = await totals();
  const file = [
    COLUMNS,
    'Cedar,Cedar East,Main,+12135550142,Phone 1,+12025550200,Verizon',
    'Acorn,Acorn North,,,,,',
    'Cedar,Cedar East,Side,call me,Nameless,,Verizon',
  ].join('\n');
  expect(await preview(file)).toEqual({
    new: 3,
    changed: 1,
    same: 2,
    wrong: 2,
    notices: [],
    rows: [
      {
        line: 4,
        kind: 'offices',
        name: 'Cedar / Cedar East / Side',
        state: 'wrong',
        field: 'office_phone',
        message:
          'office_phone "call me" is not a valid phone number. Enter a phone number, a short code of 3 to 6 digits, or a name of up to 11 characters without spaces.',
      },
      {
        line: 4,
        kind: 'phones',
        name: 'Nameless',
        state: 'wrong',
        field: 'phone_number',
        message: 'phone_number is empty.',
      },
      { line: 2, kind: 'partners', name: 'Cedar', state: 'new', field: '', message: null },
      { line: 2, kind: 'clients', name: 'Cedar / Cedar East', state: 'new', field: '', message: null },
      {
        line: 2,
        kind: 'offices',
        name: 'Cedar / Cedar East / Main',
        state: 'new',
        field: '',
        message: 'Phone number: +12135550142.',
      },
      {
        line: 2,
        kind: 'phones',
        name: 'Phone 1 (+12025550200)',
        state: 'changed',
        field: '',
        message: 'Carrier: AT&T → Verizon.',
      },
    ],
  });
  expect(await totals()).toEqual(before);

  const { status, code, errors } = await client.problem(calls.importDirectory, {
    body: file,
    headers: HEADERS,
  });
  expect([status, code]).toEqual([422, 'directory.file-wrong']);
  expect(errors?.map(({ field, message }) => [field, message.slice(0, 6)])).toEqual([
    ['office_phone', 'line 4'],
    ['phone_number', 'line 4'],
  ]);
  expect(await totals()).toEqual(before);
});

test('DIR-3 an office may send from a short code or a name', async () => {
  const file = [COLUMNS, 'Acorn,Acorn North,Short,22395,,,', 'Acorn,Acorn North,Named,ACMEBANK,,,'].join(
    '\n',
  );
  expect(await preview(file)).toMatchObject({ new: 2, wrong: 0 });
  await ask(file);
  const stored = server.db
    .selectFrom('offices')
    .select('phone_number')
    .where('name', 'in', ['Short', 'Named']);
  expect(await stored.orderBy('id').execute()).toEqual([
    { phone_number: '22395' },
    { phone_number: 'ACMEBANK' },
  ]);
  await server.db.deleteFrom('offices').where('name', 'in', ['Short', 'Named']).execute();
});

test('DIR-3 a wrong gateway or partner is named by its cell in CSV and by its path in JSON', async () => {
  const csv = 'partner,client,office,office_phone,gateway\nAcorn,New,Main,+12135550142,acne\n';
  expect((await preview(csv)).rows[0]).toMatchObject({
    line: 2,
    name: 'Acorn / New / Main',
    field: 'gateway',
    message: 'There is no gateway "acne"; there are none yet.',
  });
  const phone = { name: 'P', phoneNumber: '+12135550181', carrier: 'AT&T', partner: 'Acron' };
  expect((await preview(JSON.stringify({ phones: [phone] }, null, 1))).rows[0]).toMatchObject({
    line: 3,
    field: 'phones[0].partner',
    message: 'There is no partner "Acron", to which a phone is assigned.',
  });
});

test('DIR-3 the same file again changes nothing, in either format', async () => {
  const file = `${COLUMNS}\nDogwood,Dogwood East,Main,+12135550142,,,\nElm,,,,,,\n`;
  expect(await ask(file)).toMatchObject({ new: 4, changed: 0, same: 0, wrong: 0 });
  expect(await ask(file)).toEqual({ new: 0, changed: 0, same: 4, wrong: 0, notices: [], rows: [] });
  const json = JSON.stringify({
    partners: [
      {
        name: 'Dogwood',
        clients: [{ name: 'Dogwood East', offices: [{ name: 'Main', phoneNumber: '+12135550142' }] }],
      },
      { name: 'Elm', clients: [] },
    ],
  });
  const headers = { 'content-type': 'application/json' };
  expect(await client.call(calls.importDirectory, { body: json, headers })).toMatchObject({
    same: 4,
    new: 0,
  });
});

test('DIR-3 of two imports at once the second one sees the first', async () => {
  const file = `${COLUMNS}\nFir,Fir East,Main,+12135550142,,,\n`;
  const answers = await Promise.all([ask(file), ask(file)]);
  expect(answers.map((answer) => answer.new).toSorted((one, other) => one - other)).toEqual([0, 3]);
});

test('DIR-3 UTF-16 is read, and an unknown encoding gets a sentence', async () => {
  const text = `${COLUMNS}\nGînkgo,,,,,,\n`;
  expect((await preview(Buffer.from(`\ufeff${text}`, 'utf16le'))).rows[0]).toMatchObject({ name: 'Gînkgo' });
  const body = Buffer.from(text.replace('î', '\u0094'), 'latin1');
  expect(await preview(body)).toMatchObject({ wrong: 1, rows: [{ line: 2, state: 'wrong' }] });
  const problem = await client.problem(calls.importDirectory, { body, headers: HEADERS });
  expect([problem.status, problem.detail]).toEqual([
    422,
    'Nothing was imported: line 2: the file is not valid UTF-8 from here on; save it as UTF-8 (in Excel: “CSV UTF-8”) and try again.',
  ]);
});

test('CHANGE-1 a file is imported as a spreadsheet writes it, and what is ignored or assumed is named', async () => {
  const file = [
    'sep=;',
    'Offices and phones of May',
    'Partner;CLIENT;office;Office-Phone;Phone Name;phoneNumber;phone carrier;notes;;',
    'Héron;Héron East;Main;="+4791234567";Ann;\u202A+6591234567\u202C;AT&T;hi;;',
    'Héron;"Héron East"; "Side";(213) 555-0143',
    'Héron;Héron East;Top;+12135550144;;;;;;;',
    ';;;;;;;;;',
    '\u001A',
  ].join('\r\n');
  const body = Buffer.from(file.replaceAll(/[\u202A\u202C]/gu, ''), 'latin1');
  const named = {
    new: 6,
    wrong: 0,
    notices: [
      'The file is not in UTF-8. It was read as Windows-1252; check Héron.',
      'Ignored: 1 line above the header.',
      'Ignored: the column "notes".',
      'Read as American: 1 number without a country code (+12135550143).',
    ],
  };
  const previewed = await preview(body);
  expect(previewed).toMatchObject(named);
  expect(previewed.rows.flatMap(({ name, message }) => (message === null ? [name] : [message]))).toEqual([
    'Héron',
    'Héron / Héron East',
    'Phone number: +4791234567.',
    'Ann (+6591234567)',
    'Phone number: +12135550143.',
    'Phone number: +12135550144.',
  ]);
  expect(await ask(body)).toMatchObject(named);
  // In UTF-8, with marks of direction around a number.
  expect(await ask(file)).toMatchObject({ new: 0, changed: 0, same: 6, wrong: 0 });
});

test('CHANGE-1 digits that have lost their plus are never read as American, and a workbook is named', async () => {
  const before = await totals();
  const file = `${COLUMNS}\nAcorn,Acorn North,Lost,4791234567,Lost,6591234567,AT&T\n`;
  const message = (column: string, digits: string) =>
    `${column} "${digits}" is not a valid phone number. Write the number with its country code, such as +65 9123 4568.`;
  const problem = await client.problem(calls.importDirectory, { body: file, headers: HEADERS });
  expect(problem.errors).toMatchObject([
    { field: 'office_phone', message: `line 2: ${message('office_phone', '4791234567')}` },
    { field: 'phone_number', message: `line 2: ${message('phone_number', '6591234567')}` },
  ]);
  const body = Buffer.from('PK\u0003\u0004\u0014\u0000\u0006\u0000', 'latin1');
  const workbook = await client.problem(calls.importDirectory, { body, headers: HEADERS });
  expect(workbook.detail).toBe('Nothing was imported: This is an Excel workbook. Save it as CSV UTF-8.');
  expect(await totals()).toEqual(before);
});

test('DIR-3 a file may be larger than other bodies, up to its own limit', async () => {
  const row = `Acorn,,,,,,${' '.repeat(193)}\n`;
  const rows = (bytes: number) => `${COLUMNS}\n${row.repeat(Math.floor(bytes / row.length))}`;
  expect(await preview(rows(2_000_000))).toMatchObject({ same: 1, wrong: 0 });
  expect(
    await client.refusal(calls.importDirectory, { body: rows(IMPORT_LIMIT + 1_000), headers: HEADERS }),
  ).toBe('413 body.too-large');
});

test('DIR-3 an exported directory is the same when imported, whatever its names', async () => {
  const name = fc
    .tuple(
      fc.constantFrom(...`|=|+|-|@|'|'=|''+|"|,|;| |[|{|;=|,'+|＝`.split('|')),
      fc.string({
        unit: fc.constantFrom('a', 'é', 'e\u0301', '"', "'", ',', '=', '😀', '\u2028', '文'),
        minLength: 1,
        maxLength: 6,
      }),
    )
    .map((parts) => parts.join(''));
  // Many entries in each file: every import starts a thread.
  const entries = fc.array(fc.tuple(name, name, name, name), { minLength: 50, maxLength: 50 });
  const fileOf = (names: readonly (readonly [string, string, string, string])[]) =>
    names.map(([partner, clientName, office, manager], nth) => {
      const phoneNumber = `+121355501${String(nth).padStart(2, '0')}`;
      const fields = { name: office, phoneNumber, managerFirstName: manager, managerLastName: '' };
      const clients = [{ name: clientName, offices: [fields] }, { name: `${office}?` }];
      const named = { name: `${partner}${nth}`, limitPerDay: 5, clients };
      const phone = { name: manager, phoneNumber, carrier: office, evidence: 'receipt', partner: named.name };
      return { named, phone };
    });
  await fc.assert(
    fc.asyncProperty(entries, async (names) => {
      const file = fileOf(names);
      const partners = file.flatMap(({ named }) => [named, { name: `${named.name}!` }]);
      await ask(JSON.stringify({ partners, phones: file.map(({ phone }) => phone) }));
      for (const format of ['csv', 'json'] as const)
        expect(await ask(await exported(format))).toMatchObject({ new: 0, changed: 0, wrong: 0 });
    }),
    { numRuns: 1 },
  );
});

test('DIR-3 an exported directory fills an empty one', async () => {
  await using other = await startTestServer();
  const admin = await other.operator();
  const csv = await exported('csv');
  const filled = await admin.call(calls.importDirectory, { body: csv, headers: HEADERS });
  expect(filled).toMatchObject({ changed: 0, same: 0, wrong: 0 });
  for (const format of ['csv', 'json'] as const)
    expect(await (await admin.call(calls.exportDirectory, { query: { format } })).text()).toBe(
      await exported(format),
    );
});

test('DIR-3 the export leaves out what is retired, and the entries of the forms follow the rules of files', async () => {
  const { id } = await client.call(calls.createPartner, {
    body: { name: 'Hazel e\u0301', limitPerDay: null },
  });
  const { name } = await client.call(at(calls.readPartner, id));
  expect(name).toBe('Hazel \u00e9');
  expect(await client.refusal(calls.createPartner, { body: { name: 'Hazel\nBox', limitPerDay: null } })).toBe(
    '422 body.invalid',
  );
  const csv = await exported('csv');
  expect(csv).toContain('Hazel é,');
  // No cell is a formula.
  expect(csv).toContain(",'+12025550200,");
  await client.call(at(calls.retirePartner, id));
  expect(await exported('csv')).not.toContain('Hazel');
});
