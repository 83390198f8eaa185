import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { takeInstants } from './gateway-pace.ts';
import { registerGateways } from './gateways.ts';

const INTERVAL_MS = 50;

const database = await createTestDatabase();
const plain = { kind: 'smpp', isDefault: false, sendsMms: false, isDefaultMms: false };
const names = ['crowded', 'ahead', 'set back'];
const ids = await registerGateways(
  database.db,
  names.map((name) => ({ ...plain, name })),
);
afterAll(() => database.drop());

const take = (name: string, count: number, aheadMs = 2_000) =>
  takeInstants(database.db, { gatewayId: ids.get(name) ?? 0, count, intervalMs: INTERVAL_MS, aheadMs });

test('GUARD-9 no two workers ever reserve the same instant, however many ask at once', async () => {
  const taken = await Promise.all(
    Array.from({ length: 24 }, (_worker, index) => take('crowded', 1 + (index % 3))),
  );
  const instants = taken
    .flatMap(({ count, inMs, databaseNow }) =>
      Array.from({ length: count }, (_one, nth) => databaseNow + inMs + nth * INTERVAL_MS),
    )
    .toSorted((a, b) => a - b);
  expect(instants.length).toBeGreaterThan(35);
  for (const [index, at] of instants.slice(1).entries()) {
    expect(at - (instants[index] ?? 0)).toBeGreaterThan(INTERVAL_MS - 0.01);
  }
});

test('no instant too far ahead is reserved; a worker without one learns when one is free', async () => {
  const first = await take('ahead', 100, 500);
  expect(first.count).toBe(11);
  const none = await take('ahead', 100, 100);
  expect(none.count).toBe(0);
  expect(none.inMs).toBeGreaterThan(100);
});

test('setting the database clock back delays nothing by more than two seconds', async () => {
  await take('set back', 1);
  await sql`update gateway_paces set next_at = clock_timestamp() + interval '1 day'
    where gateway_id = ${ids.get('set back')}`.execute(database.db);
  const taken = await take('set back', 1, 2_100);
  expect(taken).toMatchObject({ count: 1 });
  expect(taken.inMs).toBeLessThanOrEqual(2_000 + INTERVAL_MS);
});
