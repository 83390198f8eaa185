import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { matchParkedReceipts } from './parked.ts';
import { claimNewMessages, providerId, tell } from '../testing/evidence-rig.ts';
import { createWorld, type World } from '../testing/world.ts';

let world: World;
afterEach(() => world.close());

/** A row that was never locked or changed names no transaction that did. */
async function touched(): Promise<string[]> {
  const { rows } = await sql<{ by: string }>`select xmax::text as by from raw_receipts`.execute(world.db);
  return rows.map(({ by }) => by);
}

test('parked receipts that match nothing are looked at without being locked, so that no row is written', async () => {
  world = await createWorld();
  const [message] = await claimNewMessages(world);
  if (message === undefined) throw new Error('there is a message');
  await tell(world, message, [{ kind: 'receipt', part: 1, state: 'delivered', at: 10 }]);
  const span = { from: message.createdAt, before: Infinity };
  for (let look = 0; look < 3; look += 1) expect(await matchParkedReceipts(world, span)).not.toBeNull();
  expect(await touched()).toEqual(['0']);
  const parts = [{ part: 1, parts: 1, providerId: providerId(message, 1) }];
  const outcome = { kind: 'accepted', at: message.createdAt, parts } as const;
  await tell(world, message, [{ kind: 'outcome', outcome }, { kind: 'parked receipts are looked at' }]);
  expect(await world.messagesOf(message.testId)).toMatchObject([{ receipt_state: 3 }]);
  expect(await matchParkedReceipts(world, span)).toBeNull();
});
