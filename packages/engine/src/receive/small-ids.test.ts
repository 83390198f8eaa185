/**
 * Promise 5 for carriers with small ids in two bases: whatever is written together, each receipt goes to its own
 * message.
 */
import type { Database } from '@textprobe/database/core/connection';
import { silentLog } from '@textprobe/database/core/log';
import { lockMessages } from '@textprobe/database/messages/message-ledgers';
import type { ManualClock } from '@textprobe/domain/testing/manual-clock';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { transact } from '../kit/transact.ts';
import { claimNewMessages, createRigClock } from '../testing/evidence-rig.ts';
import { CARRIERS, countMessages, countReceipts } from '../testing/small-ids.ts';
import { createWorld, type World } from '../testing/world.ts';
import type { Evidence } from './evidence.ts';
import { createEvidenceWriter, whenWritten } from './evidence-writer.ts';
import { recordEvidence } from './record-evidence.ts';
import { rematchReceipts } from './unmatched.ts';

let world: World;
afterEach(() => world.close());

test.each(CARRIERS)(
  'Promise 5: answers in $answers are waiting when receipts in $receipts for earlier answers arrive: none goes to another message',
  async (carrier) => {
    const clock = createRigClock();
    world = await createWorld({ offices: 18, phones: 18, clock });
    const evidence = countMessages(world, await claimNewMessages(world), { ...carrier, first: 16 });
    const writer = createEvidenceWriter({
      ...world,
      log: silentLog,
      postCommit: {
        publish: () => undefined,
        publishTests: () => undefined,
        publishChanges: () => undefined,
        stop: async () => undefined,
      },
    });
    const sendAnswers = (from: number, to?: number) =>
      evidence.slice(from, to).map(({ answer }) => whenWritten((done) => writer.outcome(answer, done)));
    const sendReceipts = (from: number, to?: number) =>
      evidence
        .slice(from, to)
        .map(({ receipt }) => whenWritten((done) => writer.receipt(receipt.receipt, done)));

    const first = sendAnswers(0, 140);
    // The first batch is being written; the second is chosen among all of these.
    await new Promise((resolve) => setImmediate(resolve));
    const waiting = sendAnswers(140);
    await passUntil(clock, Promise.all(sendReceipts(0, 120)));
    await passUntil(clock, Promise.all([...first, ...waiting, ...sendReceipts(120)]));
    expect(await countReceipts(world, evidence)).toMatchObject({ foreign: 0 });
    await rematchReceipts(world);
    expect(await countReceipts(world, evidence)).toEqual({ own: evidence.length, foreign: 0, none: 0 });
  },
);

test('Promise 5: an answer committed while another message is being locked counts: its receipt does not go to that message', async () => {
  world = await createWorld({ offices: 7, phones: 1, clock: createRigClock() });
  const { meant, other, between } = await sixteenAndTwentyTwo();
  await record(other.answer, ...between.map(({ answer }) => answer));
  let receipt: Promise<unknown> = Promise.resolve();
  await world.db.transaction().execute(async (tx) => {
    await lockMessages(tx, [other.message]);
    receipt = record(meant.receipt);
    await expect.poll(() => countBlocked(world.db), { timeout: 20_000 }).toBe(1);
    await record(meant.answer);
  });
  await receipt;
  // Either may match until the spelling is known.
  expect(await countReceipts(world, [meant, other])).toEqual({ own: 0, foreign: 0, none: 2 });
});

test('Promise 5: a receipt that names no phone waits for the answers of all phones', async () => {
  world = await createWorld({ offices: 1, phones: 7, clock: createRigClock() });
  const { meant, other } = await sixteenAndTwentyTwo();
  const { receipt } = meant.receipt;
  const nameless = { ...meant.receipt, receipt: { ...receipt, recipient: null } };
  await record(other.answer);
  expect(await record(nameless)).toMatchObject({ unmatched: 1 });
  await record(meant.answer);
  await rematchReceipts(world);
  expect(await countReceipts(world, [meant, other])).toEqual({ own: 0, foreign: 0, none: 2 });
});

/** Seven messages answered in hex from 16: the decimal receipt of the first is the hex answer of the last. */
async function sixteenAndTwentyTwo() {
  const ids = { answers: 'hex', receipts: 'decimal', first: 16 } as const;
  const [meant, ...between] = countMessages(world, await claimNewMessages(world), ids);
  const other = between.pop();
  if (meant === undefined || other === undefined) throw new Error('a message is missing');
  return { meant, other, between };
}

function record(...evidence: Evidence[]) {
  return transact(world, (tx) => recordEvidence(tx, evidence, world.clock.now()));
}

async function countBlocked(db: Database): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}

/** Advances the clock over the writer's pauses until it has written. */
async function passUntil(clock: ManualClock, written: Promise<unknown>): Promise<void> {
  let isWritten = false;
  void written.finally(() => (isWritten = true));
  while (!isWritten) await clock.advance(10);
  await written;
}
