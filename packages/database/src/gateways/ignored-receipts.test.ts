import { afterAll, expect, test } from 'vitest';
import { sqlTime } from '../core/connection.ts';
import { dropReceiptParts, keepReceiptPart, takeLateReceipts } from '../receipts/receipt-parts.ts';
import { ALL_PARTNERS, scopeOf } from '../scope/scope.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { registerGateways } from './gateways.ts';
import { addIgnoredReceipts, countUnmatchedReceipts, listIgnoredReceipts } from './ignored-receipts.ts';

const NOON = Date.UTC(2026, 10, 21, 20);
const DAY_MS = 24 * 3_600_000;

const database = await createTestDatabase();
const ids = await registerGateways(database.db, [
  { name: 'acme', kind: 'smpp', isDefault: false, sendsMms: false, isDefaultMms: false },
]);
const gatewayId = ids.get('acme') ?? 0;
afterAll(() => database.drop());

const noId = (count: number, newestAt: number) =>
  ({ gatewayId, reason: 'no-id', count, newestAt, newest: `stat:${count}` }) as const;

test('counts of ignored receipts add up, with the newest one, and start again after a week without one', async () => {
  const { db } = database;
  await addIgnoredReceipts(db, [noId(2, NOON)]);
  // A gateway that has been removed is left out.
  await addIgnoredReceipts(db, [noId(3, NOON + 1_000), { ...noId(1, NOON), gatewayId: 9_999 }]);
  expect(await listIgnoredReceipts(db, ALL_PARTNERS, NOON + 2_000)).toEqual([
    { ...noId(5, NOON + 1_000), newest: 'stat:3' },
  ]);
  const later = NOON + 8 * DAY_MS;
  expect(await listIgnoredReceipts(db, scopeOf([1]), NOON)).toEqual([]);
  expect(await listIgnoredReceipts(db, ALL_PARTNERS, later)).toEqual([]);
  await addIgnoredReceipts(db, [noId(1, later)]);
  expect(await listIgnoredReceipts(db, ALL_PARTNERS, later)).toEqual([noId(1, later)]);
});

test('receipts that have matched no message for a minute count as unmatched, for a day', async () => {
  const { db } = database;
  const now = NOON + 8 * DAY_MS;
  const unmatched = (provider_id: string, ageMs: number) => ({
    received_at: sqlTime(now - ageMs),
    gateway_id: gatewayId,
    provider_id,
    id_variants: [provider_id],
    recipient: '+14155550123',
    state: 3,
    raw: '',
  });
  const count = () => db.transaction().execute((tx) => countUnmatchedReceipts(tx, now));
  await db
    .insertInto('raw_receipts')
    .values([
      unmatched('young', 30_000),
      unmatched('newest', 90_000),
      unmatched('other', 120_000),
      { ...unmatched('matched', 70_000), message_id: 1, message_created_at: sqlTime(now) },
      unmatched('old', 2 * DAY_MS),
    ])
    .execute();
  await count();
  const found = async () =>
    (await listIgnoredReceipts(db, ALL_PARTNERS, now)).filter(({ reason }) => reason === 'unmatched');
  const newest = 'id:newest from a number that ends in 23';
  expect(await found()).toEqual([
    { gatewayId, reason: 'unmatched', count: 2, newestAt: now - 90_000, newest },
  ]);
  await db
    .updateTable('raw_receipts')
    .set({ message_id: 1, message_created_at: sqlTime(now) })
    .execute();
  await count();
  expect(await found()).toEqual([]);
});

test('parts of a receipt wait for the last one, and count as incomplete once, after ten minutes', async () => {
  const { db } = database;
  const now = NOON + 9 * DAY_MS;
  const keep = (of: { part: number; content: string; reference?: number; ageMs?: number }) => {
    const { ageMs = 0, ...part } = of;
    const key = { source: '14155550123', destination: '12125550100', reference: 77, parts: 2 };
    return keepReceiptPart(db, gatewayId, { ...key, at: now - ageMs, ...part });
  };
  const takeLate = () => db.transaction().execute((tx) => takeLateReceipts(tx, now));

  expect(await keep({ part: 2, content: 'b', ageMs: 600_000 })).toEqual({
    contents: null,
    hasReplaced: false,
  });
  expect(await keep({ part: 1, content: 'other receipt', reference: 78 })).toMatchObject({ contents: null });
  expect(await takeLate()).toEqual([
    { gatewayId, gateway: 'acme', source: '14155550123', at: now - 600_000 },
  ]);
  expect(await takeLate()).toEqual([]);
  expect(await keep({ part: 1, content: 'a' })).toEqual({ contents: ['a', 'b'], hasReplaced: false });
  // Resent, as its answer was lost.
  expect(await keep({ part: 1, content: 'a' })).toMatchObject({ contents: ['a', 'b'] });
  await dropReceiptParts(db, gatewayId, {
    source: '14155550123',
    destination: '12125550100',
    reference: 77,
    parts: 2,
  });

  // The reference is used again before the other receipt was complete.
  await keep({ part: 1, content: 'c' });
  expect(await keep({ part: 2, content: 'd' })).toMatchObject({ contents: ['c', 'd'] });
  expect(await keep({ part: 1, content: 'e' })).toEqual({ contents: null, hasReplaced: true });
});
