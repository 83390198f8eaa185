import { ALL_PARTNERS } from '@textprobe/database/accounts/scope';
import { sqlTime } from '@textprobe/database/core/connection';
import { listIgnoredReceipts } from '@textprobe/database/gateways/ignored-receipts';
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
  const gateway = createFakeGateway();
  const reported: unknown[] = [];
  const metrics: EngineMetrics = { ...NO_METRICS, receiptIgnored: (...args) => void reported.push(args) };
  await world.startEngine(gateway, { metrics });
  gateway.handlers.onIgnored({ reason: 'no-id', at, masked: 'stat:DELIVRD' });
  gateway.handlers.onIgnored({ reason: 'no-id', at: at + 1, masked: 'stat:UNDELIV' });
  expect(reported).toEqual(Array.from({ length: 2 }, () => [gateway.name, 'no-id']));
  await expect
    .poll(() => listIgnoredReceipts(db, ALL_PARTNERS, at), { timeout: 30_000 })
    .toEqual([
      { gatewayId, reason: 'no-id', count: 2, newestAt: at + 1, newest: 'stat:UNDELIV' },
      { gatewayId, reason: 'unmatched', count: 1, newestAt: at - 120_000, newest: 'id:77' },
    ]);
});
