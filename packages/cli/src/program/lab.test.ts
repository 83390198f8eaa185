import { silentLog } from '@textprobe/database/core/log';
import { restoreEntry, retireEntry } from '@textprobe/database/directory/entries';
import { importDirectory } from '@textprobe/database/directory/import-directory';
import { createTestDatabase, type TestDatabase } from '@textprobe/database/testing/test-database';
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readScenario, startLab } from './lab.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const phone = (name: string, number: string, evidence: 'handset' | 'receipt' = 'handset') => ({
  name,
  phoneNumber: number,
  carrier: 'Verizon',
  evidence,
});

async function keysByPhone(): Promise<Map<string, string>> {
  const rows = await database.db
    .selectFrom('handset_keys')
    .innerJoin('test_phones', 'test_phones.id', 'handset_keys.phone_id')
    .select(['test_phones.name', 'handset_keys.key_hash'])
    .execute();
  return new Map(rows.map(({ name, key_hash }) => [name, key_hash.toString('hex')]));
}

it('phones imported later get a handset, existing ones keep their key, and each start creates new keys', async () => {
  const clock = createManualClock(Date.now());
  const options = {
    db: database.db,
    clock,
    log: silentLog,
    scenario: await readScenario('perfect'),
    seed: '1',
  };
  const load = (...phones: ReturnType<typeof phone>[]) =>
    importDirectory(database.db, { offices: [], phones }, clock.now());
  await load(phone('Ada', '+12135550101'), phone('Silent', '+12135550102', 'receipt'));
  const lab = await startLab(options);
  const atFirst = await keysByPhone();
  expect([...atFirst.keys()]).toEqual(['Ada']);

  await load(phone('Bob', '+12135550103'));
  await clock.advance(5_000);
  // Finishes the round that the clock has started.
  await lab.stop();
  const later = await keysByPhone();
  expect([...later.keys()].sort()).toEqual(['Ada', 'Bob']);
  expect(later.get('Ada')).toBe(atFirst.get('Ada'));

  const next = await startLab(options);
  expect((await keysByPhone()).get('Ada')).not.toBe(atFirst.get('Ada'));
  await next.stop();
});

it('PAIR-4 a handset of the lab has no key while its phone is retired', async () => {
  const clock = createManualClock(Date.now());
  const { db } = database;
  await importDirectory(db, { offices: [], phones: [phone('Ada', '+12135550101')] }, clock.now());
  const { id } = await db.selectFrom('test_phones').select('id').executeTakeFirstOrThrow();
  const options = { db, clock, log: silentLog, scenario: await readScenario('perfect'), seed: '1' };
  const lab = await startLab(options);
  await db.transaction().execute((tx) => retireEntry(tx, 'phones', id, clock.now()));
  await clock.advance(5_000);
  // Finishes the round that the clock has started.
  await lab.stop();
  expect((await keysByPhone()).size).toBe(0);
  const next = await startLab(options);
  await db.transaction().execute((tx) => restoreEntry(tx, 'phones', id));
  await clock.advance(5_000);
  await next.stop();
  expect((await keysByPhone()).size).toBe(1);
});
