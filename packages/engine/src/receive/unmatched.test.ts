import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { accepted, claimNewMessages, createRigClock, deliver } from '../testing/evidence-rig.ts';
import { recordArrivals } from '../testing/record-arrivals.ts';
import { leadNow, sweepDeps } from '../testing/sweep-deps.ts';
import { createWorld, type World } from '../testing/world.ts';
import { createUnmatchedSweep, rematchReceipts, rematchReceptions } from './unmatched.ts';

let world: World;
afterEach(() => world.close());

/** The transaction that last locked or changed a row; 0 if there is none. */
async function touched(): Promise<string[]> {
  const { rows } = await sql<{ by: string }>`select xmax::text as by from raw_receipts`.execute(world.db);
  return rows.map(({ by }) => by);
}

test('unmatched receipts are read without locks, so that no row is written', async () => {
  world = await createWorld();
  const [message] = await claimNewMessages(world);
  if (message === undefined) throw new Error('there is no message');
  await deliver(world, message, [{ kind: 'receipt', part: 1, state: 'delivered', at: 10 }]);
  for (let look = 0; look < 3; look += 1) expect(await rematchReceipts(world)).not.toBeNull();
  expect(await touched()).toEqual(['0']);
  await deliver(world, message, [accepted(message), { kind: 'rematch receipts' }]);
  expect(await world.messagesOf(message.testId)).toMatchObject([{ receipt_state: 3 }]);
  expect(await rematchReceipts(world)).toBeNull();
});

test('a receipt without a message is retried less and less often, and still finds its message once that is answered', async () => {
  const clock = createRigClock();
  world = await createWorld({ clock });
  const [message] = await claimNewMessages(world);
  if (message === undefined) throw new Error('there is no message');
  await deliver(world, message, [{ kind: 'receipt', part: 1, state: 'delivered', at: 0 }]);
  let reads = 0;
  const db = world.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      reads += result.rows.filter((row) => 'idVariants' in row).length;
      return result;
    },
  });
  const sweep = createUnmatchedSweep(sweepDeps({ ...world, db }, await leadNow(world.db)));
  sweep.start();
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      await expect.poll(() => clock.pending, { interval: 1, timeout: 20_000 }).toBe(1);
      await clock.advance(1_000);
    }
  };
  await pass(120);
  // Every second for 8 seconds, and at 8, 16, 32 and 64 seconds.
  expect(reads).toBeLessThan(16);
  await deliver(world, message, [accepted(message)]);
  await pass(10);
  await sweep.stop();
  expect(await world.messagesOf(message.testId)).toMatchObject([{ receipt_state: 3 }]);
});

test.each([
  ['MMS', 'not told', 'that could not be fetched', { media: [], filesIncomplete: true }],
  ['SMS', null, 'that could not be fetched', { media: [], filesIncomplete: true }],
  ['MMS', 'not told', 'that are not reported', {}],
  ['SMS', null, 'that are not reported', {}],
  ['MMS', null, 'that are all reported', { media: [] }],
] as const)(
  'EVIDENCE-1 a report matched later to an %s has the file finding %s: files %s',
  async (type, files, _title, reported) => {
    world = await createWorld();
    const [message] = await claimNewMessages(world);
    if (message === undefined) throw new Error('there is no message');
    await deliver(world, message, [accepted(message)]);
    await world.db.updateTable('messages').set({ message_type: type }).where('id', '=', message.id).execute();
    const arrival = {
      inbox: 'native',
      phoneId: null,
      messageCode: 'none',
      text: 'none',
      sender: null,
      stated: null,
      ...reported,
    };
    await recordArrivals(world, world.codes, [{ arrival, at: 20 }], world.clock.now());
    await world.db.updateTable('receptions').set({ code: message.code, text: message.text }).execute();
    expect(await rematchReceptions(world)).not.toBeNull();
    const { file_finding, files_to_compare } = await world.db
      .selectFrom('receptions')
      .select(['file_finding', 'files_to_compare'])
      .executeTakeFirstOrThrow();
    const isCompared = type === 'MMS' && files === null;
    expect({ file_finding, files_to_compare }).toEqual({
      file_finding: files,
      files_to_compare: isCompared,
    });
    expect(await world.messagesOf(message.testId)).toMatchObject([{ status: 5, file_finding: files }]);
  },
);
