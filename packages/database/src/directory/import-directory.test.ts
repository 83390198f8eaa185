/** Importing a directory: completely, once, or not at all. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { type DirectoryInput, ImportRefused, importDirectory } from './import-directory.ts';

const testing = await createTestDatabase();
beforeEach(async () => {
  for (const table of ['test_phones', 'offices', 'clients', 'partners'] as const) {
    await testing.db.deleteFrom(table).execute();
  }
});
afterAll(() => testing.drop());

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
  expect(await importDirectory(testing.db, INPUT)).toEqual({ created: 11, updated: 0, unchanged: 0 });
  expect(await importDirectory(testing.db, INPUT)).toEqual({ created: 0, updated: 0, unchanged: 11 });
});

test('differences are updated in place, under the same id', async () => {
  await importDirectory(testing.db, INPUT);
  const before = await testing.db.selectFrom('offices').select(['id', 'name']).orderBy('id').execute();
  const changed = {
    offices: INPUT.offices.with(1, { ...office, office: 'Pine Road', managerFirstName: 'Grace' }),
    phones: INPUT.phones.with(0, { ...phone, evidence: 'receipt' as const }),
  };
  expect(await importDirectory(testing.db, changed)).toEqual({ created: 0, updated: 2, unchanged: 9 });
  expect(await testing.db.selectFrom('offices').select(['id', 'name']).orderBy('id').execute()).toEqual(
    before,
  );
  const phones = await testing.db.selectFrom('test_phones').select('evidence').orderBy('id').execute();
  expect(phones.map((row) => row.evidence)).toEqual(['receipt', 'handset']);
});

test('if two entries have the same key, the last one counts', async () => {
  const twice = { offices: [office, { ...office, managerFirstName: 'Grace' }], phones: [] };
  expect(await importDirectory(testing.db, twice)).toEqual({ created: 3, updated: 0, unchanged: 0 });
  const row = await testing.db.selectFrom('offices').select('manager_first_name').executeTakeFirstOrThrow();
  expect(row.manager_first_name).toBe('Grace');
});

test('an import that fails half-way leaves nothing behind', async () => {
  const wrong = { ...INPUT, phones: [{ ...phone, evidence: 'hearsay' as 'handset' }] };
  await expect(importDirectory(testing.db, wrong)).rejects.toThrow(/evidence/);
  expect(await testing.db.selectFrom('partners').select('id').execute()).toEqual([]);
});

test('two simultaneous imports create every row once', async () => {
  const outcomes = await Promise.all([
    importDirectory(testing.db, INPUT),
    importDirectory(testing.db, INPUT),
  ]);
  expect(outcomes.map((outcome) => outcome.created).toSorted((a, b) => a - b)).toEqual([0, 11]);
});

test('an empty directory changes nothing', async () => {
  expect(await importDirectory(testing.db, { offices: [], phones: [] })).toEqual({
    created: 0,
    updated: 0,
    unchanged: 0,
  });
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
  const load = (more: object) =>
    importDirectory(testing.db, { offices: [{ ...office, ...more }], phones: [] });
  await load({ gateway: 'acme' });
  expect(await gatewayOf()).toEqual(['acme']);
  expect(await load({ gateway: 'acme' })).toMatchObject({ updated: 0 });
  expect(await load({})).toMatchObject({ updated: 0 });
  expect(await gatewayOf()).toEqual(['acme']);
  expect(await load({ gateway: 'other' })).toMatchObject({ updated: 1 });
  expect(await gatewayOf()).toEqual(['other']);

  await expect(load({ gateway: 'acne', managerFirstName: 'Grace' })).rejects.toThrow(
    'There is no gateway "acne"; there are acme, other.',
  );
  await testing.db.updateTable('offices').set({ gateway_pinned: true }).execute();
  await expect(load({ gateway: 'acme' })).rejects.toThrow(ImportRefused);
  expect(await load({ gateway: 'other' })).toMatchObject({ updated: 0 });
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
  const load = (more: object) =>
    importDirectory(testing.db, { offices: [office], phones: [{ ...phone, ...more }] });
  await load({});
  expect(await partnerOf()).toEqual([null]);
  expect(await load({ partner: 'Acorn' })).toMatchObject({ updated: 1 });
  expect(await load({})).toMatchObject({ updated: 0 });
  expect(await partnerOf()).toEqual(['Acorn']);
  await expect(load({ partner: 'Acron', name: 'Shelf 9' })).rejects.toThrow(
    'There is no partner "Acron", which a phone names.',
  );
  const names = await testing.db.selectFrom('test_phones').select('name').execute();
  expect(names).toEqual([{ name: 'Shelf 1' }]);
});

test('ACCT-11 the import sets and removes the daily limit of a partner, and otherwise keeps it', async () => {
  const limits = async () =>
    (await testing.db.selectFrom('partners').select('limit_per_day').execute()).map(
      (row) => row.limit_per_day,
    );
  const load = (...offices: object[]) =>
    importDirectory(testing.db, {
      offices: offices.map((more, index) => ({ ...office, office: `Office ${index}`, ...more })),
      phones: [],
    });
  await load({ partnerLimitPerDay: 500 }, {});
  expect(await limits()).toEqual([500]);
  expect(await load({}, {})).toMatchObject({ updated: 0 });
  expect(await limits()).toEqual([500]);
  expect(await load({}, { partnerLimitPerDay: 0 })).toMatchObject({ updated: 1 });
  expect(await limits()).toEqual([0]);
  await load({ partnerLimitPerDay: null });
  expect(await limits()).toEqual([null]);
});
