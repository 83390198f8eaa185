/** Serves test logs, the evidence behind a log, and reports (CALL-11, 12, 19). */
import { calls } from '@textprobe/contract/calls';
import { REPORT_LOG_LIMIT, type Report } from '@textprobe/contract/messages';
import { PREVIEWED_OCCURRENCES, REPORT_RUN_LIMIT } from '@textprobe/contract/schedules';
import { listAudit } from '@textprobe/database/audit/audit-log';
import type { Database } from '@textprobe/database/core/connection';
import { findNames, findTestPhones } from '@textprobe/database/directory/directory';
import {
  findMessage,
  findMessageOfCode,
  listMessagesAround,
  listMessagesOfTest,
  streamMessages,
} from '@textprobe/database/message-log/message-log';
import type { MessageCodes } from '@textprobe/database/messages/message-codes';
import type { MessageLogRow } from '@textprobe/database/messages/message-row';
import { countOutcomesOfTest } from '@textprobe/database/messages/messages-of-test';
import { countRunsOfTest, isRunOfTest, listRunsOfTest } from '@textprobe/database/runs/run-list';
import type { Scope } from '@textprobe/database/scope/scope';
import type { TestRow } from '@textprobe/database/tests/tests';
import type { Clock } from '@textprobe/domain/clock';
import { formatLosAngeles } from '@textprobe/domain/los-angeles-time';
import { nextOccurrences } from '@textprobe/domain/recurrence';
import { recurrenceRuleFromWire, type WireRecurrenceRule } from '@textprobe/domain/recurrence-rule';
import type { FastifyInstance } from 'fastify';
import { deliveryRate } from '../../analytics/delivery-rate.ts';
import { testPhoneToWire } from '../../directory/test-phones.ts';
import { sendJsonList } from '../../http/json-stream.ts';
import { ProblemError } from '../../http/problem.ts';
import { type HandlerInput, route } from '../../http/route.ts';
import { timestampToWire } from '../../http/timestamps.ts';
import { deliverySeconds, messagesToWire } from '../../messages/message-wire.ts';
import { requireTest } from '../../tests/require-test.ts';
import { occurrenceToWire, runToWire } from '../../tests/schedule-wire.ts';
import { testToWire } from '../../tests/wire.ts';
import { whyToWire } from './message-why.ts';

/** Rows per batch while all logs of a test are streamed. */
const STREAM_BATCH = 1_000;

interface MessageDeps {
  readonly db: Database;
  readonly codes: MessageCodes;
  readonly clock: Clock;
}

export function messageRoutes(app: FastifyInstance, { db, codes, clock }: MessageDeps): void {
  route(
    app,
    calls.testLogsOfTest,
    async ({ query: { testId }, request, reply, scope }) => {
      await requireTest(db, scope, testId);
      return app.download(request, reply, () => sendJsonList(reply, wireBatches(db, scope, codes, testId)));
    },
    { find: ({ query: { testId }, scope }) => requireTest(db, scope, testId) },
  );

  async function requireMessage(from: Database, scope: Scope, id: number): Promise<MessageLogRow> {
    const row = await findMessage(from, scope, codes, id);
    if (row === undefined) throw new ProblemError('log.unknown', `There is no test log with id ${id}.`);
    return row;
  }

  route(
    app,
    calls.messageWhy,
    ({ query: { testLogID }, scope }) =>
      // One snapshot: newer evidence would not match an older row.
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (tx) => whyToWire(tx, scope, await requireMessage(tx, scope, testLogID), clock.now())),
    { answersHead: true },
  );

  route(
    app,
    calls.testLog,
    async ({ query: { id }, scope }) => {
      const row = await requireMessage(db, scope, id);
      const [log] = await messagesToWire(db, scope, [row]);
      if (log === undefined) throw new Error('one row makes one log');
      return log;
    },
    { answersHead: true },
  );

  route(app, calls.testLogsOfCode, async ({ query: { code }, scope }) => {
    const row = await findMessageOfCode(db, scope, codes, { code, now: clock.now() });
    return row === undefined ? [] : messagesToWire(db, scope, [row]);
  });

  async function requireRun({
    query: { testId, runId },
    scope,
  }: Pick<HandlerInput<typeof calls.report>, 'query' | 'scope'>): Promise<TestRow> {
    const test = await requireTest(db, scope, testId);
    if (runId !== undefined && !(await isRunOfTest(db, { testId, runId })))
      throw new ProblemError('run.unknown', `Test ${testId} has no run with id ${runId}.`);
    return test;
  }

  route(
    app,
    calls.report,
    async ({ query, scope }) => {
      const { testId, runId, testLogID } = query;
      const test = await requireRun({ query, scope });
      const limit = REPORT_LOG_LIMIT;
      const [newest, counts, schedule] = await Promise.all([
        listMessagesOfTest(db, scope, codes, testId, { limit, runId }),
        countOutcomesOfTest(db, scope, testId, runId),
        reportSchedule(db, scope, test),
      ]);
      const isOlder =
        testLogID !== undefined && newest.length === limit && !newest.some(({ id }) => id === testLogID);
      const around = isOlder
        ? await listMessagesAround(db, scope, codes, testLogID, { testId, runId, limit })
        : [];
      const rows = around.length > 0 ? around : newest;
      return {
        ...schedule,
        test: await testToWire(db, scope, test),
        history: await testHistory(db, test),
        directory: await reportDirectory(db, scope, test, rows),
        testLogs: await messagesToWire(db, scope, rows),
        testDurations: rows.map(deliverySeconds),
        testDurationLogIDs: rows.map((row) => row.id),
        testLogCount: counts.reduce((sum, count) => sum + count.messages, 0),
        isNewest: rows === newest,
        rate: deliveryRate(counts),
      };
    },
    { find: requireRun },
  );
}

const HISTORY_LIMIT = 100;

/** The caller sees the test. */
async function testHistory(db: Database, { id }: TestRow): Promise<Report['history']> {
  const rows = await listAudit(db, { objectKind: 'test', objectId: String(id) }, { limit: HISTORY_LIMIT });
  return rows.reverse().flatMap(({ action, at, username, token }) => {
    const what = WORDS.find((word) => action === `test.${word}`);
    return what === undefined
      ? []
      : [{ what, at: timestampToWire(at), by: username, token: token?.name ?? null }];
  });
}

const WORDS = ['created', 'updated', 'stopped'] as const;

/** Includes names that only the logs refer to: the test may have had other offices before a change. */
async function reportDirectory(
  db: Database,
  scope: Scope,
  test: TestRow,
  rows: readonly MessageLogRow[],
): Promise<Report['directory']> {
  const [{ partners, clients, offices }, phones] = await Promise.all([
    findNames(db, scope, {
      partners: test.partner_ids,
      clients: test.client_ids,
      offices: [...test.office_ids, ...rows.map((row) => row.office_id)],
    }),
    findTestPhones(db, scope, [...test.phone_ids, ...rows.map((row) => row.phone_id)]),
  ]);
  return {
    partners: namedToWire(partners),
    clients: namedToWire(clients),
    offices: namedToWire(offices),
    testPhones: [...phones.values()].map(testPhoneToWire),
  };
}

function namedToWire(names: ReadonlyMap<number, string>) {
  return [...names].map(([id, name]) => ({ id, name }));
}

async function* wireBatches(db: Database, scope: Scope, codes: MessageCodes, testId: number) {
  for await (const rows of streamMessages(db, scope, codes, { testId }, STREAM_BATCH))
    yield await messagesToWire(db, scope, rows);
}

/** The test's runs so far and its next occurrences (CALL-19, REC-6). */
type ReportSchedule = Pick<Report, 'runs' | 'runCount' | 'upcoming'>;

async function reportSchedule(db: Database, scope: Scope, test: TestRow): Promise<ReportSchedule> {
  const [runs, runCount] = await Promise.all([
    listRunsOfTest(db, scope, test.id, { limit: REPORT_RUN_LIMIT }),
    countRunsOfTest(db, test.id),
  ]);
  return { runs: runs.map(runToWire), runCount, upcoming: upcomingOf(test) };
}

function upcomingOf({ test_type, next_due, recurrence_rule }: TestRow): ReportSchedule['upcoming'] {
  if (next_due === null) return [];
  if (test_type !== 'RECURRING') return [{ at: formatLosAngeles(next_due), note: null }];
  const rule = recurrenceRuleFromWire(recurrence_rule as unknown as WireRecurrenceRule);
  // Instants are whole milliseconds, so minus one includes the next one itself.
  return nextOccurrences(rule, next_due - 1, PREVIEWED_OCCURRENCES).map(occurrenceToWire);
}
