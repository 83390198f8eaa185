import { toLedgers } from '@textprobe/database/messages/message-row';
import { messageStatusFromRank } from '@textprobe/domain/message-status';
import { deriveVerdict } from '@textprobe/domain/verdict';
import { afterEach, describe, expect, test } from 'vitest';
import { closeFinishedRuns } from './close-runs.ts';
import { claimNewMessages, providerId, type RigMessage, type Told, tell } from '../testing/evidence-rig.ts';
import { createWorld, type World } from '../testing/world.ts';

let world: World;
afterEach(() => world.close());

const deadline: Told = { kind: 'deadline' };
const received: Told = { kind: 'reception', text: 'whole', at: 100 };
const delivered: Told = { kind: 'receipt', part: 1, state: 'delivered', at: 50 };
const lostAnswer: Told = {
  kind: 'outcome',
  outcome: { kind: 'unknown', at: Date.now(), error: 'no answer' },
};

describe('the status of a test', () => {
  test('SERVER-2 is EXECUTING until all its messages have ended', async () => {
    const [first, second] = await messages(2);
    await tell(world, first, [accepted(first), received]);
    expect(await conclude(first)).toMatchObject({ execution_status: 'EXECUTING' });
    await tell(world, second, [accepted(second), received]);
    expect(await conclude(first)).toMatchObject({ execution_status: 'DELIVERED', status_reason: null });
  });

  test('SERVER-2 is PARTIALLY_DELIVERED when some were received, FAILED when none was', async () => {
    const [first, second] = await messages(2);
    await tell(world, first, [accepted(first), received]);
    await tell(world, second, [accepted(second), deadline]);
    expect(await conclude(first)).toMatchObject({ execution_status: 'PARTIALLY_DELIVERED' });
    const [third, fourth] = (await claimNewMessages(world)) as [RigMessage, RigMessage];
    await tell(world, third, [accepted(third), deadline]);
    await tell(world, fourth, [accepted(fourth), delivered, deadline]);
    expect(await conclude(third)).toMatchObject({ execution_status: 'FAILED', status_reason: null });
  });

  test('SERVER-2 is FAILED with the reason ‘no outcome known’ when nothing is known of any', async () => {
    const [first, second] = await messages(2);
    await tell(world, first, [lostAnswer, deadline]);
    await tell(world, second, [lostAnswer, deadline]);
    expect(await conclude(first)).toMatchObject({
      execution_status: 'FAILED',
      status_reason: 'no outcome known',
    });
  });

  test('SERVER-4 a lost answer beside known outcomes changes nothing: neither delivered nor failed', async () => {
    const [first, second] = await messages(2);
    await tell(world, first, [accepted(first), received]);
    await tell(world, second, [lostAnswer, deadline]);
    expect(await conclude(first)).toMatchObject({ execution_status: 'DELIVERED' });
  });

  test('SERVER-2 takes the carrier’s word where that is the phone’s evidence', async () => {
    world = await createWorld({ phones: 1, evidence: 'receipt' });
    const [message] = (await claimNewMessages(world)) as [RigMessage];
    await tell(world, message, [accepted(message), delivered]);
    expect(await conclude(message)).toMatchObject({ execution_status: 'DELIVERED' });
  });
});

describe('the end of a message', () => {
  test('SERVER-3 nothing came before the deadline: FAILED, lost', async () => {
    const [message] = await messages(1);
    await tell(world, message, [accepted(message), deadline]);
    expect(await endOf(message)).toEqual(['FAILED', 'lost', true]);
  });

  test('SERVER-3 the receipt says delivered, the handset is silent: DELIVERED, receipt only, not received', async () => {
    const [message] = await messages(1);
    await tell(world, message, [accepted(message), delivered]);
    expect(await endOf(message)).toEqual(['DELIVERED', 'in transit', false]);
    await tell(world, message, [deadline]);
    expect(await endOf(message)).toEqual(['DELIVERED', 'receipt only', true]);
    expect(await conclude(message)).toMatchObject({ execution_status: 'FAILED' });
  });

  test('SERVER-3 the answer was lost: UNKNOWN', async () => {
    const [message] = await messages(1);
    await tell(world, message, [lostAnswer]);
    expect(await endOf(message)).toEqual(['UNKNOWN', 'unknown', false]);
    await tell(world, message, [deadline]);
    expect(await endOf(message)).toEqual(['UNKNOWN', 'unknown', true]);
  });

  test('SERVER-3 a late arrival derives all anew: message, run and test', async () => {
    const [message] = await messages(1);
    await tell(world, message, [accepted(message), deadline]);
    expect(await conclude(message)).toMatchObject({ execution_status: 'FAILED' });
    await tell(world, message, [{ kind: 'reception', text: 'whole', at: 3_600_000 }]);
    expect(await endOf(message)).toEqual(['RECEIVED', 'late', true]);
    expect(await conclude(message)).toMatchObject({ execution_status: 'DELIVERED' });
    const run = await world.db.selectFrom('runs').selectAll().executeTakeFirstOrThrow();
    expect(run.status).toBe('DELIVERED');
    expect(run.closed_at).not.toBeNull();
  });

  test('a receipt that names another phone is parked, not believed', async () => {
    const [message] = await messages(1);
    await tell(world, message, [accepted(message)]);
    await tell(world, { ...message, recipient: '+19995550000' }, [delivered]);
    expect(await endOf(message)).toEqual(['SENT', 'in transit', false]);
    const parked = await world.db.selectFrom('raw_receipts').select('message_id').execute();
    expect(parked).toEqual([{ message_id: null }]);
  });
});

async function messages(phones: number): Promise<[RigMessage, RigMessage]> {
  world = await createWorld({ phones });
  return (await claimNewMessages(world)) as [RigMessage, RigMessage];
}

function accepted(message: RigMessage): Told {
  const parts = [{ part: 1, parts: 1, providerId: providerId(message, 1) }];
  return { kind: 'outcome', outcome: { kind: 'accepted', at: message.createdAt + 1, parts } };
}

/** Closes what has ended, and says how the message's test stands. */
async function conclude(message: RigMessage) {
  await closeFinishedRuns(world, null);
  return world.test(message.testId);
}

async function endOf(message: RigMessage) {
  const row = (await world.messagesOf(message.testId)).find(({ id }) => id === message.id);
  if (row === undefined) throw new Error('the message is gone');
  return [messageStatusFromRank(row.status), deriveVerdict(toLedgers(row)), row.settled_at !== null];
}
