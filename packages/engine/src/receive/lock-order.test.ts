/** Decision 0006: evidence from gateways and from handsets about the same messages never deadlocks. */
import { lockMessages } from '@textprobe/database/messages/message-ledgers';
import { countBlocked } from '@textprobe/database/testing/count-blocked';
import { receiptStateRank } from '@textprobe/domain/ledger-states';
import type { Arrival } from '@textprobe/gateways/inbox-port';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { transact } from '../kit/transact.ts';
import { NO_METRICS } from '../metrics.ts';
import {
  accepted,
  claimNewMessages,
  createRigClock,
  deliver,
  providerId,
  type RigMessage,
} from '../testing/evidence-rig.ts';
import { recordArrivals } from '../testing/record-arrivals.ts';
import { createWorld, type World } from '../testing/world.ts';
import type { ReceiptEvidence } from './evidence.ts';
import { createReceiver } from './receiver.ts';
import { recordEvidence } from './record-evidence.ts';
import { rematchReceptions } from './unmatched.ts';

let world: World;
let earlier: RigMessage;
let later: RigMessage;
const clock = createRigClock();

beforeEach(async () => {
  world = await createWorld({ phones: 2, clock, evidence: 'handset' });
  const messages = (await claimNewMessages(world)) as [RigMessage, RigMessage];
  for (const message of messages) await deliver(world, message, [accepted(message)]);
  [earlier, later] = messages;
});
afterEach(() => world.close());

test('Promise 5: receipts are written in the order of their messages, not in arrival order', async () => {
  let settled: Promise<unknown> = Promise.resolve();
  await world.db.transaction().execute(async (tx) => {
    await lockMessages(tx, [earlier]);
    settled = transact(world, (other) =>
      recordEvidence(other, [receiptOf(later), receiptOf(earlier)], clock.now()),
    );
    await expect.poll(() => countBlocked(world.db), { timeout: 20_000 }).toBe(1);
    // Not locked, because the receipts wait for the earlier one.
    expect(await lockMessages(tx, [later], { wait: false })).toHaveLength(1);
  });
  await settled;
  expect((await world.messagesOf(earlier.testId)).map((row) => row.receipt_state)).toEqual([
    receiptStateRank('delivered'),
    receiptStateRank('delivered'),
  ]);
});

test.each([
  ['usual', 'whole'],
  ['unusual', 'altered'],
] as const)(
  'Promise 5: while one message is locked, %s reports on others keep no locks and do not wait; its own report is stored once it is unlocked',
  async (_what, text) => {
    const receiver = createReceiver({
      ...world,
      indexOnlyPool: world.db,
      postCommit: { publish: () => undefined },
      metrics: NO_METRICS,
    });
    let last: Promise<unknown> = Promise.resolve();
    await world.db.transaction().execute(async (tx) => {
      await lockMessages(tx, [later]);
      const first = receiver.receive(arrivalOf(earlier, text));
      last = receiver.receive(arrivalOf(later, text));
      await first;
      expect(await lockMessages(tx, [earlier], { wait: false })).toHaveLength(1);
    });
    await untilPausing();
    await clock.advance(1_000);
    await last;
    await bothReceived();
  },
);

test('Promise 5: while one message is locked, unmatched reports on others keep no locks and do not wait; its own report is matched once it is unlocked', async () => {
  const arrivals = [arrivalOf(earlier, 'whole'), arrivalOf(later, 'whole')];
  await recordArrivals(world, world.codes, arrivals, clock.now());
  // As if their messages had been unknown when they arrived.
  await sql`update receptions set message_id = null, message_created_at = null`.execute(world.db);
  await sql`update messages set received_at = null, comparison = null, status = 2, settled_at = null`.execute(
    world.db,
  );
  await world.db.transaction().execute(async (tx) => {
    await lockMessages(tx, [later]);
    await rematchReceptions(world);
    expect(await lockMessages(tx, [earlier], { wait: false })).toHaveLength(1);
  });
  await rematchReceptions(world);
  await bothReceived();
});

function receiptOf(message: RigMessage): ReceiptEvidence {
  const id = providerId(message, 1);
  const { recipient, createdAt } = message;
  const state = receiptStateRank('delivered');
  const receipt = {
    providerId: id,
    idVariants: [id],
    recipient,
    state,
    error: null,
    at: createdAt + 40,
    raw: '',
  };
  return { kind: 'receipt', receipt: { gatewayId: world.gatewayId, ...receipt } };
}

function arrivalOf(message: RigMessage, text: 'whole' | 'altered'): { arrival: Arrival; at: number } {
  const arrived = text === 'whole' ? message.text : `?? ${message.text}`;
  const arrival = {
    inbox: 'native',
    phoneId: null,
    messageCode: message.code,
    text: arrived,
    sender: null,
    stated: null,
  };
  return { arrival, at: message.createdAt + 50 };
}

/** Held reports pause before the next try. */
async function untilPausing(): Promise<void> {
  await expect.poll(() => clock.pending, { timeout: 20_000 }).toBeGreaterThan(0);
}

async function bothReceived(): Promise<void> {
  const rows = await world.messagesOf(earlier.testId);
  expect(rows.map((row) => (row.received_at ?? 0) - row.created_at)).toEqual([50, 50]);
  const { rows: kept } = await sql<{ times: number }>`
    select count(*)::int4 as times from receptions where message_id is not null group by message_id`.execute(
    world.db,
  );
  expect(kept).toEqual([{ times: 1 }, { times: 1 }]);
}
