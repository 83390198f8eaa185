/** Pages, figures and exports of a test by its chunks equal those of a plain query, however its messages were created. */
import { monthIndexOf, startOfMonth } from '@textprobe/domain/utc-month';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { findMessage, listMessagesOfTest, streamMessages } from '../message-log/message-log.ts';
import { listRunsOfTest } from '../runs/run-list.ts';
import { ALL_PARTNERS } from '../scope/scope.ts';
import { type PlacedChunk, type PlacedRun, placeMessages, placeRuns } from '../testing/chunked-messages.ts';
import { realClock } from '../testing/real-clock.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { createMessageCodes } from './message-codes.ts';
import { countOutcomesOfTest } from './messages-of-test.ts';

const codes = createMessageCodes(Buffer.alloc(32));
/** Around the start of a month, so that chunks span two partitions; and far away, in the default one. */
const TURN = startOfMonth(monthIndexOf(realClock.now()));
const FAR = startOfMonth(monthIndexOf(realClock.now()) + 9);
const INSTANTS = [TURN - 1_000, TURN - 1, TURN, TURN + 1, TURN + 1_000, FAR];
const RUNS = [
  { id: 1, testId: 1 },
  { id: 2, testId: 1 },
  { id: 3, testId: 1 },
  { id: 4, testId: 2 },
];

const database = await createTestDatabase();
afterAll(() => database.drop());

interface World {
  readonly chunks: PlacedChunk[];
  readonly runs: PlacedRun[];
  /** Ids of messages that are gone, as after a month was dropped. */
  readonly dropped: number[];
}

const worlds = fc
  .record({
    drawn: fc.array(
      fc.record({
        run: fc.constantFrom(...RUNS),
        createdAt: fc.constantFrom(...INSTANTS),
        count: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 12 })),
        gap: fc.integer({ min: 0, max: 2 }),
      }),
      { minLength: 1, maxLength: 25 },
    ),
    dropped: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 5 }),
    isClosed: fc.boolean(),
  })
  .map(({ drawn, dropped, isClosed }): World => {
    let next = 1;
    const chunks = drawn.map(({ run, createdAt, count, gap }) => {
      const firstId = next + gap;
      next = firstId + count;
      return { testId: run.testId, runId: run.id, createdAt, firstId, count };
    });
    const runs = RUNS.map((run) => {
      const own = chunks.filter(({ runId }) => runId === run.id).map(({ createdAt }) => createdAt);
      const closedAt = isClosed && own.length > 0 ? Math.max(...own) : null;
      return { ...run, createdAt: own.length > 0 ? Math.min(...own) : TURN, closedAt };
    });
    return { chunks, runs, dropped };
  });

async function place({ chunks, runs, dropped }: World): Promise<void> {
  await placeRuns(database.db, [1, 2], runs);
  await placeMessages(database.db, chunks);
  await sql`delete from messages where id = any (${dropped}::int8[])`.execute(database.db);
}

async function idsOf(of: {
  testId: number;
  runId?: number | undefined;
  refused?: boolean;
}): Promise<number[]> {
  const { testId, runId = null, refused = false } = of;
  const { rows } = await sql<{ id: number }>`
    select id from messages
    where test_id = ${testId} and (${runId}::int8 is null or run_id = ${runId}) and (not ${refused} or status = 3)
    order by created_at desc, id desc`.execute(database.db);
  return rows.map(({ id }) => id);
}

async function pagesOf(of: { testId: number; runId?: number | undefined; limit: number }): Promise<number[]> {
  const ids: number[] = [];
  let page: Parameters<typeof listMessagesOfTest>[4] = of;
  for (;;) {
    const rows = await listMessagesOfTest(database.db, ALL_PARTNERS, codes, of.testId, page);
    ids.push(...rows.map(({ id }) => id));
    const last = rows.at(-1);
    if (last === undefined || rows.length < of.limit) return ids;
    page = { ...of, before: { id: last.id, createdAt: last.created_at } };
  }
}

test('pages by cursor, of a test and of each of its runs, equal those of a plain query', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, fc.constantFrom(1, 2, 3, 7, 100), async (world, limit) => {
      await place(world);
      for (const { testId, runId } of [
        { testId: 1 },
        { testId: 2 },
        ...RUNS.map((run) => ({ testId: run.testId, runId: run.id })),
      ] as { testId: number; runId?: number }[]) {
        expect(await pagesOf({ testId, runId, limit })).toEqual(await idsOf({ testId, runId }));
      }
    }),
    { numRuns: 40 },
  );
});

test('an export of a test, filtered or not, and its figures are complete', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, fc.constantFrom(1, 3, 100), async (world, batch) => {
      await place(world);
      for (const status of [undefined, 'FAILED'] as const) {
        const streamed: number[] = [];
        const filter = { testId: 1, ...(status && { status }) };
        for await (const rows of streamMessages(database.db, ALL_PARTNERS, codes, filter, batch)) {
          streamed.push(...rows.map(({ id }) => id));
        }
        expect(streamed).toEqual(await idsOf({ testId: 1, refused: status !== undefined }));
      }
      const all = await idsOf({ testId: 1 });
      const outcomes = await countOutcomesOfTest(database.db, ALL_PARTNERS, 1);
      expect(outcomes.reduce((sum, { messages }) => sum + messages, 0)).toBe(all.length);
      for (const { id, counts } of await listRunsOfTest(database.db, ALL_PARTNERS, 1, { limit: 10 })) {
        const ofRun = await idsOf({ testId: 1, runId: id });
        expect([id, counts.settled]).toEqual([id, ofRun.length]);
        const ofOne = await countOutcomesOfTest(database.db, ALL_PARTNERS, 1, id);
        expect(ofOne.reduce((sum, { messages }) => sum + messages, 0)).toBe(ofRun.length);
      }
    }),
    { numRuns: 25 },
  );
});

test('each id finds its message, and ids between, before or after them find none', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      await place(world);
      const all = new Set([...(await idsOf({ testId: 1 })), ...(await idsOf({ testId: 2 }))]);
      const highest = Math.max(...world.chunks.map(({ firstId, count }) => firstId + count));
      for (const id of [
        0,
        ...Array.from({ length: highest + 1 }, (_, n) => n + 1),
        Number.MAX_SAFE_INTEGER,
      ]) {
        expect((await findMessage(database.db, ALL_PARTNERS, codes, id))?.id).toBe(
          all.has(id) ? id : undefined,
        );
      }
    }),
    { numRuns: 10 },
  );
});
