import { sqlTime } from '@textprobe/database/connection';
import { claimMessages } from '@textprobe/database/messages/message-claims';
import type { SubmissionOutcome } from '@textprobe/gateways/gateway-port';
import { afterEach, expect, test } from 'vitest';
import { endStaleClaims } from './leases.ts';
import { readReference, referenceOf } from './message-reference.ts';
import { claimNewMessages, type RigMessage, tell } from './testing/evidence-rig.ts';
import { createWorld, type World } from './testing/world.ts';

let world: World;
afterEach(() => world.close());

const deferred: SubmissionOutcome = { kind: 'deferred', retryAfterMs: 0, reason: 'link down' };

test('Promise 3: giving back twice does not take a message out of the next worker’s hands', async () => {
  const message = await claimedMessage();
  await tell(world, message, [{ kind: 'outcome', outcome: deferred }]);
  const [again] = await claim('the next worker');
  expect(again?.attempt).toBe(2);
  // The first worker never learned that its give-back was committed, and says it once more.
  await tell(world, message, [{ kind: 'outcome', outcome: deferred }]);
  expect(await claim('a third worker')).toEqual([]);
  expect(await world.messagesOf(message.testId)).toMatchObject([
    { submission_state: 1, claimed_by: 'the next worker' },
  ]);
});

test('Promise 3: a claim whose lease has ended cannot be given back any more', async () => {
  const message = await claimedMessage();
  expect(await endStaleClaims(world, -1)).not.toBeNull();
  await tell(world, message, [{ kind: 'outcome', outcome: deferred }]);
  expect(await claim('another worker')).toEqual([]);
  expect(await world.messagesOf(message.testId)).toMatchObject([{ submission_state: 3, status: 2 }]);
});

test('a claim is left alone until its lease has ended', async () => {
  const message = await claimedMessage();
  expect(await endStaleClaims(world, 60_000)).toBeNull();
  expect(await world.messagesOf(message.testId)).toMatchObject([{ submission_state: 1, status: 0 }]);
});

test('a message beyond its deadline is not claimed, even before the sweep has been there', async () => {
  const message = await claimedMessage();
  await tell(world, message, [{ kind: 'outcome', outcome: deferred }]);
  await world.db
    .updateTable('messages')
    .set({ deadline_at: sqlTime(world.clock.now() - 1) })
    .execute();
  expect(await claim('a worker')).toEqual([]);
});

test('a reference names its message and is read back; anything else is not ours', async () => {
  const message = await claimedMessage();
  expect(readReference(referenceOf(message))).toEqual({ id: message.id, createdAt: message.createdAt });
  for (const text of ['', '1', '@', '1@x', '1@2@3']) expect(readReference(text)).toBeNull();
});

async function claimedMessage(): Promise<RigMessage> {
  world = await createWorld();
  const [message] = await claimNewMessages(world);
  return message as RigMessage;
}

async function claim(workerId: string) {
  // A moment ahead, as a message given back just now may be tried again from this millisecond on.
  const now = world.clock.now() + 1;
  const claimed = await claimMessages(world.db, { gatewayId: world.gatewayId, limit: 10, workerId, now });
  return claimed.messages;
}
