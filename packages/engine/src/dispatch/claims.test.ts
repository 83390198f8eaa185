import { sqlTime } from '@textprobe/database/core/connection';
import { claimMessages, FIRST_PARTNER, findClaims } from '@textprobe/database/messages/message-claims';
import type { SubmissionOutcome } from '@textprobe/gateways/gateway-port';
import { afterEach, expect, test } from 'vitest';
import { claimNewMessages, deliver, type RigMessage } from '../testing/evidence-rig.ts';
import { createWorld, type World } from '../testing/world.ts';
import { endStaleClaims } from './leases.ts';
import { readReference, referenceOf } from './outbound.ts';

let world: World;
afterEach(() => world.close());

const LEASE_MS = 30_000;
const deferred: SubmissionOutcome = { kind: 'deferred', retryAfterMs: 0, reason: 'link down' };

test('Promise 3: giving a message back twice does not take it away from the next worker', async () => {
  const message = await claimedMessage();
  await deliver(world, message, [{ kind: 'outcome', outcome: deferred }]);
  const [again] = await claim('the next worker');
  expect(again?.attempt).toBe(2);
  // The first worker never learned that its give-back was committed, and repeats it.
  await deliver(world, message, [{ kind: 'outcome', outcome: deferred }]);
  expect(await claim('a third worker')).toEqual([]);
  expect(await world.messagesOf(message.testId)).toMatchObject([
    { submission_state: 1, claimed_by: 'the next worker' },
  ]);
});

test('Promise 3: a claim whose lease has ended cannot be given back by any other attempt', async () => {
  const message = await claimedMessage(-1);
  expect(await endStaleClaims(world)).not.toBeNull();
  await deliver(world, { ...message, attempt: message.attempt + 1 }, [
    { kind: 'outcome', outcome: deferred },
  ]);
  expect(await claim('another worker')).toEqual([]);
  expect(await world.messagesOf(message.testId)).toMatchObject([{ submission_state: 3, status: 2 }]);
});

test('Promise 3: giving back that same attempt undoes the UNKNOWN of its lease, once, and the message is sent once', async () => {
  const message = await claimedMessage(-1);
  expect(await endStaleClaims(world)).not.toBeNull();
  await deliver(world, message, [{ kind: 'outcome', outcome: deferred }]);
  expect(await world.messagesOf(message.testId)).toMatchObject([{ submission_state: 0, status: 0 }]);
  expect(await claim('another worker')).toMatchObject([{ id: message.id, attempt: 2 }]);
  // The first worker did not learn that it was committed, and repeats it.
  await deliver(world, message, [{ kind: 'outcome', outcome: deferred }]);
  expect(await claim('a third worker')).toEqual([]);
  expect(await world.messagesOf(message.testId)).toMatchObject([
    { submission_state: 1, claimed_by: 'another worker' },
  ]);
});

test('Promise 3: an UNKNOWN reported by a gateway is never undone, whether the lease ended before or after', async () => {
  for (const order of ['before', 'after']) {
    const message = await claimedMessage(-1);
    const lost: SubmissionOutcome = { kind: 'unknown', at: message.createdAt, error: 'no answer' };
    if (order === 'before') await endStaleClaims(world);
    await deliver(world, message, [{ kind: 'outcome', outcome: lost }]);
    if (order === 'after') expect(await endStaleClaims(world)).toBeNull();
    await deliver(world, message, [{ kind: 'outcome', outcome: deferred }]);
    expect(await claim('another worker')).toEqual([]);
    expect(await world.messagesOf(message.testId)).toMatchObject([
      { submission_state: 3, submission_error: 'no answer', claim_expires_at: null },
    ]);
    if (order === 'before') await world.close();
  }
});

test('Promise 3: an in-doubt claim is found again even after its lease', async () => {
  const message = await claimedMessage(-1);
  const of = { gatewayId: world.gatewayId, workerId: 'rig', claimedAt: [message.claimedAt] };
  const claimed = { id: message.id, attempt: 1 };
  expect(await findClaims(world.db, of)).toMatchObject([claimed]);
  await endStaleClaims(world);
  expect(await findClaims(world.db, of)).toMatchObject([claimed]);
  await deliver(world, message, [
    { kind: 'outcome', outcome: { kind: 'unknown', at: 1, error: 'no answer' } },
  ]);
  expect(await findClaims(world.db, of)).toEqual([]);
});

test('a claim is left alone until its own lease has ended, regardless of other leases', async () => {
  const message = await claimedMessage(60_000);
  expect(await endStaleClaims(world)).toBeNull();
  expect(await world.messagesOf(message.testId)).toMatchObject([{ submission_state: 1, status: 0 }]);
});

test('an overdue message is not claimed, even before the sweep has handled it', async () => {
  const message = await claimedMessage();
  await deliver(world, message, [{ kind: 'outcome', outcome: deferred }]);
  await world.db
    .updateTable('chunks')
    .set({ expires_at: sqlTime(world.clock.now() - 1) })
    .execute();
  expect(await claim('a worker')).toEqual([]);
});

test('a reference identifies its message and can be parsed; any other text is rejected', async () => {
  const message = await claimedMessage();
  expect(readReference(referenceOf(message))).toEqual({ id: message.id, createdAt: message.createdAt });
  for (const text of ['', '1', '@', '1@x', '1@2@3']) expect(readReference(text)).toBeNull();
});

test('Promise 6: waiting partners share a claim; what one leaves unused goes to the others in the next', async () => {
  await queueMessages({ 1: 20, 2: 2, 3: 20 });
  expect(await claimInSequence([9, 3, 40])).toEqual([
    { 1: 3, 2: 2, 3: 3 },
    { 1: 1, 3: 1 },
    { 1: 16, 3: 16 },
  ]);
});

test('Promise 6: with room for fewer messages than there are waiting partners, the partners take turns', async () => {
  await queueMessages({ 1: 9, 2: 9, 3: 1, 4: 9, 5: 9 });
  expect(await claimInSequence([1, 1, 1, 1, 1, 1])).toEqual([
    { 1: 1 },
    { 2: 1 },
    { 3: 1 },
    { 4: 1 },
    { 5: 1 },
    { 1: 1 },
  ]);
  expect(await claimInSequence([2, 2, 2])).toEqual([
    { 1: 1, 2: 1 },
    { 4: 1, 5: 1 },
    { 1: 1, 2: 1 },
  ]);
});

test('Promise 6: a partner whose messages are all to be retried later takes no share', async () => {
  await queueMessages({ 1: 8, 2: 8 });
  await world.db
    .updateTable('chunks')
    .set({ due_at: sqlTime(world.clock.now() + 60_000) })
    .where('partner_id', '=', 1)
    .execute();
  expect(await claimInSequence([6])).toEqual([{ 2: 6 }]);
});

/** Queues this many messages of each partner at the gateway. */
async function queueMessages(counts: Readonly<Record<number, number>>): Promise<void> {
  const partners = Object.entries(counts).flatMap(([id, count]) => Array<string>(count).fill(id));
  world = await createWorld({ phones: partners.length });
  for (const message of await claimNewMessages(world)) {
    await deliver(world, message, [{ kind: 'outcome', outcome: deferred }]);
    await world.db
      .updateTable('chunks')
      .set({ partner_id: Number(partners.pop()) })
      .where('first_id', '=', message.id)
      .where('waiting', '=', true)
      .execute();
  }
}

/** Runs claims in sequence, each after the previous one; returns the messages per partner of each claim. */
async function claimInSequence(limits: readonly number[]): Promise<Record<string, number>[]> {
  const perClaim: Record<string, number>[] = [];
  let after = FIRST_PARTNER;
  for (const limit of limits) {
    const now = world.clock.now() + 1;
    const { gatewayId } = world;
    const claim = { gatewayId, limit, workerId: 'w', now, leaseMs: LEASE_MS, after, chunks: limit };
    const { messages, next } = await claimMessages(world.db, world.codes, claim);
    after = next ?? FIRST_PARTNER;
    const counts: Record<string, number> = {};
    for (const { partnerId } of messages) counts[partnerId] = (counts[partnerId] ?? 0) + 1;
    perClaim.push(counts);
  }
  return perClaim;
}

async function claimedMessage(leaseMs?: number): Promise<RigMessage> {
  world = await createWorld();
  const [message] = await claimNewMessages(world, leaseMs);
  return message as RigMessage;
}

async function claim(workerId: string) {
  // A millisecond ahead: a message that was just given back may be due only then.
  const now = world.clock.now() + 1;
  const { gatewayId, db, codes } = world;
  const claimed = await claimMessages(db, codes, { gatewayId, limit: 10, workerId, now, leaseMs: LEASE_MS });
  return claimed.messages;
}
