/** What comes to a message between the look at it and the write of what a handset reported. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  claimNewMessages,
  createRigClock,
  type RigMessage,
  type Told,
  tell,
} from '../testing/evidence-rig.ts';
import { createWorld, type World } from '../testing/world.ts';
import { readArrivals } from './receive.ts';
import { recordCarefully, type RecordedArrivals } from './record-arrivals.ts';

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

/** Looks for all messages by their codes, lets `meanwhile` happen, and writes that they arrived. */
async function receiveAround(meanwhile: () => Promise<void>): Promise<RecordedArrivals> {
  const arrivals = messages.map(({ code, text, createdAt }) => ({
    arrival: { inbox: 'native', phoneId: null, messageCode: code, text, sender: null, stated: null },
    at: createdAt + 500,
  }));
  const received = await readArrivals(world.db, world.codes, arrivals, world.clock.now());
  expect(received.map(({ match }) => match?.id)).toEqual(messages.map(({ id }) => id));
  await meanwhile();
  return recordCarefully(world, received, world.clock.now());
}

test('a reception does not undo what was written since its message was read, and is counted once', async () => {
  const [first, second, third] = messages as [RigMessage, RigMessage, RigMessage];
  const { outcomes } = await receiveAround(async () => {
    await tell(world, first, [accepted(first)]);
    await tell(world, second, [{ kind: 'reception', text: 'whole', at: 300 }]);
    await tell(world, third, [accepted(third), { kind: 'receipt', part: 1, state: 'delivered', at: 200 }]);
  });
  expect(outcomes).toEqual(
    messages.map(({ id }) => ({ kind: 'matched', testLogID: id, testActivityStatus: 'RECEIVED' })),
  );
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
