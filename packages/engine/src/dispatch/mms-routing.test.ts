import { registerGateways } from '@textprobe/database/gateways/gateways';
import { afterEach, expect, test } from 'vitest';
import { createFakeGateway } from '../testing/fake-gateway.ts';
import { createWorld, type World } from '../testing/world.ts';

let world: World;
afterEach(() => world.close());

const sms = { name: 'default', kind: 'smpp', isDefault: true, sendsMms: false, isDefaultMms: false };
const mms = { name: 'mms', kind: 'twilio', isDefault: false, sendsMms: true, isDefaultMms: true };
const own = { ...mms, name: 'own', isDefaultMms: false };

/** The gateways that a new test's message uses, by office. */
async function gatewaysOf(messageType: 'SMS' | 'MMS'): Promise<number[]> {
  const testId = await world.createTest({ messageType });
  const { officeIds } = world;
  const messages = await world.until(async () => {
    const rows = await world.messagesOf(testId);
    return rows.length === officeIds.length && rows;
  });
  const rows = await world.db
    .selectFrom('messages')
    .select(['office_id', 'gateway_id'])
    .where(
      'id',
      'in',
      messages.map(({ id }) => id),
    )
    .orderBy('office_id')
    .execute();
  return rows.map(({ gateway_id }) => gateway_id);
}

test('an office whose gateway cannot send MMS uses the default gateway for MMS', async () => {
  world = await createWorld({ offices: 2 });
  await world.startEngine(createFakeGateway());
  const ids = await registerGateways(world.db, [sms, mms, own]);
  const [byDefault = 0, byMms, byOwn] = ['default', 'mms', 'own'].map((name) => ids.get(name));
  expect(byDefault).toBe(world.gatewayId);
  await world.db
    .updateTable('offices')
    .set({ gateway_id: byOwn ?? 0 })
    .where('id', '=', world.officeIds[1] ?? 0)
    .execute();
  expect(await gatewaysOf('SMS')).toEqual([byDefault, byOwn]);
  expect(await gatewaysOf('MMS')).toEqual([byMms, byOwn]);

  // Without a default for MMS, the office's own gateway refuses with a reason.
  await registerGateways(world.db, [sms, { ...mms, isDefaultMms: false }, own]);
  expect(await gatewaysOf('MMS')).toEqual([byDefault, byOwn]);
});
