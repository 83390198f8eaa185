/** The fast path writes what the slow path would, and leaves everything unusual to it. */
import { readMessageTimeline } from '@textprobe/database/message-log/message-timeline';
import { countRollupFaults } from '@textprobe/database/rollups/rollup-rebuild';
import { ALL_PARTNERS } from '@textprobe/database/scope/scope';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import {
  accepted,
  claimNewMessages,
  createRigClock,
  deliver,
  providerId,
  type RigMessage,
} from '../testing/evidence-rig.ts';
import { createWorld } from '../testing/world.ts';

const clock = createRigClock();
const world = await createWorld({ phones: 2, clock, evidence: 'receipt' });
afterAll(() => world.close());

const receipt = (at: number, state: 'failed' | 'delivered' = 'delivered') =>
  ({ kind: 'receipt', part: 1, state, at }) as const;

async function rowOf({ id }: { id: number }) {
  return world.db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

async function rawReceipts(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from raw_receipts`.execute(world.db);
  return rows[0]?.n ?? 0;
}

test('Promise 5: a message accepted and delivered in one batch ends like one that gets them separately', async () => {
  const [usual, careful] = (await claimNewMessages(world)) as [RigMessage, RigMessage];
  const { claimed: _, ...unknownToTheWriter } = careful;
  await deliver(world, usual, [receipt(20), accepted(usual)]);
  await deliver(world, unknownToTheWriter, [accepted(careful)]);
  await deliver(world, unknownToTheWriter, [receipt(20)]);
  const differs = { id: 0, carrier: '', code: '', phone_id: 0, recipient: '', settled_at: 0 };
  const [one, other] = [await rowOf(usual), await rowOf(careful)];
  expect({ ...one, ...differs }).toEqual({ ...other, ...differs });
  expect(one.settled_at).not.toBeNull();
  expect(await rawReceipts()).toBe(0);
  const timelines = [
    await readMessageTimeline(world.db, ALL_PARTNERS, one),
    await readMessageTimeline(world.db, ALL_PARTNERS, other),
  ];
  const kinds = timelines.map(({ items }) => items.map(({ kind, fact }) => [kind, fact]));
  expect(kinds[0]).toEqual(kinds[1]);
  const receiptItems = timelines.flatMap(({ items }) => items).filter((item) => item.kind === 'receipt');
  expect(receiptItems.map((item) => [item.receipt.raw, item.receipt.state, item.part?.part])).toEqual([
    ['id:…', 3, 1],
    ['id:…', 3, 1],
  ]);
});

test('Promise 5: a receipt stored with its part is not lost when an earlier one with the same state replaces it', async () => {
  const [message] = (await claimNewMessages(world)) as [RigMessage];
  await deliver(world, message, [accepted(message), receipt(50)]);
  await deliver(world, message, [receipt(40)]);
  const row = await rowOf(message);
  expect(row.receipt_at).toBe(message.createdAt + 40);
  const { items } = await readMessageTimeline(world.db, ALL_PARTNERS, row);
  const receipts = items.filter(({ kind }) => kind === 'receipt').map(({ at }) => at - message.createdAt);
  expect(receipts).toEqual([40, 50]);
});

test('Promise 5: messages confirmed before the answer was written, given back or failed take the slow path', async () => {
  const [early, givenBack] = (await claimNewMessages(world)) as [RigMessage, RigMessage];
  await deliver(world, early, [{ kind: 'reception', text: 'whole', at: 3 }]);
  await deliver(world, early, [accepted(early), receipt(20)]);
  expect(await rowOf(early)).toMatchObject({
    submission_state: 5,
    receipt_state: 3,
    received_at: early.createdAt + 3,
  });

  const deferred = { kind: 'deferred', retryAfterMs: 60_000, reason: 'throttled' } as const;
  await deliver(world, givenBack, [{ kind: 'outcome', outcome: deferred }]);
  const before = await rowOf(givenBack);
  expect(before.submission_state).toBe(0);

  const [failed] = (await claimNewMessages(world)) as [RigMessage];
  await deliver(world, failed, [accepted(failed), receipt(20, 'failed')]);
  expect(await rowOf(failed)).toMatchObject({ submission_state: 5, receipt_state: 2, status: 3 });
  expect((await rowOf(failed)).receipt_error).toBe('absent subscriber');
});

test('Promise 5: two receipts in the batch of their answer are both stored', async () => {
  const [message] = (await claimNewMessages(world)) as [RigMessage];
  await deliver(world, message, [accepted(message), receipt(30), receipt(20)]);
  const row = await rowOf(message);
  expect(row.receipt_at).toBe(message.createdAt + 20);
  const { items } = await readMessageTimeline(world.db, ALL_PARTNERS, row);
  expect(items.filter(({ kind }) => kind === 'receipt')).toHaveLength(2);
});

test('Promise 5: a receipt after its answer takes the fast path too, and writes what the slow path would', async () => {
  const [usual, careful] = (await claimNewMessages(world)) as [RigMessage, RigMessage];
  await deliver(world, usual, [accepted(usual)]);
  await deliver(world, careful, [accepted(careful)]);
  const before = await rawReceipts();
  await deliver(world, usual, [receipt(5_000)]);
  expect(await rawReceipts()).toBe(before);
  // Twice in one batch is unusual.
  await deliver(world, careful, [receipt(5_000), receipt(6_000)]);
  expect(await rawReceipts()).toBe(before + 2);
  const differs = { id: 0, carrier: '', code: '', phone_id: 0, recipient: '', settled_at: 0 };
  const [one, other] = [await rowOf(usual), await rowOf(careful)];
  expect({ ...one, ...differs }).toEqual({ ...other, ...differs });
  expect(one).toMatchObject({ receipt_state: 3, status: 4 });
  const kinds = (await readMessageTimeline(world.db, ALL_PARTNERS, one)).items.map(({ kind, fact }) => [
    kind,
    fact?.kind,
  ]);
  expect(kinds).toContainEqual(['receipt', 'part receipt']);
  expect(await countRollupFaults(world.db)).toBe(0);
});

test('Promise 5: if two messages have the id, or the receipt names another phone, the fast path is not taken', async () => {
  const [one, other] = (await claimNewMessages(world)) as [RigMessage, RigMessage];
  await deliver(world, one, [accepted(one)]);
  await deliver(world, other, [accepted(other, 5, providerId(one, 1))]);
  // It names the phone of the second message, not of the one that got the id first.
  await deliver(world, { ...one, recipient: other.recipient }, [receipt(100)]);
  expect(await rowOf(one)).toMatchObject({ receipt_state: 0 });
  expect(await rowOf(other)).toMatchObject({ receipt_state: 3, receipt_at: one.createdAt + 100 });
});
