/** How messages end, including messages to offline phones, and the effect on runs and tests, in the database. */
import { keepHandsetWatch, recordPhoneSigns } from '@textprobe/database/handsets/phone-health';
import { toLedgers } from '@textprobe/database/messages/message-row';
import { countOutcomesOfTest } from '@textprobe/database/messages/messages-of-test';
import { readFindings, readTotals } from '@textprobe/database/rollups/rollup-reader';
import { countRollupFaults } from '@textprobe/database/rollups/rollup-rebuild';
import { ALL_PARTNERS } from '@textprobe/database/scope/scope';
import { countTestsByStatus } from '@textprobe/database/tests/status-counts';
import { messageStatusFromRank } from '@textprobe/domain/message-status';
import { deriveVerdict } from '@textprobe/domain/verdict';
import { afterEach, describe, expect, test } from 'vitest';
import { closeFinishedRuns } from '../runs/close-runs.ts';
import {
  accepted,
  claimNewMessages,
  deliver,
  type RigEvent,
  type RigMessage,
} from '../testing/evidence-rig.ts';
import { createWorld, type World } from '../testing/world.ts';

/** The engine's default, 15 minutes: the same as the deadline. */
const OFFLINE_AFTER = 900_000;
const HOUR = 3_600_000;
const deadline: RigEvent = { kind: 'deadline' };
const delivered: RigEvent = { kind: 'receipt', part: 1, state: 'delivered', at: 50 };
const enroute: RigEvent = { kind: 'receipt', part: 1, state: 'enroute', at: 50 };
const received: RigEvent = { kind: 'reception', text: 'whole', at: 100 };
const lostAnswer: RigEvent = {
  kind: 'outcome',
  outcome: { kind: 'unknown', at: Date.now(), error: 'no answer' },
};

let world: World;
afterEach(() => world.close());

describe('the status of a test', () => {
  test('SERVER-2 is EXECUTING until all its messages have ended', async () => {
    const [first, second] = await messages(2);
    await deliver(world, first, [accepted(first), received]);
    expect(await conclude(first)).toMatchObject({ execution_status: 'EXECUTING' });
    await deliver(world, second, [accepted(second), received]);
    expect(await conclude(first)).toMatchObject({ execution_status: 'DELIVERED', status_reason: null });
  });

  test('SERVER-2 is PARTIALLY_DELIVERED when some were received, FAILED when none was', async () => {
    const [first, second] = await messages(2);
    await deliver(world, first, [accepted(first), received]);
    await deliver(world, second, [accepted(second), deadline]);
    expect(await conclude(first)).toMatchObject({ execution_status: 'PARTIALLY_DELIVERED' });
    const [third, fourth] = (await claimNewMessages(world)) as [RigMessage, RigMessage];
    await deliver(world, third, [accepted(third), deadline]);
    await deliver(world, fourth, [accepted(fourth), delivered, deadline]);
    expect(await conclude(third)).toMatchObject({ execution_status: 'FAILED', status_reason: null });
  });

  test('SERVER-2 is FAILED with the reason ‘no outcome known’ when no outcome is known', async () => {
    const [first, second] = await messages(2);
    await deliver(world, first, [lostAnswer, deadline]);
    await deliver(world, second, [lostAnswer, deadline]);
    expect(await conclude(first)).toMatchObject({
      execution_status: 'FAILED',
      status_reason: 'no outcome known',
    });
  });

  test('SERVER-4 a lost answer among known outcomes changes nothing: neither delivered nor failed', async () => {
    const [first, second] = await messages(2);
    await deliver(world, first, [accepted(first), received]);
    await deliver(world, second, [lostAnswer, deadline]);
    expect(await conclude(first)).toMatchObject({ execution_status: 'DELIVERED' });
  });

  test('SERVER-2 trusts the carrier if receipts are the phone’s evidence', async () => {
    world = await createWorld({ phones: 1, evidence: 'receipt' });
    const [message] = (await claimNewMessages(world)) as [RigMessage];
    await deliver(world, message, [accepted(message), delivered]);
    expect(await conclude(message)).toMatchObject({ execution_status: 'DELIVERED' });
  });
});

describe('the end of a message', () => {
  test('SERVER-3 the receipt says delivered, the handset is silent: DELIVERED, receipt only, not received', async () => {
    const [message] = await messages(1);
    await deliver(world, message, [accepted(message), delivered]);
    expect(await endOf(message)).toEqual(['DELIVERED', 'in transit', false]);
    await deliver(world, message, [deadline]);
    expect(await endOf(message)).toEqual(['DELIVERED', 'receipt only', true]);
    expect(await conclude(message)).toMatchObject({ execution_status: 'FAILED' });
  });

  test('SERVER-3 a late arrival updates message, run and test', async () => {
    const [message] = await messages(1);
    await deliver(world, message, [accepted(message), deadline]);
    expect(await conclude(message)).toMatchObject({ execution_status: 'FAILED' });
    await deliver(world, message, [{ kind: 'reception', text: 'whole', at: 3_600_000 }]);
    expect(await endOf(message)).toEqual(['RECEIVED', 'late', true]);
    expect(await conclude(message)).toMatchObject({ execution_status: 'DELIVERED' });
    const run = await world.db.selectFrom('runs').selectAll().executeTakeFirstOrThrow();
    expect(run.status).toBe('DELIVERED');
    expect(run.closed_at).not.toBeNull();
  });

  test('a receipt that names another phone stays unmatched', async () => {
    const [message] = await messages(1);
    await deliver(world, message, [accepted(message)]);
    await deliver(world, { ...message, recipient: '+19995550000' }, [delivered]);
    expect(await endOf(message)).toEqual(['SENT', 'in transit', false]);
    const unmatched = await world.db.selectFrom('raw_receipts').select('message_id').execute();
    expect(unmatched).toEqual([{ message_id: null }]);
  });
});

describe('a message to an offline phone', () => {
  test('SERVER-3 ends UNKNOWN, handset offline, with the instant when its phone was last seen', async () => {
    const [message] = await messagesToOffline(1);
    await deliver(world, message, [accepted(message), deadline]);
    expect(await endOf(message)).toEqual(['UNKNOWN', 'handset offline', true]);
    const [row] = await world.messagesOf(message.testId);
    expect(row).toMatchObject({ handset_offline: true, handset_heard_at: message.createdAt - HOUR });
  });

  test.each([
    ['a receipt on its way', [enroute], ['UNKNOWN', 'handset offline', true]],
    ['a receipt that says delivered', [delivered], ['DELIVERED', 'handset offline', true]],
  ])('SERVER-3 with %s', async (_name, receipts, end) => {
    const [message] = await messagesToOffline(1);
    await deliver(world, message, [accepted(message), ...receipts, deadline]);
    expect(await endOf(message)).toEqual(end);
  });

  test('SERVER-4 with a lost answer is offline too: no report was possible', async () => {
    const [message] = await messagesToOffline(1);
    await deliver(world, message, [lostAnswer, deadline]);
    expect(await endOf(message)).toEqual(['UNKNOWN', 'handset offline', true]);
  });

  test('SERVER-3 is corrected by a late reception: message, run and test', async () => {
    const [message] = await messagesToOffline(1);
    await deliver(world, message, [accepted(message), deadline]);
    expect(await conclude(message)).toMatchObject({ execution_status: 'FAILED' });
    await deliver(world, message, [{ kind: 'reception', text: 'whole', at: 2 * HOUR }]);
    expect(await endOf(message)).toEqual(['RECEIVED', 'late', true]);
    expect(await conclude(message)).toMatchObject({ execution_status: 'DELIVERED', status_reason: null });
  });

  test('that was never sent is our failure, whether or not the phone was online', async () => {
    const [message] = await messagesToOffline(1);
    await deliver(world, message, [
      { kind: 'outcome', outcome: { kind: 'deferred', retryAfterMs: 1, reason: 'throttled' } },
      deadline,
    ]);
    expect(await endOf(message)).toEqual(['FAILED', 'not sent', true]);
  });

  test('is lost as usual if its phone does not ping, was online, or no inbox was listening', async () => {
    const [first, second, third] = await messages(3);
    await recordSign(first, -HOUR, { pings: false });
    await recordSign(second, 60_000);
    await listen(second, [-2 * HOUR, OFFLINE_AFTER]);
    for (const message of [first, second, third])
      await deliver(world, message, [accepted(message), deadline]);
    for (const message of [first, second, third])
      expect(await endOf(message)).toEqual(['FAILED', 'lost', true]);
    const [offline] = (await claimNewMessages(world)) as [RigMessage];
    await world.db.deleteFrom('handset_watch').execute();
    await recordSign(offline, -HOUR);
    await deliver(world, offline, [accepted(offline), deadline]);
    expect(await endOf(offline)).toEqual(['FAILED', 'lost', true]);
  });
});

describe('a run with messages to offline phones', () => {
  test('SERVER-2 is DELIVERED if all others were received, and no rate counts the offline ones', async () => {
    const [first, second] = await messagesToOffline(2, [1]);
    await deliver(world, first, [accepted(first), received]);
    await deliver(world, second, [accepted(second), delivered, deadline]);
    expect(await endOf(second)).toEqual(['DELIVERED', 'handset offline', true]);
    expect(await conclude(first)).toMatchObject({ execution_status: 'DELIVERED', status_reason: null });
    const counts = await countOutcomesOfTest(world.db, ALL_PARTNERS, first.testId);
    expect(counts.toSorted((a, b) => a.status.localeCompare(b.status))).toMatchObject([
      { status: 'DELIVERED', evidence: 'handset', handsetOffline: true, messages: 1 },
      { status: 'RECEIVED', evidence: 'handset', handsetOffline: false, messages: 1 },
    ]);
    expect(await readTotals(world.db, ALL_PARTNERS)).toMatchObject({ messages: 2, received: 1, known: 1 });
    const findings = (await readFindings(world.db, ALL_PARTNERS)).map(({ finding, messages }) => [
      finding,
      messages,
    ]);
    expect(findings).toContainEqual(['handset offline', 1]);
    expect(await countRollupFaults(world.db)).toBe(0);
  });

  test('SERVER-2 is FAILED for lost messages, whatever phones were offline as well', async () => {
    const [first, second] = await messagesToOffline(2, [1]);
    await deliver(world, first, [accepted(first), deadline]);
    await deliver(world, second, [accepted(second), deadline]);
    expect(await conclude(first)).toMatchObject({ execution_status: 'FAILED', status_reason: null });
  });

  test('SERVER-2 says so if every phone was offline, and is in no rate', async () => {
    const [first, second] = await messagesToOffline(2);
    for (const message of [first, second]) await deliver(world, message, [accepted(message), deadline]);
    expect(await conclude(first)).toMatchObject({
      execution_status: 'FAILED',
      status_reason: 'no outcome known: every handset was offline',
    });
    expect(await countTestsByStatus(world.db, ALL_PARTNERS, {})).toMatchObject([
      { status: 'FAILED', tests: 1, unknown: 1 },
    ]);
  });
});

/** Claims a message to each of this many phones; those at `indexes` (all by default) have been silent for an hour. */
async function messagesToOffline(
  phones: number,
  indexes?: readonly number[],
): Promise<[RigMessage, RigMessage]> {
  const made = await messages(phones);
  const away = made.filter((_, index) => indexes?.includes(index) ?? true);
  for (const message of away) await recordSign(message, -HOUR);
  await listen(made[0], [-2 * HOUR, OFFLINE_AFTER]);
  return made as unknown as [RigMessage, RigMessage];
}

async function messages(phones: number): Promise<[RigMessage, RigMessage, RigMessage]> {
  world = await createWorld({ phones });
  return (await claimNewMessages(world)) as [RigMessage, RigMessage, RigMessage];
}

/** Records that the message's phone was seen this long after the message was created, in milliseconds. */
async function recordSign(message: RigMessage, afterMs: number, { pings = true } = {}): Promise<void> {
  const rows = await world.messagesOf(message.testId);
  const phoneId = rows.find(({ id }) => id === message.id)?.phone_id ?? 0;
  const ping = pings ? { battery: null, charging: null, network: null } : null;
  for (const before of [2_000, 1_000, 0]) {
    const at = message.createdAt + afterMs - before;
    await recordPhoneSigns(world.db, [{ phoneId, at, source: 'native', ping }], OFFLINE_AFTER);
  }
}

/** Records that inboxes listened without a break between two instants, relative to the message's creation. */
async function listen(message: RigMessage, [from, until]: readonly [number, number]): Promise<void> {
  await keepHandsetWatch(world.db, { now: message.createdAt + from, lapseMs: 0 });
  await keepHandsetWatch(world.db, { now: message.createdAt + until, lapseMs: 24 * HOUR });
}

async function conclude(message: RigMessage) {
  await closeFinishedRuns(world, null);
  return world.test(message.testId);
}

async function endOf(message: RigMessage) {
  const row = (await world.messagesOf(message.testId)).find(({ id }) => id === message.id);
  if (row === undefined) throw new Error('the message is gone');
  return [messageStatusFromRank(row.status), deriveVerdict(toLedgers(row)), row.settled_at !== null];
}
