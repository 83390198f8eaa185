/** Reports of handset sources on a real database: stored once, processed by one at a time, ended once. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import { importDirectory } from '../directory/import-directory.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import {
  finishHandsetReports,
  giveUpHandsetReport,
  keepHandsetReports,
  type NewHandsetReport,
  postponeHandsetReport,
  sweepHandsetReports,
  takeHandsetReports,
} from './handset-reports.ts';
import {
  insertHandsetSource,
  listUnmappedDevices,
  NO_PHONE,
  setHandsetSourcePhones,
} from './handset-sources.ts';

const NOW = Date.UTC(2026, 10, 21);
const SOURCE = 'a'.repeat(32);
const OTHER = 'b'.repeat(32);

const test_ = await createTestDatabase();
const phones = [
  { name: 'One', phoneNumber: '+12025550200', carrier: 'Verizon', evidence: 'handset' as const },
];
await importDirectory(test_.db, { offices: [], phones }, NOW);
for (const id of [SOURCE, OTHER]) {
  const source = { id, kind: 'sms-gateway', name: 'x', secret: Buffer.of(1), createdBy: null } as const;
  await test_.db.transaction().execute((tx) => insertHandsetSource(tx, source, NOW));
}
beforeEach(async () => {
  await test_.db.deleteFrom('handset_reports').execute();
});
afterAll(() => test_.drop());

function reportOf(key: number, more: Partial<NewHandsetReport> = {}): NewHandsetReport {
  return { key: Buffer.alloc(32, key), deviceId: 'pixel', simSlot: 1, report: `{"n":${key}}`, ...more };
}

const take = (now: number, limit = 10) => takeHandsetReports(test_.db, { now, until: now + 1_000, limit });
const finish = (ids: number[]) => test_.db.transaction().execute((tx) => finishHandsetReports(tx, ids, NOW));

test('a repeated report is recognized, even after it has ended', async () => {
  await keepHandsetReports(test_.db, SOURCE, [reportOf(1)], NOW);
  await keepHandsetReports(
    test_.db,
    SOURCE,
    [reportOf(1, { report: '{"n":"again"}' }), reportOf(2)],
    NOW + 5,
  );
  // Another source may use the same id for a report.
  await keepHandsetReports(test_.db, OTHER, [reportOf(1)], NOW + 5);
  const taken = await take(NOW + 5);
  expect(taken.map(({ sourceId, report, receivedAt }) => [sourceId, report, receivedAt])).toEqual([
    [SOURCE, '{"n":1}', NOW],
    [SOURCE, '{"n":2}', NOW + 5],
    [OTHER, '{"n":1}', NOW + 5],
  ]);
  await finish(taken.map(({ id }) => id));
  await keepHandsetReports(test_.db, SOURCE, [reportOf(1)], NOW + 10);
  expect(await take(NOW + 99_999)).toEqual([]);
});

test('a report is taken by one process at a time, and by another after the lease', async () => {
  await keepHandsetReports(
    test_.db,
    SOURCE,
    [1, 2, 3, 4].map((key) => reportOf(key)),
    NOW,
  );
  const [one, other] = await Promise.all([take(NOW, 2), take(NOW, 2)]);
  const ids = [...one, ...other].map(({ id }) => id);
  expect(new Set(ids).size).toBe(4);
  expect(await take(NOW + 999)).toEqual([]);
  const again = await take(NOW + 1_000);
  expect(again.map(({ id, tries }) => [id, tries])).toEqual(
    ids.toSorted((a, b) => a - b).map((id) => [id, 2]),
  );
});

test('if two processes end a report, one learns that it was open', async () => {
  await keepHandsetReports(test_.db, SOURCE, [reportOf(1), reportOf(2)], NOW);
  const ids = (await take(NOW)).map(({ id }) => id);
  const ended = await Promise.all([finish(ids), finish(ids.toReversed())]);
  expect(ended.reduce((sum, open) => sum + open.size, 0)).toBe(2);
  const rows = await test_.db.selectFrom('handset_reports').select(['report', 'next_try_at']).execute();
  expect(rows).toEqual([
    { report: null, next_try_at: null },
    { report: null, next_try_at: null },
  ]);
});

test('a postponed report comes back at its instant, an abandoned one never', async () => {
  await keepHandsetReports(test_.db, SOURCE, [reportOf(1), reportOf(2)], NOW);
  const [first, second] = await take(NOW);
  await postponeHandsetReport(test_.db, first?.id ?? 0, { at: NOW + 60_000, problem: 'files' });
  await giveUpHandsetReport(test_.db, second?.id ?? 0, 'cannot be parsed', NOW);
  expect(await take(NOW + 59_999)).toEqual([]);
  expect(await take(NOW + 60_000)).toMatchObject([{ id: first?.id, tries: 2 }]);
});

test('handsets without a phone are listed, and their reports come back once a phone is assigned', async () => {
  await keepHandsetReports(test_.db, SOURCE, [reportOf(1), reportOf(2), reportOf(3, { simSlot: null })], NOW);
  for (const { id } of await take(NOW)) {
    await postponeHandsetReport(test_.db, id, { at: NOW + 3_600_000, problem: NO_PHONE });
  }
  expect(await listUnmappedDevices(test_.db)).toEqual([
    { sourceId: SOURCE, deviceId: 'pixel', simSlot: 1, reports: 2, lastAt: NOW },
    { sourceId: SOURCE, deviceId: 'pixel', simSlot: null, reports: 1, lastAt: NOW },
  ]);
  const setPhones = (phoneId: number) =>
    test_.db
      .transaction()
      .execute((tx) =>
        setHandsetSourcePhones(tx, SOURCE, [{ phoneId, deviceId: 'pixel', simSlot: 1 }], NOW + 10),
      );
  expect(await setPhones(77)).toEqual([77]);
  expect(await take(NOW + 10)).toEqual([]);
  expect(await setPhones(1)).toEqual([]);
  expect(await take(NOW + 10)).toHaveLength(3);
});

test('ended reports are deleted when they are old', async () => {
  await keepHandsetReports(test_.db, SOURCE, [reportOf(1), reportOf(2)], NOW);
  await keepHandsetReports(test_.db, SOURCE, [reportOf(3)], NOW + 100);
  const ids = (await take(NOW + 100)).map(({ id }) => id);
  await finish(ids.slice(1));
  expect(await sweepHandsetReports(test_.db, NOW + 100)).toBe(1);
  const left = await test_.db.selectFrom('handset_reports').select('id').orderBy('id').execute();
  expect(left.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
});
