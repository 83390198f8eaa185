import { registerGateways } from '@textprobe/database/gateways/gateways';
import { afterEach, expect, test } from 'vitest';
import { createFakeGateway } from '../testing/fake-gateway.ts';
import { createWorld, type World } from '../testing/world.ts';

let world: World;
afterEach(() => world.close());

const sms = { name: 'default', kind: 'smpp', isDefault: true, sendsMms: false, isDefaultMms: false };
const mms = { name: 'mms', kind: 'twilio', isDefault: false, sendsMms: true, isDefaultMms: true };
const own = { ...mms, name: 'own', isDefaultMms: false };

/** By office, the ids of the gateways that its message of a fresh test goes by. */
async function waysOf(messageType: 'SMS' | 'MMS'): Promise<number[]> {
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

test('MMS of an office whose gateway sends none goes by the one that does so for the others', async () => {
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
  expect(await waysOf('SMS')).toEqual([byDefault, byOwn]);
  expect(await waysOf('MMS')).toEqual([byMms, byOwn]);

  // Where none does it for the others, the office's own refuses and says so.
  await registerGateways(world.db, [sms, { ...mms, isDefaultMms: false }, own]);
  expect(await waysOf('MMS')).toEqual([byDefault, byOwn]);
});
