/** What comes to a message between the look at it and the write of what a handset reported. */
import type { Transaction } from '@textprobe/database/connection';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  claimNewMessages,
  createRigClock,
  type RigMessage,
  type Told,
  tell,
} from '../testing/evidence-rig.ts';
import { createWorld, type World } from '../testing/world.ts';
import { applyFactsToRead, type Changes } from './apply-facts.ts';
import { matchCodes } from './receive.ts';

let world: World;
let messages: RigMessage[];
beforeAll(async () => {
  world = await createWorld({ phones: 4, clock: createRigClock() });
  messages = await claimNewMessages(world);
});
afterAll(() => world.close());

const accepted = (message: RigMessage): Told => ({
  kind: 'outcome',
  outcome: {
    kind: 'accepted',
    at: message.createdAt + 20,
    parts: [{ part: 1, parts: 1, providerId: `p${message.id}x1` }],
  },
});

/** Looks for all messages by their codes, lets `meanwhile` happen in other transactions, and writes that they arrived. */
async function receiveAround(tx: Transaction, meanwhile: () => Promise<void>): Promise<Changes> {
  const reports = messages.map(({ code }) => ({ codes: [code], phoneId: null }));
  const matches = [...(await matchCodes(tx, world.codes, reports, world.clock.now())).values()];
  expect(matches).toHaveLength(4);
  await meanwhile();
  const facts = matches.map(({ id, createdAt }) => ({
    key: { id, createdAt },
    fact: { kind: 'reception', at: createdAt + 500, comparison: 'identical', sender: null } as const,
  }));
  return applyFactsToRead(
    tx,
    matches.map(({ row }) => row),
    facts,
    world.clock.now(),
  );
}

test('a reception does not undo what was written since its message was read, and is counted once', async () => {
  const [first, second, third] = messages as [RigMessage, RigMessage, RigMessage];
  const changes = await world.db.transaction().execute((tx) =>
    receiveAround(tx, async () => {
      await tell(world, first, [accepted(first)]);
      await tell(world, second, [{ kind: 'reception', text: 'whole', at: 300 }]);
      await tell(world, third, [accepted(third), { kind: 'receipt', part: 1, state: 'delivered', at: 200 }]);
    }),
  );
  expect([...changes.statuses.values()]).toEqual(['RECEIVED', 'RECEIVED', 'RECEIVED', 'RECEIVED']);
  const rows = await world.messagesOf(first.testId);
  expect(
    rows.map((row) => [
      row.submission_state,
      row.submitted_at && row.submitted_at - row.created_at,
      row.receipt_state,
      (row.received_at ?? 0) - row.created_at,
    ]),
  ).toEqual([
    [5, 20, 0, 500],
    [1, null, 0, 300],
    [5, 20, 3, 500],
    [1, null, 0, 500],
  ]);
  const { received } = await world.db
    .selectFrom('run_deltas')
    .select(({ fn }) => fn.sum<string>('received').as('received'))
    .executeTakeFirstOrThrow();
  expect(Number(received)).toBe(4);
});
