/** Test logs, why they say what they say, and the report (CALL-11, 12, 19). */
import { calls } from '@textprobe/contract/calls';
import { REPORT_LOG_LIMIT } from '@textprobe/contract/messages';
import type { Database } from '@textprobe/database/connection';
import {
  findMessage,
  listMessagesOfTest,
  type MessageLogRow,
} from '@textprobe/database/messages/message-log';
import type { MessageCodes } from '@textprobe/database/messages/permuted-codes';
import { isRunOfTest } from '@textprobe/database/runs/run-list';
import { countOutcomesOfTest } from '@textprobe/database/tests/outcome-counts';
import { findTest, type TestRow } from '@textprobe/database/tests/tests';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyInstance } from 'fastify';
import { deliveryRate } from '../delivery-rate.ts';
import { sendJsonList } from '../json-stream.ts';
import { ProblemError } from '../problem.ts';
import { reportSchedule } from '../report-schedule.ts';
import { route } from '../route.ts';
import { whyToWire } from '../wire/message-why.ts';
import { deliverySeconds, messagesToWire } from '../wire/messages.ts';
import { testToWire } from '../wire/tests.ts';

/** Rows read at once while all logs of a test are streamed. */
const STREAM_BATCH = 1_000;

interface MessageDeps {
  readonly db: Database;
  readonly codes: MessageCodes;
  readonly clock: Clock;
}

export function messageRoutes(app: FastifyInstance, { db, codes, clock }: MessageDeps): void {
  async function requireTest(testId: number): Promise<TestRow> {
    const test = await findTest(db, testId);
    if (test === null) throw new ProblemError('test.unknown', `There is no test with id ${testId}.`);
    return test;
  }

  route(app, calls.testLogsOfTest, async ({ query: { testId }, reply }) => {
    await requireTest(testId);
    return sendJsonList(reply, wireBatches(db, codes, testId));
  });

  async function requireMessage(from: Database, id: number): Promise<MessageLogRow> {
    const row = await findMessage(from, codes, id);
    if (row === undefined) throw new ProblemError('log.unknown', `There is no test log with id ${id}.`);
    return row;
  }

  route(app, calls.messageWhy, ({ query: { testLogID } }) =>
    // One snapshot: evidence that comes meanwhile would not add up to what the row said before.
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => whyToWire(tx, await requireMessage(tx, testLogID), clock.now())),
  );

  route(app, calls.testLog, async ({ query: { id } }) => {
    const row = await requireMessage(db, id);
    const [log] = await messagesToWire(db, [row]);
    if (log === undefined) throw new Error('one row makes one log');
    return log;
  });

  route(app, calls.report, async ({ query: { testId, runId } }) => {
    const test = await requireTest(testId);
    if (runId !== undefined && !(await isRunOfTest(db, { testId, runId }))) {
      throw new ProblemError('run.unknown', `Test ${testId} has no run with id ${runId}.`);
    }
    const [rows, counts, schedule] = await Promise.all([
      listMessagesOfTest(db, codes, testId, { limit: REPORT_LOG_LIMIT, runId }),
      countOutcomesOfTest(db, testId, runId),
      reportSchedule(db, test),
    ]);
    return {
      ...schedule,
      test: await testToWire(db, test),
      testLogs: await messagesToWire(db, rows),
      testDurations: rows.map(deliverySeconds),
      testDurationLogIDs: rows.map((row) => row.id),
      testLogCount: counts.reduce((sum, count) => sum + count.messages, 0),
      rate: deliveryRate(counts),
    };
  });
}

async function* wireBatches(db: Database, codes: MessageCodes, testId: number) {
  let rows = await listMessagesOfTest(db, codes, testId, { limit: STREAM_BATCH });
  for (;;) {
    yield await messagesToWire(db, rows);
    const last = rows.at(-1);
    if (last === undefined || rows.length < STREAM_BATCH) return;
    const before = { id: last.id, createdAt: last.created_at };
    rows = await listMessagesOfTest(db, codes, testId, { limit: STREAM_BATCH, before });
  }
}
