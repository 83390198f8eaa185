import { sqlTime } from '@textprobe/database/core/connection';
import { listIgnoredReceipts } from '@textprobe/database/gateways/ignored-receipts';
import { ALL_PARTNERS } from '@textprobe/database/scope/scope';
import { afterEach, expect, test } from 'vitest';
import { type EngineMetrics, NO_METRICS } from '../metrics.ts';
import { createFakeGateway } from '../testing/fake-gateway.ts';
import { createWorld, type World } from '../testing/world.ts';

let world: World;
afterEach(() => world.close());

test('receipts that a gateway ignores, and those that match no message, are counted in metrics and for its card', async () => {
  world = await createWorld();
  const { gatewayId, db } = world;
  const at = Date.now();
  await db
    .insertInto('raw_receipts')
    .values({
      received_at: sqlTime(at - 120_000),
      gateway_id: gatewayId,
      provider_id: '77',
      id_variants: ['77'],
      state: 3,
      raw: 'id:77 stat:DELIVRD',
    })
    .execute();
  await db
    .insertInto('gateway_receipt_parts')
    .values({
      gateway_id: gatewayId,
      source: '14155550123',
      destination: '12125550100',
      reference: 77,
      parts: 2,
      part: 1,
      received_at: sqlTime(at - 600_000),
      content: '',
    })
    .execute();
  const gateway = createFakeGateway();
  const reported: string[] = [];
  const metrics: EngineMetrics = {
    ...NO_METRICS,
    receiptIgnored: (...args) => void reported.push(args.join(' ')),
  };
  await world.startEngine(gateway, { metrics });
  gateway.handlers.onIgnored({ reason: 'no-id', at, masked: 'stat:DELIVRD' });
  gateway.handlers.onIgnored({ reason: 'no-id', at: at + 1, masked: 'stat:UNDELIV' });
  await expect
    .poll(() => listIgnoredReceipts(db, ALL_PARTNERS, at), { timeout: 30_000 })
    .toEqual([
      { gatewayId, reason: 'no-id', count: 2, newestAt: at + 1, newest: 'stat:UNDELIV' },
      { gatewayId, reason: 'unmatched', count: 1, newestAt: at - 120_000, newest: 'id:77' },
      {
        gatewayId,
        reason: 'part-missing',
        count: 1,
        newestAt: at - 600_000,
        newest: 'from a number that ends in 23',
      },
    ]);
  const { name } = await db.selectFrom('gateways').select('name').executeTakeFirstOrThrow();
  const expected = [`${gateway.name} no-id`, `${gateway.name} no-id`, `${name} part-missing`];
  expect(reported.toSorted()).toEqual(expected.toSorted());
});
