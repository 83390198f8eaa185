/** Importing a directory: completely, once, or not at all. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { countStates } from './compare-directory.ts';
import { completed, type DirectoryInput } from './directory-input.ts';
import { importDirectory, previewDirectory } from './import-directory.ts';

const testing = await createTestDatabase();
beforeEach(async () => {
  for (const table of ['test_phones', 'offices', 'clients', 'partners'] as const) {
    await testing.db.deleteFrom(table).execute();
  }
});
afterAll(() => testing.drop());

const importNow = (input: DirectoryInput) => importDirectory(testing.db, input, Date.UTC(2026, 10, 21));
const load = async (input: DirectoryInput) => countStates(await importNow(input));

const office = {
  partner: 'Acorn',
  client: 'Acorn North',
  office: 'Oak Street',
  phoneNumber: '+12025550100',
  managerFirstName: 'Ada',
  managerLastName: 'Lovelace',
};
const phone = { name: 'Shelf 1', phoneNumber: '+12025550200', carrier: 'AT&T', evidence: 'handset' } as const;
const INPUT: DirectoryInput = {
  offices: [
    office,
    { ...office, office: 'Pine Road' },
    { ...office, client: 'Acorn South' },
    { ...office, partner: 'Birch' },
  ],
  phones: [phone, { ...phone, name: 'Shelf 2', phoneNumber: '+12025550201' }],
};

test('a first import creates partners, clients, offices and phones; the second changes nothing', async () => {
  // 2 partners, 3 clients, 4 offices, 2 phones.
  expect(await load(INPUT)).toEqual({ new: 11, changed: 0, same: 0, wrong: 0 });
  expect(await load(INPUT)).toEqual({ new: 0, changed: 0, same: 11, wrong: 0 });
});

test('differences are updated in place, under the same id', async () => {
  await importNow(INPUT);
  const before = await testing.db.selectFrom('offices').select(['id', 'name']).orderBy('id').execute();
  const changed = {
    offices: INPUT.offices.with(1, { ...office, office: 'Pine Road', managerFirstName: 'Grace' }),
    phones: INPUT.phones.with(0, { ...phone, evidence: 'receipt' as const }),
  };
  expect(await load(changed)).toEqual({ new: 0, changed: 2, same: 9, wrong: 0 });
  expect(await testing.db.selectFrom('offices').select(['id', 'name']).orderBy('id').execute()).toEqual(
    before,
  );
  const phones = await testing.db.selectFrom('test_phones').select('evidence').orderBy('id').execute();
  expect(phones.map((row) => row.evidence)).toEqual(['receipt', 'handset']);
});

test('if two entries have the same key, the last one counts', async () => {
  const twice = { offices: [office, { ...office, managerFirstName: 'Grace' }], phones: [] };
  expect(await load(twice)).toEqual({ new: 3, changed: 0, same: 0, wrong: 0 });
  const row = await testing.db.selectFrom('offices').select('manager_first_name').executeTakeFirstOrThrow();
  expect(row.manager_first_name).toBe('Grace');
});

test('an import that fails half-way leaves nothing behind', async () => {
  const wrong = { ...INPUT, phones: [{ ...phone, evidence: 'hearsay' as 'handset' }] };
  await expect(importNow(wrong)).rejects.toThrow(/evidence/);
  expect(await testing.db.selectFrom('partners').select('id').execute()).toEqual([]);
});

test('two simultaneous imports create every row once', async () => {
  const outcomes = await Promise.all([load(INPUT), load(INPUT)]);
  expect(outcomes.map((outcome) => outcome.new).toSorted((a, b) => a - b)).toEqual([0, 11]);
});

test('an empty directory changes nothing', async () => {
  expect(await load({ offices: [], phones: [] })).toEqual({ new: 0, changed: 0, same: 0, wrong: 0 });
});

test('an office gets the gateway in the file; without one it keeps its own', async () => {
  await testing.db
    .insertInto('gateways')
    .values(['acme', 'other'].map((name) => ({ name, kind: 'smpp' })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const gatewayOf = async () => {
    const rows = await testing.db
      .selectFrom('offices')
      .leftJoin('gateways', 'gateways.id', 'offices.gateway_id')
      .select('gateways.name')
      .execute();
    return rows.map(({ name }) => name);
  };
  const give = (more: object) => load({ offices: [{ ...office, ...more }], phones: [] });
  const wrong = async (more: object) => {
    const entries = await importNow({ offices: [{ ...office, ...more }], phones: [] });
    return entries.filter(({ state }) => state === 'wrong').map(({ field, message }) => [field, message]);
  };
  await give({ gateway: 'acme' });
  expect(await gatewayOf()).toEqual(['acme']);
  expect(await give({ gateway: 'acme' })).toMatchObject({ changed: 0 });
  expect(await give({})).toMatchObject({ changed: 0 });
  expect(await gatewayOf()).toEqual(['acme']);
  expect(await give({ gateway: 'other' })).toMatchObject({ changed: 1 });
  expect(await gatewayOf()).toEqual(['other']);

  expect(await wrong({ gateway: 'acne', managerFirstName: 'Grace' })).toEqual([
    ['gateway', 'There is no gateway "acne"; there are acme, other.'],
  ]);
  await testing.db.updateTable('offices').set({ gateway_pinned: true }).execute();
  expect(await wrong({ gateway: 'acme' })).toEqual([
    [
      'gateway',
      'The gateways file assigns another gateway to "Acorn / Acorn North / Oak Street": remove it there first.',
    ],
  ]);
  expect(await give({ gateway: 'other' })).toMatchObject({ changed: 0 });
  expect(await gatewayOf()).toEqual(['other']);
  const names = await testing.db.selectFrom('offices').select('manager_first_name').execute();
  expect(names).toEqual([{ manager_first_name: 'Ada' }]);
});

test('ACCT-2 a phone is shared until the import names its partner, and keeps it', async () => {
  const partnerOf = async () => {
    const rows = await testing.db
      .selectFrom('test_phones')
      .leftJoin('partners', 'partners.id', 'test_phones.partner_id')
      .select('partners.name')
      .execute();
    return rows.map(({ name }) => name);
  };
  const give = (more: object) => ({ offices: [office], phones: [{ ...phone, ...more }] });
  await load(give({}));
  expect(await partnerOf()).toEqual([null]);
  expect(await load(give({ partner: 'Acorn' }))).toMatchObject({ changed: 1 });
  expect(await load(give({}))).toMatchObject({ changed: 0 });
  expect(await partnerOf()).toEqual(['Acorn']);
  expect(await importNow(give({ partner: 'Acron', name: 'Shelf 9' }))).toContainEqual({
    kind: 'phones',
    path: [phone.phoneNumber],
    state: 'wrong',
    field: 'partner',
    message: 'There is no partner "Acron", to which a phone is assigned.',
  });
  const names = await testing.db.selectFrom('test_phones').select('name').execute();
  expect(names).toEqual([{ name: 'Shelf 1' }]);
});

test('ACCT-11 the import sets and removes the daily limit of a partner, and otherwise keeps it', async () => {
  const limits = async () =>
    (await testing.db.selectFrom('partners').select('limit_per_day').execute()).map(
      (row) => row.limit_per_day,
    );
  const give = (limit: object) =>
    load({ partners: [{ name: 'Acorn', ...limit }], offices: [office], phones: [] });
  await give({ limitPerDay: 500 });
  expect(await limits()).toEqual([500]);
  expect(await give({})).toMatchObject({ changed: 0 });
  expect(await limits()).toEqual([500]);
  expect(await give({ limitPerDay: 0 })).toMatchObject({ changed: 1 });
  expect(await limits()).toEqual([0]);
  await give({ limitPerDay: null });
  expect(await limits()).toEqual([null]);
});

test('DIR-3 a preview says what the import then does, and writes nothing', async () => {
  await load(INPUT);
  const next: DirectoryInput = {
    partners: [{ name: 'Acorn', limitPerDay: 5 }, { name: 'Cedar' }],
    offices: [
      { ...office, phoneNumber: '+12025550109', managerLastName: '' },
      { ...office, office: 'New' },
    ],
    phones: [{ ...phone, carrier: 'Verizon', partner: 'Cedar' }],
  };
  const preview = await previewDirectory(testing.db, completed(next));
  expect(preview.map(({ path, state, message }) => [path.join(' / '), state, message])).toEqual([
    ['Acorn', 'changed', 'Daily limit: none → 5.'],
    ['Cedar', 'new', null],
    ['Acorn / Acorn North', 'same', null],
    [
      'Acorn / Acorn North / Oak Street',
      'changed',
      'Phone number: +12025550100 → +12025550109; manager’s last name: Lovelace → none.',
    ],
    ['Acorn / Acorn North / New', 'new', null],
    [
      '+12025550200',
      'changed',
      'Carrier: AT&T → Verizon; partner: all → Cedar; its open pairing ends, and its keys and sources are revoked.',
    ],
  ]);
  expect(await load(INPUT)).toMatchObject({ new: 0, changed: 0 });
  expect(await importNow(next)).toEqual(preview);
  expect(await load(next)).toEqual({ new: 0, changed: 0, same: 6, wrong: 0 });
});

test('DIR-3 values that a file omits stay as they are, and values that it leaves empty are removed', async () => {
  await load({ offices: [office], phones: [{ ...phone, evidence: 'receipt' }] });
  const { managerFirstName: _first, managerLastName: _last, ...unmanaged } = office;
  const { evidence: _evidence, ...plain } = phone;
  const stored = async () => ({
    ...(await testing.db
      .selectFrom('offices')
      .select(['phone_number', 'manager_first_name', 'manager_last_name'])
      .executeTakeFirstOrThrow()),
    ...(await testing.db.selectFrom('test_phones').select('evidence').executeTakeFirstOrThrow()),
  });
  const silent = { offices: [{ ...unmanaged, phoneNumber: '+12025550111' }], phones: [plain] };
  const [, , changed] = await importNow(silent);
  expect(changed).toMatchObject({ message: 'Phone number: +12025550100 → +12025550111.' });
  const kept = { manager_first_name: 'Ada', manager_last_name: 'Lovelace', evidence: 'receipt' };
  expect(await stored()).toEqual({ phone_number: '+12025550111', ...kept });
  const [, , cleared] = await importNow({
    offices: [{ ...unmanaged, managerFirstName: '' }],
    phones: [],
  });
  expect(cleared?.message).toContain('manager’s first name: Ada → none');
  expect(await stored()).toEqual({ phone_number: '+12025550100', ...kept, manager_first_name: '' });
});

test('DIR-3 an import leaves retired entries retired, and says so', async () => {
  await load(INPUT);
  await testing.db.updateTable('clients').set({ retired: true }).where('name', '=', 'Acorn North').execute();
  await testing.db.updateTable('test_phones').set({ retired: true }).execute();
  const changed = {
    offices: [{ ...office, office: 'New' }],
    phones: [{ ...phone, carrier: 'Verizon' }],
  };
  const entries = await importNow(changed);
  expect(entries.map(({ message }) => message).slice(-2)).toEqual([
    'Its partner or client is retired, so it cannot be chosen.',
    'Carrier: AT&T → Verizon; it is retired and stays retired.',
  ]);
  const rows = await testing.db.selectFrom('test_phones').select('retired').execute();
  expect(rows).toEqual([{ retired: true }, { retired: true }]);
});

test('DIR-3 a directory of 10,000 entries is imported as a whole', async () => {
  const offices = Array.from({ length: 9_000 }, (_, index) => ({
    ...office,
    client: `Client ${index % 900}`,
    office: `Office ${index}`,
  }));
  const input = { offices, phones: [] };
  expect(await load(input)).toMatchObject({ new: 9_901, changed: 0 });
  expect(await load(input)).toEqual({ new: 0, changed: 0, same: 9_901, wrong: 0 });
});
