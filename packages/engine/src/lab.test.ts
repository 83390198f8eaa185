import { toLedgers } from '@textprobe/database/messages/message-row';
import { countRollupFaults } from '@textprobe/database/rollups/rollup-rebuild';
import { messageStatusFromRank } from '@textprobe/domain/message-status';
import { deriveVerdict } from '@textprobe/domain/verdict';
import { afterEach, expect, test } from 'vitest';
import { createLabWorld, type LabWorld } from './testing/lab-world.ts';
import { passDeadlines } from './testing/pass-deadlines.ts';
import { createTickingClock, type TickingClock } from './testing/ticking-clock.ts';

/** A quarter of the response timeout, and far less than a lease: each leap reads the database, so both keep up with the clock. */
const LEAP_MS = 200;

let labWorld: LabWorld;
let clock: TickingClock | undefined;
afterEach(async () => {
  await labWorld.close();
  clock?.stop();
});

test('with perfect carriers every message, short or long, goes over SMPP and comes back unchanged from its handset', async () => {
  labWorld = await createLabWorld({
    scenario: 'perfect',
    seed: '1',
    offices: 3,
    phones: 6,
    deadlineMs: 3_600_000,
  });
  const { world } = labWorld;
  const long = `${'Grüße an {first_name}, 你好! '.repeat(12)}`;
  const testIds = [
    await world.createTest({ body: 'Hello {first_name}' }),
    await world.createTest({ body: long }),
  ];
  for (const testId of testIds) {
    await world.until(async () => (await world.test(testId)).execution_status === 'DELIVERED');
    const messages = await world.messagesOf(testId);
    expect(messages.map((message) => message.comparison)).toEqual(
      Array.from({ length: 18 }, () => 'identical'),
    );
  }
  expect(
    await world.db.selectFrom('receptions').select('id').where('message_id', 'is', null).execute(),
  ).toEqual([]);
});

test('Promises 3, 4 and 5 hold in a storm of losses, lies, lost answers, throttling, and duplicate and early receipts', async () => {
  clock = createTickingClock();
  labWorld = await createLabWorld({
    clock,
    scenario: 'stormy',
    seed: '7',
    offices: 5,
    phones: 12,
    deadlineMs: 3_600_000,
  });
  const { world, lab, confirmed } = labWorld;
  const testId = await world.createTest({ body: 'In a storm, {first_name}' });
  const isSubmitted = async () => {
    const states = (await world.messagesOf(testId)).map(({ submission_state: state }) => state);
    return states.length === 60 && states.every((state) => state > 1);
  };
  while (!(await isSubmitted())) {
    // Throttling pauses the link for up to half a minute, with nothing in flight: that time may pass faster.
    await lab.idle();
    await clock.pass(LEAP_MS);
  }
  // Everything has arrived; only now expire the deadlines of silent messages, however slow the machine is.
  await lab.idle();
  await passDeadlines(world.db);
  await world.until(async () => {
    const { execution_status } = await world.test(testId);
    return execution_status !== 'EXECUTING' && execution_status !== 'UNEXECUTED';
  });
  const messages = await world.messagesOf(testId);
  expect(messages).toHaveLength(60);

  // The carrier accepted each at most once, with or without an answer; refused ones may be submitted again.
  const taken = lab.submissions().filter(({ answer }) => answer === 'accepted' || answer === 'none');
  const keys = taken.map(({ source, destination, part }) => `${source}>${destination}/${part}`);
  expect(new Set(keys).size).toBe(keys.length);

  for (const message of messages) {
    const status = messageStatusFromRank(message.status);
    expect(['UNKNOWN', 'FAILED', 'DELIVERED', 'RECEIVED']).toContain(status);
    expect(message.settled_at).not.toBeNull();
    expect(status === 'RECEIVED').toBe(confirmed.has(message.id));
  }
  // A storm without failures would prove nothing.
  const verdicts = new Set(messages.map((message) => deriveVerdict(toLedgers(message))));
  expect([...verdicts]).toEqual(
    expect.arrayContaining(['confirmed', 'altered', 'rejected', 'receipt only', 'lost']),
  );
  expect(await countRollupFaults(world.db)).toBe(0);
}, 120_000);
